/** A backend on the engine in this process. Inputs are parsed here, as the daemon does at its border. */
import type { Engine } from '@cairn/core';
import {
  type CairnError,
  cairnError,
  contextInput,
  err,
  forgetInput,
  listInput,
  ok,
  parseInput,
  patchInput,
  profileFieldsInput,
  promptInput,
  type Result,
  saveInput,
  searchInput,
  supersedeInput,
} from '@cairn/schema';
import type * as z from 'zod';
import type { Answer, Backend } from '../memory/backend.ts';
import type { MemoryFailure } from '../memory/memory-error.ts';

export const failureOf = ({ kind, message, retryable }: CairnError): MemoryFailure => ({
  kind,
  message,
  retryable,
  status: null,
  problem: null,
});

export const createEngineBackend = (engine: Engine, release: () => void): Backend => ({
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
  // Files of a workspace, and the machine, are the daemon's to look at.
  prompt: (input) =>
    parsed(input, promptInput, (one) => engine.prompt(one, { files: {}, machine: null, timezone: 'UTC' })),
  profile: async () => ok({ profile: await engine.profile() }),
  setProfile: (fields) =>
    parsed({ fields }, profileFieldsInput, (one) => engine.changeProfile({ kind: 'fields', ...one })),
  close: async () => {
    await engine.close();
    release();
  },
});

const parsed = async <I, T>(
  input: unknown,
  schema: z.ZodType<I>,
  work: (input: I) => Promise<Result<T, CairnError>>,
): Answer<T> => {
  const one = parseInput(input, schema);
  if (!one.ok) return err(failureOf(one.error));
  return namesFolder(one.value) ? err(failureOf(NO_FOLDERS)) : answered(await work(one.value));
};

const namesFolder = (input: unknown): boolean => {
  const { project, cwd }: { readonly project?: unknown; readonly cwd?: unknown } = { ...Object(input) };
  return project === '.' || cwd !== undefined;
};

const NO_FOLDERS = cairnError(
  'invalid_input',
  'A memory in this process does not know which folder is which project: give the project by its name.',
);

const answered = <T>(result: Result<T, CairnError>): Result<T, MemoryFailure> =>
  result.ok ? ok(result.value) : err(failureOf(result.error));

/** Counting is nothing that a caller waits for, or fails by. [M-6] */
const noteAccess = (engine: Engine, memories: readonly { readonly id: string }[]): void => {
  if (engine.readOnly || memories.length === 0) return;
  engine.noteAccess(memories.map(({ id }) => id)).catch(() => undefined);
};

const noted = (engine: Engine, found: Awaited<ReturnType<Engine['get']>>): typeof found => {
  if (found.ok) noteAccess(engine, [found.value.memory]);
  return found;
};
