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
import { CLOSED, type ClientError, clientError } from '../device/client-error.ts';
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

export const createEngineBackend = ({ engine, release, workspace }: EngineBackendDeps): Backend => {
  const calls = createCalls();
  const { answer, parsed } = calls;
  return {
    save: (input) => parsed(input, saveInput, engine.remember),
    search: (input) =>
      parsed(input, searchInput, async (one) => {
        const found = await engine.search(one);
        if (found.ok) noteAccess(engine, found.value.results);
        return found;
      }),
    get: (id) => answer(async () => noted(engine, await engine.get(id))),
    getByKey: (name) =>
      parsed(keyQueryOf(name), byKeyInput, async ({ key, namespace = null }) =>
        noted(engine, await engine.getByKey(key, namespace, name.project)),
      ),
    list: (input) => parsed(input, listInput, engine.list),
    history: (id) => answer(() => engine.history(id)),
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
          if (ids.length > 0 || one.again === true)
            await engine.noteInjected(session, ids, one.again === true);
        }
        return made;
      }),
    prompt: async ({ cwd, ...input }) => {
      const around = surroundingsOf(cwd ?? workspace);
      return around.ok ? parsed(input, promptInput, (one) => engine.prompt(one, around.value)) : around;
    },
    profile: () => answer(async () => ok({ profile: await engine.profile() })),
    setProfile: (fields) =>
      parsed({ fields }, profileFieldsInput, (one) => engine.changeProfile({ kind: 'fields', ...one })),
    sessions: createEngineSessions(engine, calls),
    close: async () => {
      await calls.end();
      await engine.close();
      release();
    },
  };
};

/** Counts accesses in the background. The caller neither waits for it nor fails because of it. [M-6] */
const noteAccess = (engine: Engine, memories: readonly { readonly id: string }[]): void => {
  if (engine.readOnly || memories.length === 0) return;
  engine.noteAccess(memories.map(({ id }) => id)).catch(() => undefined);
};

const noted = (engine: Engine, found: Awaited<ReturnType<Engine['get']>>): typeof found => {
  if (found.ok) noteAccess(engine, [found.value.memory]);
  return found;
};

const createEngineSessions = (engine: Engine, { answer, parsed }: Calls): SessionBackend => {
  const unknown = (id: string) => {
    const sentence = `No session ${JSON.stringify(id)} is in this memory. \`list\` lists the sessions.`;
    return err(cairnError('not_found', sentence));
  };
  return {
    append: (input) => parsed(input, appendMessagesInput, engine.appendMessages),
    list: (input) => parsed(input, sessionsInput, async (one) => ok(await engine.sessions(one))),
    get: (id) =>
      answer(async () => {
        const session = await engine.session(id);
        return session === null ? unknown(id) : ok({ session });
      }),
    messages: (input) =>
      parsed(input, sessionMessagesInput, async (one) => {
        if ((await engine.session(one.session)) === null) return unknown(one.session);
        return ok({ messages: [...(await engine.sessionMessages(one))] });
      }),
    restore: (input) => parsed(input, restoreSessionInput, engine.restoreSession),
    compact: (input) => parsed(input, compactSessionInput, engine.compactSession),
    summarise: (input) => parsed(input, rollingSummaryInput, engine.writeRollingSummary),
    end: (id) => answer(() => engine.endSession(id)),
    setTask: (id, task) => answer(() => engine.setActiveTask(id, task)),
    noteFile: async (id, path) =>
      isAbsolute(path) ? answer(() => engine.noteFile(id, path)) : err(clientError(NO_FILE_PATH)),
    delete: (id) => answer(() => engine.deleteSession(id)),
  };
};

type Calls = ReturnType<typeof createCalls>;

/** Calls that are under way when the memory is closed get their answer; later ones are refused, as behind the daemon. [SD-3] */
const createCalls = () => {
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  const answer = async <T>(work: () => Promise<Checked<T>>): Answer<T> => {
    if (isClosed) return err(CLOSED);
    const asked = work();
    underWay.add(asked);
    try {
      const result = await asked;
      return result.ok ? ok(result.value) : err(clientError(result.error));
    } catch (error) {
      // Some reads of the engine throw the failures of the store, and return no result.
      if (isRemoteFailure(error)) return err(clientError(error.cairnError));
      throw error;
    } finally {
      underWay.delete(asked);
    }
  };
  const parsed = <I, T>(
    input: unknown,
    schema: z.ZodType<I>,
    work: (input: I) => Promise<Checked<T>>,
  ): Answer<T> =>
    parsedInput(input, schema, async (one) =>
      namesFolder(one) ? err(clientError(NO_FOLDERS)) : answer(() => work(one)),
    );
  const end = async (): Promise<void> => {
    isClosed = true;
    await Promise.allSettled(underWay);
  };
  return { answer, parsed, end };
};

const namesFolder = (input: unknown): boolean => {
  const { project, cwd }: { readonly project?: unknown; readonly cwd?: unknown } = { ...Object(input) };
  return project === '.' || cwd !== undefined;
};

const NO_FOLDERS = cairnError(
  'invalid_input',
  'A memory in this process cannot find the project of a folder: give the project by its name.',
);
