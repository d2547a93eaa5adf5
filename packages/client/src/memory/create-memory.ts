/** Builds a memory on a backend. Adds short inputs, defaults and cancellation, and throws failures. */

import { ok } from '@cairn/schema';
import {
  checked,
  FIELDS,
  FIELDS_IF_ANY,
  ID,
  ID_OR_KEY,
  IDS_OR_KEY,
  PROMPT,
  TAG_CHANGE,
  TEXT,
  TEXT_OR_FIELDS,
} from './checked.ts';
import type { Backend } from './daemon-backend.ts';
import { filled } from './filled.ts';
import type { CallOptions, Defaults, KeyName, Memory } from './memory.ts';
import { createPlacing, type Placing } from './placed.ts';
import { createSessions } from './sessions.ts';
import { settled } from './settled.ts';

export const createMemory = (backend: Backend, defaults: Defaults): Memory => {
  const { agent, session } = defaults;
  const placing = createPlacing(defaults);
  const { placed } = placing;
  const author = given({ agent, session });
  const patched = async (id: string, input: Parameters<Backend['patch']>[1], options: CallOptions) =>
    (await settled(backend.patch(id, input, options), options)).memory;
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
      return settled(backend.save(placed(filled(one, author)), options), options);
    }),
    search: checked([TEXT_OR_FIELDS], (input, options = {}) => {
      const one = typeof input === 'string' ? { query: input } : input;
      // A search in one session ignores the default project.
      return settled(backend.search(one.session === undefined ? placed(one) : one, options), options);
    }),
    get: checked([ID_OR_KEY], async (what, options = {}) => {
      const found = typeof what === 'string' ? backend.get(what, options) : byKey(what, options);
      return (await settled(found, options)).memory;
    }),
    list: checked([FIELDS_IF_ANY], (input = {}, options = {}) =>
      settled(backend.list(withoutNull(placed(input)), options), options),
    ),
    history: checked([ID], (id, options = {}) => settled(backend.history(id, options), options)),
    why: checked([TEXT], (text, options = {}) => settled(backend.why({ text }, options), options)),
    supersede: checked([ID, TEXT_OR_FIELDS], (id, input, options = {}) => {
      const one = typeof input === 'string' ? { content: input } : input;
      return settled(backend.supersede(id, filled(one, author), options), options);
    }),
    forget: checked([IDS_OR_KEY], (what, options = {}) =>
      settled(backend.forget(forgetInputOf(what, placing), options), options),
    ),
    pin: checked([ID], (id, options = {}) => patched(id, { pinned: true }, options)),
    unpin: checked([ID], (id, options = {}) => patched(id, { pinned: false }, options)),
    tag: checked([ID, TAG_CHANGE], (id, { add = [], remove = [] }, options = {}) =>
      patched(id, { addTags: [...add], removeTags: [...remove] }, options),
    ),
    context: checked([FIELDS_IF_ANY], (input = {}, options = {}) =>
      settled(backend.context(withoutNull(placed(filled(input, given({ session })))), options), options),
    ),
    prompt: checked([PROMPT], ({ messages, ...input } = {}, options = {}) => {
      const said = messages === undefined ? {} : { messages: messages.map((message) => ({ ...message })) };
      return settled(backend.prompt({ ...placed(input), ...said }, options), options);
    }),
    profile: checked([], async (options = {}) => (await settled(backend.profile(options), options)).profile),
    setProfile: checked(
      [FIELDS],
      async (fields, options = {}) => (await settled(backend.setProfile(fields, options), options)).profile,
    ),
    sessions: createSessions(backend.sessions, placing, given({ agent })),
    close,
    [Symbol.asyncDispose]: close,
  };
};

/** Drops undefined values, so that they override nothing when spread. */
const given = <T extends object>(values: T): Partial<T> => {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const found: Partial<T> = {};
  return Object.assign(found, Object.fromEntries(entries));
};

/** Drops a null project. A query string has no null, and in these calls null means the same as no project. */
const withoutNull = <T extends { readonly project?: string | null | undefined }>({ project, ...rest }: T) =>
  project == null ? rest : { ...rest, project };

const forgetInputOf = (what: string | readonly string[] | KeyName, placing: Placing) => {
  if (typeof what === 'string') return { ids: [what] };
  if (isList(what)) return { ids: [...what] };
  const { key, ...place } = placing.placed(what);
  return { key, ...given(place) };
};

const isList = (what: readonly string[] | KeyName): what is readonly string[] => Array.isArray(what);
