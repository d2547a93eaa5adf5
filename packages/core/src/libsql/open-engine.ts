/**
 * The engine that the daemon holds: two worker threads behind one object. A search never delays a save, and the
 * database never blocks the daemon's own thread.
 */
import { Worker } from 'node:worker_threads';
import { type Checked, cairnError, err, LIMITS, ok, type SaveResult } from '@cairn/schema';
import type { StoreMaintenance } from '../engine/api.ts';
import type { Served } from '../engine/call.ts';
import type { EngineEvent } from '../engine/call-events.ts';
import type { Answer } from '../engine/deps.ts';
import type { Engine, ReadEngine, WriteEngine } from '../engine/engine.ts';
import { findingTurns, within } from './found-turns.ts';
import { type Caller, createCaller, isRemoteFailure, type ThreadEvent } from './rpc.ts';
import type { BackupFacts } from './store-maintenance.ts';
import type { OpenInput, ReaderCalls, RemotePlace, ThreadRole, WriterCalls } from './threads.ts';

export type { RemotePlace };

/**
 * The database: a file or a database on a libSQL server. The file is made if it is missing, but its folder must exist.
 * [ST-3]
 */
export type OpenEngineOptions = OpenInput & EngineOptions;

interface EngineOptions {
  /** The device's name at its first start. */
  readonly deviceName: string;
  /**
   * The program of the worker threads. By default it is next to this file, or next to the bundle that contains this
   * file.
   */
  readonly workerUrl?: URL;
  /** Called when a thread ends unexpectedly. The engine is unusable then, and its program should end too. */
  readonly onDeath?: (reason: string) => void;
  /** Called after any call forgot something. A call by which a person forgets is answered when this is done. [ST-4] */
  readonly onErased?: () => Promise<void>;
  /** Called for each change of any call, before that call is answered. */
  readonly onEvent?: (event: EngineEvent) => void;
}

/** Fails when the file cannot be opened, is damaged or full. A file of a newer program is opened for reading. [ST-1] */
export const openEngine = async (options: OpenEngineOptions): Answer<Engine> => {
  const { deviceName, workerUrl: _, onDeath: __, onErased, onEvent, ...input } = options;
  const erasures = createErasures(onErased);
  const writer = startThread<WriteEngine & StoreMaintenance & WriterCalls>('writer', options, (event) => {
    if (event === 'forgotten') erasures.tell();
    else if (typeof event === 'object') onEvent?.(event);
  });
  // Its thread starts while the writer migrates the file.
  const reader = startThread<ReadEngine & ReaderCalls>('reader', options, (event) => {
    if (event === 'index_corrupt') writer.caller.call('rebuildIndex').catch(() => undefined);
  });
  // Stops one after the other. SQLite folds the log when the last connection closes. If two connections close at
  // once, each may find the other still open, and neither folds.
  const stop = async (): Promise<void> => {
    await reader.stop();
    await writer.stop();
  };
  try {
    const { readOnly, place, serves } = await writer.caller.call('open', input);
    const answers = await reader.caller.call('open', place);
    if (readOnly === null) await writer.caller.call('identity', { name: deviceName });
    else await writer.caller.call('forgetCopy');
    for (const thread of [writer, reader]) thread.noteOpen();
    const write: WriteEngine & StoreMaintenance = callsOf(writer.caller, serves, erasures);
    const read: ReadEngine = callsOf(reader.caller, answers, erasures);
    const findTurns = () => writer.caller.call('findTurns');
    const { appendMessages } = write;
    return ok({
      ...{ ...write, ...read, readOnly, close: stop },
      ...findingTurns({ ...read, appendMessages, findTurns }),
      remember: remembering(write, read, reader.caller.waiting),
    });
  } catch (error) {
    await stop();
    if (isRemoteFailure(error)) return err(error.cairnError);
    throw error;
  }
};

/**
 * Checks that a file is a sound database of Cairn, and returns how much it contains. Runs in a thread of its own and
 * changes nothing. [ST-2]
 */
export const checkBackup = async (
  path: string,
  options: Pick<EngineOptions, 'workerUrl'> = {},
): Answer<BackupFacts> => {
  const thread = startThread<ReaderCalls>('reader', options);
  try {
    return await answered(thread.caller.call('inspect', path).then(ok));
  } finally {
    await thread.stop();
  }
};

interface Thread<T> {
  readonly caller: Caller<T>;
  noteOpen(): void;
  stop(): Promise<void>;
}

/** Objects of a request are short-lived. A small nursery saves 12 MB of resident memory at no measurable cost. */
const RESOURCES = { maxYoungGenerationSizeMb: 2 };

