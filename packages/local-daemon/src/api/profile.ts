/** Handlers of the profiles: the agent's, the person's, rules and tool notes. [CX-2] */
import { ok, type ProfileChange, type ProfileDocumentName } from '@cairn/schema';
import type { Handler, Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';

export const profileHandlers = ({ engine, sync }: ApiDeps) => {
  const change = async (wanted: ProfileChange) => {
    const changed = await engine().changeProfile(wanted);
    if (changed.ok) sync.localWrite();
    return changed;
  };
  const rules = documentHandlers('rules', change);
  const tools = documentHandlers('tools', change);
  return {
    'GET /v1/profile': async () => ok({ profile: await engine().profile() }),
    'PATCH /v1/profile': ({ body }) => change({ kind: 'fields', ...body }),
    'GET /v1/profile/history': ({ query }) => engine().profileHistory(query.field),
    'POST /v1/profile/rules': rules.replace,
    'PATCH /v1/profile/rules': rules.setRaw,
    'POST /v1/profile/rules/items': rules.add,
    'PATCH /v1/profile/rules/items/:id': rules.patch,
    'DELETE /v1/profile/rules/items/:id': rules.remove,
    'POST /v1/profile/tools': tools.replace,
    'PATCH /v1/profile/tools': tools.setRaw,
    'POST /v1/profile/tools/items': tools.add,
    'PATCH /v1/profile/tools/items/:id': tools.patch,
    'DELETE /v1/profile/tools/items/:id': tools.remove,
  } satisfies Partial<Handlers>;
};

type Changed = ReturnType<Handler<'PATCH /v1/profile'>>;

/** Makes the handlers of the rules or the tool notes. Both documents accept the same bodies. */
const documentHandlers = (document: ProfileDocumentName, change: (wanted: ProfileChange) => Changed) => {
  const replace: Handler<'POST /v1/profile/rules'> = ({ body: { text, as = 'auto' } }) =>
    change({ kind: 'replace', document, text, as });
  const setRaw: Handler<'PATCH /v1/profile/rules'> = ({ body }) => change({ kind: 'raw', document, ...body });
  const add: Handler<'POST /v1/profile/rules/items'> = ({ body }) =>
    change({ kind: 'item_add', document, item: body });
  const patch: Handler<'PATCH /v1/profile/rules/items/:id'> = ({ at, body }) =>
    change({ kind: 'item_patch', document, id: at.id, patch: body });
  const remove: Handler<'DELETE /v1/profile/rules/items/:id'> = ({ at }) =>
    change({ kind: 'item_remove', document, id: at.id });
  return { replace, setRaw, add, patch, remove };
};
