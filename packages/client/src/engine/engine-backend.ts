/** A backend on the engine in this process. Inputs are parsed here, as the daemon does at its border. */

import { isAbsolute } from 'node:path';
import type { Engine } from '@cairn/core';
import { type PromptSurroundings, WORKSPACE_FILES } from '@cairn/core';
import {
  cairnError,
  contextInput,
  err,
  forgetInput,
  listInput,
  ok,
  patchInput,
  profileFieldsInput,
  promptInput,
  type Result,
  saveInput,
  searchInput,
  supersedeInput,
} from '@cairn/schema';
import { machine } from '../adapters/surroundings.ts';
import { machineZone } from '../adapters/system-time.ts';
import { readWorkspaceFile } from '../adapters/workspace-files.ts';
import type { Backend } from '../memory/backend.ts';
import type { MemoryFailure } from '../memory/memory-error.ts';
import { createEngineSessions } from './engine-sessions.ts';
import { answered, failureOf, parsed } from './parsed.ts';

/** Without a workspace no file is looked for. */
const surroundingsOf = (workspace: string | undefined): Result<PromptSurroundings, MemoryFailure> => {
  if (workspace !== undefined && !isAbsolute(workspace)) return err(failureOf(NO_PATH));
  const files = WORKSPACE_FILES.flatMap((name) => {
    const found = readWorkspaceFile(name, { workspace: workspace ?? null, own: null });
    return found === null ? [] : [[name, found.text] as const];
  });
  return ok({ files: Object.fromEntries(files), machine: machine(), timezone: machineZone() });
};

const NO_PATH = cairnError('invalid_input', '`cwd` must be the absolute path of a folder.');

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
