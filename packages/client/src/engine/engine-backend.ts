/** A backend on the engine in this process. It parses inputs as the daemon does at its border. */
import { isAbsolute } from 'node:path';
import { type Engine, isRemoteFailure, type PromptSurroundings, WORKSPACE_FILES } from '@cairn/core';
import {
  appendMessagesInput,
  byKeyInput,
  type Checked,
  cairnError,
  compactSessionInput,
  contextInput,
  err,
  forgetInput,
  listInput,
  ok,
  patchInput,
  profileFieldsInput,
  promptInput,
  type Result,
  restoreSessionInput,
  rollingSummaryInput,
  saveInput,
  searchInput,
  sessionMessagesInput,
  sessionsInput,
  supersedeInput,
  whyInput,
} from '@cairn/schema';
import type * as z from 'zod';
import { machine } from '../adapters/surroundings.ts';
import { machineZone } from '../adapters/system-time.ts';
import { readWorkspaceFile } from '../adapters/workspace-files.ts';
import { type ClientError, clientError } from '../device/client-error.ts';
import { type Backend, keyQueryOf, type SessionBackend } from '../memory/daemon-backend.ts';
import type { Answer } from '../memory/memory-error.ts';
import { parsedInput } from '../memory/parsed-input.ts';

/** Without a workspace, no files are read. */
const surroundingsOf = (workspace: string | undefined): Result<PromptSurroundings, ClientError> => {
  if (workspace !== undefined && !(typeof workspace === 'string' && isAbsolute(workspace)))
    return err(clientError(NO_PATH));
  const files = WORKSPACE_FILES.flatMap((name) => {
    const found = readWorkspaceFile(name, { workspace: workspace ?? null, own: null });
    return found === null ? [] : [[name, found.text] as const];
  });
  return ok({ files: Object.fromEntries(files), machine: machine(), timezone: machineZone() });
};

const NO_PATH = cairnError('invalid_input', '`cwd` must be the absolute path of a folder.');

const NO_FILE_PATH = cairnError('invalid_input', 'path: Give the absolute path of the file.');

/** `workspace`: the folder of a prompt's files, if the caller names none. */
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
  getByKey: (name) =>
    parsed(keyQueryOf(name), byKeyInput, async ({ key, namespace = null }) =>
      noted(engine, await engine.getByKey(key, namespace, name.project)),
    ),
  list: (input) => parsed(input, listInput, engine.list),
  history: async (id) => answered(await engine.history(id)),
  why: (input) => parsed(input, whyInput, engine.why),
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
  profile: () => told(async () => ok({ profile: await engine.profile() })),
  setProfile: (fields) =>
    parsed({ fields }, profileFieldsInput, (one) => engine.changeProfile({ kind: 'fields', ...one })),
  sessions: createEngineSessions(engine),
  close: async () => {
    await engine.close();
    release();
  },
});

/** Counts accesses in the background. The caller neither waits for it nor fails because of it. [M-6] */
const noteAccess = (engine: Engine, memories: readonly { readonly id: string }[]): void => {
  if (engine.readOnly || memories.length === 0) return;
  engine.noteAccess(memories.map(({ id }) => id)).catch(() => undefined);
};

const noted = (engine: Engine, found: Awaited<ReturnType<Engine['get']>>): typeof found => {
  if (found.ok) noteAccess(engine, [found.value.memory]);
  return found;
};

const createEngineSessions = (engine: Engine): SessionBackend => {
  const unknown = (id: string) => {
    const sentence = `No session ${JSON.stringify(id)} is in this memory. \`list\` lists the sessions.`;
    return err(cairnError('not_found', sentence));
  };
  return {
    append: (input) => parsed(input, appendMessagesInput, engine.appendMessages),
    list: (input) => told(() => parsed(input, sessionsInput, async (one) => ok(await engine.sessions(one)))),
    get: (id) =>
      told(async () => {
        const session = await engine.session(id);
        return answered(session === null ? unknown(id) : ok({ session }));
      }),
    messages: (input) =>
      told(() =>
        parsed(input, sessionMessagesInput, async (one) => {
          if ((await engine.session(one.session)) === null) return unknown(one.session);
          return ok({ messages: [...(await engine.sessionMessages(one))] });
        }),
      ),
    restore: (input) => parsed(input, restoreSessionInput, engine.restoreSession),
    compact: (input) => parsed(input, compactSessionInput, engine.compactSession),
    summarise: (input) => parsed(input, rollingSummaryInput, engine.writeRollingSummary),
    end: async (id) => answered(await engine.endSession(id)),
    setTask: async (id, task) => answered(await engine.setActiveTask(id, task)),
    noteFile: async (id, path) =>
      isAbsolute(path) ? answered(await engine.noteFile(id, path)) : err(clientError(NO_FILE_PATH)),
    delete: async (id) => answered(await engine.deleteSession(id)),
  };
};

const parsed = async <I, T>(
  input: unknown,
  schema: z.ZodType<I>,
  work: (input: I) => Promise<Checked<T>>,
): Answer<T> =>
  parsedInput(input, schema, async (one) =>
    namesFolder(one) ? err(clientError(NO_FOLDERS)) : answered(await work(one)),
  );

/** Some reads of the engine throw the failures of the store, and return no result. */
const told = async <T>(work: () => Answer<T>): Answer<T> =>
  work().catch((error: unknown) => {
    if (isRemoteFailure(error)) return err(clientError(error.cairnError));
    throw error;
  });

const namesFolder = (input: unknown): boolean => {
  const { project, cwd }: { readonly project?: unknown; readonly cwd?: unknown } = { ...Object(input) };
  return project === '.' || cwd !== undefined;
};

const NO_FOLDERS = cairnError(
  'invalid_input',
  'A memory in this process cannot find the project of a folder: give the project by its name.',
);

const answered = <T>(result: Checked<T>): Result<T, ClientError> =>
  result.ok ? ok(result.value) : err(clientError(result.error));
