/** Builds a memory on a backend. Adds short inputs, defaults and cancellation, and throws failures. */
import { defined, ok } from '@cairn/schema';
import {
  type CallOptions,
  checked,
  FIELDS,
  FIELDS_IF_ANY,
  ID,
  ID_OR_KEY,
  IDS_OR_KEY,
  its,
  PROMPT,
  TAG_CHANGE,
  TEXT,
  TEXT_OR_FIELDS,
} from './checked.ts';
import type { Backend } from './daemon-backend.ts';
import type { Defaults, KeyName, Memory } from './memory.ts';
import { createPlacing, filled, type Placing } from './placed.ts';
import { createSessions } from './sessions.ts';

export const createMemory = (backend: Backend, defaults: Defaults): Memory => {
  const { agent, session } = defaults;
  const placing = createPlacing(defaults);
  const { placed } = placing;
  const author = defined({ agent, session });
  /** As in a search, the default project also has the facts of no project. */
  const byKey = async (what: KeyName, options: CallOptions) => {
    const here = placed(what);
    const found = await backend.getByKey(here, options);
    const isOver = found.ok || found.error.kind !== 'not_found' || what.project !== undefined;
    if (isOver || here.project == null) return found;
    const listed = await backend.list({ ...withoutNull(here), order: 'changed', limit: 1 }, options);
    const memory = listed.ok ? listed.value.memories[0] : undefined;
    return memory === undefined ? found : ok({ memory });
  };
  const close = () => backend.close();
  return {
    save: checked([TEXT_OR_FIELDS], (input, options = {}) => {
      const one = typeof input === 'string' ? { content: input } : input;
      return backend.save(placed(filled(one, author)), options);
    }),
    search: checked([TEXT_OR_FIELDS], (input, options = {}) => {
      const one = typeof input === 'string' ? { query: input } : input;
      // A search in one session ignores the default project.
      return backend.search(one.session === undefined ? placed(one) : one, options);
    }),
    get: checked([ID_OR_KEY], (what, options = {}) =>
      its('memory', typeof what === 'string' ? backend.get(what, options) : byKey(what, options)),
    ),
    list: checked([FIELDS_IF_ANY], (input = {}, options = {}) =>
      backend.list(withoutNull(placed(input)), options),
    ),
    history: checked([ID], (id, options = {}) => backend.history(id, options)),
    why: checked([TEXT], (text, options = {}) => backend.why({ text }, options)),
    supersede: checked([ID, TEXT_OR_FIELDS], (id, input, options = {}) => {
      const one = typeof input === 'string' ? { content: input } : input;
      return backend.supersede(id, filled(one, author), options);
    }),
    forget: checked([IDS_OR_KEY], (what, options = {}) =>
      backend.forget(forgetInputOf(what, placing), options),
    ),
    pin: checked([ID], (id, options = {}) => its('memory', backend.patch(id, { pinned: true }, options))),
    unpin: checked([ID], (id, options = {}) => its('memory', backend.patch(id, { pinned: false }, options))),
    tag: checked([ID, TAG_CHANGE], (id, { add = [], remove = [] }, options = {}) =>
      its('memory', backend.patch(id, { addTags: [...add], removeTags: [...remove] }, options)),
    ),
    context: checked([FIELDS_IF_ANY], (input = {}, options = {}) =>
      backend.context(withoutNull(placed(filled(input, defined({ session })))), options),
    ),
    prompt: checked([PROMPT], ({ messages, ...input } = {}, options = {}) => {
      const said = messages === undefined ? {} : { messages: messages.map((message) => ({ ...message })) };
      return backend.prompt({ ...placed(input), ...said }, options);
    }),
    profile: checked([], (options = {}) => its('profile', backend.profile(options))),
    setProfile: checked([FIELDS], (fields, options = {}) =>
      its('profile', backend.setProfile(fields, options)),
    ),
    sessions: createSessions(backend.sessions, placing, defined({ agent })),
    close,
    [Symbol.asyncDispose]: close,
  };
};

/** Drops a null project. A query string has no null, and in these calls null means the same as no project. */
const withoutNull = <T extends { readonly project?: string | null | undefined }>({ project, ...rest }: T) =>
  project == null ? rest : { ...rest, project };

const forgetInputOf = (what: string | readonly string[] | KeyName, placing: Placing) => {
  if (typeof what === 'string') return { ids: [what] };
  if (isList(what)) return { ids: [...what] };
  const { key, ...place } = placing.placed(what);
  return { key, ...defined(place) };
};

const isList = (what: readonly string[] | KeyName): what is readonly string[] => Array.isArray(what);
