/**
 * The engine as the daemon holds it: two worker threads behind one object. No search delays a save, and nothing that the
 * database does stops the daemon's own thread.
 */
import { Worker } from 'node:worker_threads';
import { type CairnError, cairnError, err, LIMITS, ok, type Result, type SaveResult } from '@cairn/schema';
import type { Answer, StoreMaintenance } from '../engine/api.ts';
import type { Served } from '../engine/call.ts';
import type { EngineEvent } from '../engine/call-events.ts';
import type { Engine, ReadEngine, WriteEngine } from '../engine/engine.ts';
import { findingTurns } from './found-turns.ts';
import { type Caller, createCaller, isRemoteFailure, type ThreadEvent } from './rpc.ts';
import type { BackupFacts } from './store-maintenance.ts';
import type { OpenInput, ReaderCalls, RemotePlace, ThreadRole, WriterCalls } from './threads.ts';

export type { RemotePlace };

/** The database: a file, made when it is not there, in a folder that exists; or one on a libSQL server. [ST-3] */
export type OpenEngineOptions = OpenInput & EngineOptions;

interface EngineOptions {
  /** The device's name at its first start. */
  readonly deviceName: string;
  /** The program of the worker threads; by default it lies beside this file, or beside the bundle that this file is in. */
  readonly workerUrl?: URL;
  /** A thread ended without being asked to: this engine is of no use any more, and the program that holds it should end too. */
  readonly onDeath?: (reason: string) => void;
  /** Something was forgotten, by whatever call. Those by which a person forgets are answered when this is done. [ST-4] */
  readonly onErased?: () => Promise<void>;
  /** Each change, by whatever call, before that call is answered. */
  readonly onEvent?: (event: EngineEvent) => void;
}

/** Fails when the file cannot be opened, is damaged or full; a file of a newer program opens for reading. [ST-1] */
export const openEngine = async (options: OpenEngineOptions): Promise<Result<Engine, CairnError>> => {
  const { deviceName, workerUrl: _, onDeath: __, onErased, onEvent, ...input } = options;
  const erasures = createErasures(onErased);
  const writer = startThread<WriteEngine & StoreMaintenance & WriterCalls>('writer', options, (event) => {
    if (event === 'forgotten') erasures.tell();
    else if (typeof event === 'object') onEvent?.(event);
  });
  // Its thread starts while the writer brings the file to shape.
  const reader = startThread<ReadEngine & ReaderCalls>('reader', options, (event) =>
    repairOn(event, writer.caller),
  );
  // One after the other: SQLite folds the log into the file when the last connection closes, and of two that close at the
  // same moment each can take the other for the last.
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

/** Is it a sound database of Cairn, and how much is in it? In a thread of its own; changes nothing. [ST-2] */
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

/** Objects of a request die young: a small nursery keeps 12 MB out of the resident set and costs nothing measurable. */
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
  // When a thread dies before it has opened anything, the call that opens tells of it.
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

/** As sources the worker is a TypeScript file beside this one; in a bundle all parts lie in one folder. */
const defaultWorkerUrl = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './libsql-worker.js', import.meta.url);

const repairOn = (event: ThreadEvent, writer: Caller<WriterCalls>): void => {
  if (event === 'index_corrupt') writer.call('rebuildIndex').catch(() => undefined);
};

interface Erasures {
  tell(): void;
  /** Whatever was told of is done, or has failed. */
  done(): Promise<void>;
}

const createErasures = (onErased: () => Promise<void> = () => Promise.resolve()): Erasures => {
  const underWay = new Set<Promise<void>>();
  return {
    tell() {
      const one = onErased()
        .catch(() => undefined)
        .finally(() => underWay.delete(one));
      underWay.add(one);
    },
    async done() {
      await Promise.all(underWay);
    },
  };
};

/**
 * A function for each call that the thread says it serves. One by which a person forgets waits for the copies; whatever else
 * forgets is told of too, and `onErased` may itself call any other. [ST-4]
 */
const callsOf = <T>(caller: Caller<T>, served: Served, erasures: Erasures): T =>
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

/** A store's failure is an expected one. */
const answered = async <T>(work: Promise<T>): Promise<T | Result<never, CairnError>> => {
  try {
    return await work;
  } catch (error) {
    if (isRemoteFailure(error)) return err(error.cairnError);
    throw error;
  }
};

/** Saves under way with which one still waits for what is similar to it. In a larger burst the processor belongs to the saves. */
const SIMILAR_SAVES_MAX = 2;
/** A reader that answers a search has no time for it; so long a save waits for it then, and is answered without. */
const SIMILAR_BUSY_MS = 5;

type Similar = SaveResult['similar'];

const within = (asked: Promise<Similar>, ms: number): Promise<Similar> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, []);
    void asked.then((found) => {
      clearTimeout(timer);
      resolve(found);
    });
  });

/** The reader looks for similar memories, so that no save waits for another one's search. [M-4] */
const remembering = (
  { remember }: Pick<WriteEngine, 'remember'>,
  { similarTo, similarToText }: Pick<ReadEngine, 'similarTo' | 'similarToText'>,
  waiting: () => number,
): WriteEngine['remember'] => {
  let underWay = 0;
  let searches = 0;
  // The memory is saved whatever becomes of the search: one that fails must not say otherwise.
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
    // A new text is looked for beside its save. A memory that replaces another takes its scope from that, so it comes after.
    const isNew = input.supersedes === undefined && input.key == null;
    const isBusy = waiting() > searches;
    // The writer is told first: waking a thread may take the processor from this one.
    const saving = remember(input);
    const beside = isNew ? search(() => similarToText({ content, project, namespace })) : null;
    const saved = await saving;
    if (!saved.ok || saved.value.status === 'duplicate') return saved;
    const { id } = saved.value;
    const asked = beside ?? search(() => similarTo(id));
    const found = await (isBusy ? within(asked, SIMILAR_BUSY_MS) : asked);
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
