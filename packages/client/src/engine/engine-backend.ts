/** A backend on the engine in this process. Inputs are parsed here, as the daemon does at its border. */
import type { Engine } from '@cairn/core';
import {
  contextInput,
  forgetInput,
  listInput,
  ok,
  patchInput,
  profileFieldsInput,
  promptInput,
  saveInput,
  searchInput,
  supersedeInput,
} from '@cairn/schema';
import type { Backend } from '../memory/backend.ts';
import { createEngineSessions } from './engine-sessions.ts';
import { answered, parsed } from './parsed.ts';
import { surroundingsOf } from './prompt-surroundings.ts';

/** `workspace`: where the files of a prompt are looked for when its caller names no folder. */
export interface EngineBackendDeps {
  readonly engine: Engine;
  readonly release: () => void;
  readonly workspace: string | undefined;
}

export const createEngineBackend = ({ engine, release, workspace }: EngineBackendDeps): Backend => ({
  save: (input) => parsed(input, saveInput, engine.remember),
  search: (input) =>
    parsed(input, searchInput, async (one) => {
      const found = await engine.search(one);
      if (found.ok) noteAccess(engine, found.value.results);
      return found;
    }),
  get: async (id) => answered(noted(engine, await engine.get(id))),
  getByKey: async ({ key, namespace = null }) =>
    answered(noted(engine, await engine.getByKey(key, namespace))),
  list: (input) => parsed(input, listInput, engine.list),
  history: async (id) => answered(await engine.history(id)),
  supersede: (id, input) => parsed(input, supersedeInput, (one) => engine.supersede(id, one)),
  forget: (input) => parsed(input, forgetInput, engine.forget),
  patch: (id, input) => parsed(input, patchInput, (one) => engine.patch(id, one)),
  context: (input) =>
    parsed(input, contextInput, async (one) => {
      const made = await engine.context(one);
      const session = one.session?.trim() ?? '';
      if (made.ok && session !== '' && !engine.readOnly) {
        const ids = made.value.sections.flatMap((section) => section.ids);
        if (ids.length > 0 || one.again === true) await engine.noteInjected(session, ids, one.again === true);
      }
      return made;
    }),
  prompt: async ({ cwd, ...input }) => {
    const around = surroundingsOf(cwd ?? workspace);
    return around.ok ? parsed(input, promptInput, (one) => engine.prompt(one, around.value)) : around;
  },
  profile: async () => ok({ profile: await engine.profile() }),
  setProfile: (fields) =>
    parsed({ fields }, profileFieldsInput, (one) => engine.changeProfile({ kind: 'fields', ...one })),
  sessions: createEngineSessions(engine),
  close: async () => {
    await engine.close();
    release();
  },
});

/** Counting is nothing that a caller waits for, or fails by. [M-6] */
const noteAccess = (engine: Engine, memories: readonly { readonly id: string }[]): void => {
  if (engine.readOnly || memories.length === 0) return;
  engine.noteAccess(memories.map(({ id }) => id)).catch(() => undefined);
};

const noted = (engine: Engine, found: Awaited<ReturnType<Engine['get']>>): typeof found => {
  if (found.ok) noteAccess(engine, [found.value.memory]);
  return found;
};