const startThread = <T>(
  role: ThreadRole,
  { workerUrl = defaultWorkerUrl(), onDeath }: Pick<EngineOptions, 'workerUrl' | 'onDeath'>,
  onEvent: (event: ThreadEvent) => void = () => undefined,
): Thread<T> => {
  const worker = new Worker(workerUrl, {
    workerData: role,
    resourceLimits: RESOURCES,
    name: `cairn ${role}`,
  });
  const caller = createCaller<T>(worker, onEvent);
  // When a thread dies before it has opened the database, the opening call reports it.
  let isOpen = false;
  let isStopping = false;
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      if (isOpen && !isStopping) onDeath?.(`the engine's ${role} has ended`);
      caller.end(cairnError('stopping', `The engine's ${role} has ended.`));
      resolve();
    });
  });
  worker.on('message', caller.receive);
  worker.on('error', (error) =>
    caller.end(cairnError('internal', `The engine's ${role} failed: ${error.message}`)),
  );
  return {
    caller,
    noteOpen() {
      isOpen = true;
    },
    async stop() {
      isStopping = true;
      await caller.close().catch(() => undefined);
      await worker.terminate();
      await exited;
    },
  };
};

/** Finds the worker. From source it is a TypeScript file next to this one. In a bundle all parts are in one folder. */
const defaultWorkerUrl = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './libsql-worker.js', import.meta.url);
const createErasures = (onErased: () => Promise<void> = () => Promise.resolve()) => {
  const underWay = new Set<Promise<void>>();
  return {
    tell(): void {
      const one = onErased()
        .catch(() => undefined)
        .finally(() => underWay.delete(one));
      underWay.add(one);
    },
    /** Waits until every reported erasure is handled or has failed. */
    async done(): Promise<void> {
      await Promise.all(underWay);
    },
  };
};

/**
 * Makes a function for each call that the thread serves. A call by which a person forgets waits for `onErased`. Other
 * calls that forget also cause `onErased`, but do not wait. So `onErased` may make any of these others. [ST-4]
 */
const callsOf = <T>(caller: Caller<T>, served: Served, erasures: ReturnType<typeof createErasures>): T =>
  Object.assign(
    {},
    ...Object.entries(served).map(([name, facts]) => {
      const send = (...args: readonly unknown[]) => caller.send(name, args);
      const ask = facts.answers === true ? (...args: readonly unknown[]) => answered(send(...args)) : send;
      if (facts.erases !== true) return { [name]: ask };
      return {
        [name]: async (...args: readonly unknown[]) => {
          const answer = await ask(...args);
          await erasures.done();
          return answer;
        },
      };
    }),
  );

/** Returns a failure of the store as a value, because it is expected. */
const answered = async <T>(work: Promise<T>): Promise<T | Checked<never>> => {
  try {
    return await work;
  } catch (error) {
    if (isRemoteFailure(error)) return err(error.cairnError);
    throw error;
  }
};

/** Running saves up to which a save searches for similar memories. In a larger burst the saves get the processor. */
const SIMILAR_SAVES_MAX = 2;
/**
 * Milliseconds that a save waits for a reader that is busy with a search. After that it is answered without similar
 * memories.
 */
const SIMILAR_BUSY_MS = 5;

type Similar = SaveResult['similar'];

/** Lets the reader look for similar memories, so no save waits for another save's search. [M-4] */
const remembering = (
  { remember }: Pick<WriteEngine, 'remember'>,
  { similarTo, similarToText }: Pick<ReadEngine, 'similarTo' | 'similarToText'>,
  waiting: () => number,
): WriteEngine['remember'] => {
  let underWay = 0;
  let searches = 0;
  // The memory is saved in any case, so a failed search must not fail the call.
  const search = async (work: () => Promise<Similar>): Promise<Similar> => {
    if (underWay > SIMILAR_SAVES_MAX) return [];
    searches++;
    try {
      return await work();
    } catch {
      return [];
    } finally {
      searches--;
    }
  };
  const save: WriteEngine['remember'] = async (input) => {
    const { content, project = null, namespace = null } = input;
    // Searches for a new text while it is saved. A memory that replaces another one takes over its scope, so its search
    // comes after the save.
    const isNew = input.supersedes === undefined && input.key == null;
    const isBusy = waiting() > searches;
    // The writer is called first, because waking a thread may take the processor from this one.
    const saving = remember(input);
    const beside = isNew ? search(() => similarToText({ content, project, namespace })) : null;
    const saved = await saving;
    if (!saved.ok || saved.value.status === 'duplicate') return saved;
    const { id } = saved.value;
    const asked = beside ?? search(() => similarTo(id));
    const found = await (isBusy ? within(asked, SIMILAR_BUSY_MS, []) : asked);
    return ok({ ...saved.value, similar: found.filter((one) => one.id !== id).slice(0, LIMITS.similarMax) });
  };
  return async (input) => {
    underWay++;
    try {
      return await save(input);
    } finally {
      underWay--;
    }
  };
};
