/**
 * The engine as the daemon holds it: two worker threads behind one object. No search delays a save, and nothing that the
 * database does stops the daemon's own thread.
 */
import { Worker } from 'node:worker_threads';
import { type CairnError, cairnError, err, LIMITS, ok, type Result, type SaveResult } from '@cairn/schema';
import type { Answer, Engine, ReadEngine, WriteEngine } from '../engine/api.ts';
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
  /** A thread ended without being asked to: this engine is of no use any more, and whoever holds it should end too. */
  readonly onDeath?: (reason: string) => void;
  /** Something was forgotten, by whatever call. Those by which a person forgets are answered when this is done. [ST-4] */
  readonly onErased?: () => Promise<void>;
}

/** Fails when the file cannot be opened, is damaged or full; a file of a newer program opens for reading. [ST-1] */
export const openEngine = async (options: OpenEngineOptions): Promise<Result<Engine, CairnError>> => {
  const { deviceName, workerUrl: _, onDeath: __, onErased, ...input } = options;
  const erasures = createErasures(onErased);
  const writer = startThread<WriteEngine & WriterCalls>('writer', options, (event) => {
    if (event === 'forgotten') erasures.tell();
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
    const { readOnly, place } = await writer.caller.call('open', input);
    await reader.caller.call('open', place);
    if (readOnly === null) await writer.caller.call('identity', { name: deviceName });
    else await writer.caller.call('forgetCopy');
    for (const thread of [writer, reader]) thread.noteOpen();
    const engine = engineOver(writer.caller, reader.caller);
    return ok({ ...engine, ...forgetting(engine, erasures), readOnly, close: stop });
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
  // Of one that dies before it has opened anything, the call that opens tells.
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

/** Only says who waits: whatever else forgets is told of too, and `onErased` may itself call any other. [ST-4] */
const forgetting = (
  engine: Pick<
    WriteEngine,
    'forget' | 'rejectHeld' | 'forgetSource' | 'deleteSession' | 'deleteSchedule' | 'dropRemoved'
  >,
  erasures: Erasures,
): typeof engine => {
  const after =
    <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const answer = await work(...args);
      await erasures.done();
      return answer;
    };
  return {
    forget: after(engine.forget),
    rejectHeld: after(engine.rejectHeld),
    forgetSource: after(engine.forgetSource),
    deleteSession: after(engine.deleteSession),
    deleteSchedule: after(engine.deleteSchedule),
    dropRemoved: after(engine.dropRemoved),
  };
};

/** A store's failure is an expected one. */
const answered = async <T>(work: Promise<Result<T, CairnError>>): Answer<T> => {
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

/** What is similar is looked for by the reader, so that no save waits for another one's search. [M-4] */
const remembering = (writer: Caller<WriteEngine>, reader: Caller<ReadEngine>): WriteEngine['remember'] => {
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
    // A new text is looked for beside its save. What replaces another takes its scope from that, so it comes after.
    const isNew = input.supersedes === undefined && input.key == null;
    const isBusy = reader.waiting() > searches;
    // The writer is told first: waking a thread may take the processor from this one.
    const saving = answered(writer.call('remember', input));
    const beside = isNew ? search(() => reader.call('similarToText', { content, project, namespace })) : null;
    const saved = await saving;
    if (!saved.ok || saved.value.status === 'duplicate') return saved;
    const { id } = saved.value;
    const asked = beside ?? search(() => reader.call('similarTo', id));
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

const engineOver = (
  writer: Caller<WriteEngine & WriterCalls>,
  reader: Caller<ReadEngine & ReaderCalls>,
): Omit<Engine, 'readOnly' | 'close'> => ({
  ...findingTurns({
    appendMessages: (input) => answered(writer.call('appendMessages', input)),
    search: (input, meaning) => answered(reader.call('search', input, meaning)),
    searchSession: (input) => reader.call('searchSession', input),
    findTurns: () => writer.call('findTurns'),
  }),
  remember: remembering(writer, reader),
  supersede: (id, input) => answered(writer.call('supersede', id, input)),
  patch: (id, input) => answered(writer.call('patch', id, input)),
  forget: (input) => answered(writer.call('forget', input)),
  importRecords: (input) => answered(writer.call('importRecords', input)),
  changeProfile: (change) => answered(writer.call('changeProfile', change)),
  indexDocument: (input) => answered(writer.call('indexDocument', input)),
  importTurns: (input) => answered(writer.call('importTurns', input)),
  forgetSource: (id, forGood) => answered(writer.call('forgetSource', id, forGood)),
  noteFolder: (input) => answered(writer.call('noteFolder', input)),
  forgetFolders: (path) => answered(writer.call('forgetFolders', path)),
  noteAccess: (ids) => writer.call('noteAccess', ids),
  noteCompared: (batch) => writer.call('noteCompared', batch),
  acceptHeld: (id) => answered(writer.call('acceptHeld', id)),
  rejectHeld: (id) => answered(writer.call('rejectHeld', id)),
  replaceBy: (id, other) => answered(writer.call('replaceBy', id, other)),
  keepReviewed: (id, others) => answered(writer.call('keepReviewed', id, others)),
  noteInjected: (session, ids, anew) => writer.call('noteInjected', session, ids, anew),
  identity: (wish) => writer.call('identity', wish),
  useKeys: (keys) => answered(writer.call('useKeys', keys)),
  enterVault: (vault) => answered(writer.call('enterVault', vault)),
  leaveVault: () => answered(writer.call('leaveVault')),
  membership: () => writer.call('membership'),
  takeMembership: (taken) => answered(writer.call('takeMembership', taken)),
  fork: (device, push) => answered(writer.call('fork', device, push)),
  heal: (why) => answered(writer.call('heal', why)),
  beginReseal: (kg) => answered(writer.call('beginReseal', kg)),
  enqueueUnconfirmed: () => answered(writer.call('enqueueUnconfirmed')),
  freezeBatch: () => answered(writer.call('freezeBatch')),
  settleBatch: (settled) => answered(writer.call('settleBatch', settled)),
  thawBatch: (pushNo, how) => answered(writer.call('thawBatch', pushNo, how)),
  applyPage: (page) => answered(writer.call('applyPage', page)),
  setIllAside: (how) => writer.call('setIllAside', how),
  useGeneration: (kg) => answered(writer.call('useGeneration', kg)),
  noteServerTime: (sample) => writer.call('noteServerTime', sample),
  setStopped: (stopped) => writer.call('setStopped', stopped),
  noteMembersMended: (mended) => writer.call('noteMembersMended', mended),
  requeue: (names) => answered(writer.call('requeue', names)),
  takeRegisters: (items, asked = []) => answered(writer.call('takeRegisters', items, asked)),
  restoreRemoved: (ids) => answered(writer.call('restoreRemoved', ids)),
  dropRemoved: (ids) => answered(writer.call('dropRemoved', ids)),
  expireRemoved: () => writer.call('expireRemoved'),
  namesToAsk: () => writer.call('namesToAsk'),
  noteVerified: (found) => writer.call('noteVerified', found),
  retryDead: () => answered(writer.call('retryDead')),
  syncFacts: () => writer.call('syncFacts'),
  endSession: (id) => answered(writer.call('endSession', id)),
  compactSession: (input) => answered(writer.call('compactSession', input)),
  rollSession: (id) => answered(writer.call('rollSession', id)),
  writeRollingSummary: (input) => answered(writer.call('writeRollingSummary', input)),
  rewordSummary: (reworded) => writer.call('rewordSummary', reworded),
  deleteSession: (id) => answered(writer.call('deleteSession', id)),
  setActiveTask: (id, task) => answered(writer.call('setActiveTask', id, task)),
  noteFile: (id, path) => answered(writer.call('noteFile', id, path)),
  claimFlush: (session) => writer.call('claimFlush', session),
  keepExtracted: (input) => writer.call('keepExtracted', input),
  keepDirective: (input) => writer.call('keepDirective', input),
  keepSummary: (written) => writer.call('keepSummary', written),
  markBacklog: (project, before) => writer.call('markBacklog', project, before),
  noteModelCall: (call) => writer.call('noteModelCall', call),
  addSchedule: (input, timezone) => answered(writer.call('addSchedule', input, timezone)),
  patchSchedule: (id, change, timezone) => answered(writer.call('patchSchedule', id, change, timezone)),
  takeSchedule: (id) => answered(writer.call('takeSchedule', id)),
  deleteSchedule: (id) => answered(writer.call('deleteSchedule', id)),
  tendSchedules: () => writer.call('tendSchedules'),
  beginRun: (id, byHand) => answered(writer.call('beginRun', id, byHand)),
  endRun: (report) => answered(writer.call('endRun', report)),
  interruptRuns: () => writer.call('interruptRuns'),
  noteDay: (figures) => writer.call('noteDay', figures),
  noteGiven: (given) => writer.call('noteGiven', given),
  noteCopiesErased: (at) => writer.call('noteCopiesErased', at),
  noteSystemRun: (times, run) => writer.call('noteSystemRun', times, run),
  backup: (path) => answered(writer.call('backup', path)),
  check: (fix) => answered(writer.call('check', fix)),
  checkProjection: (fix) => answered(writer.call('checkProjection', fix)),
  checkpoint: () => writer.call('checkpoint'),
  bytes: () => writer.call('bytes'),
  keepVectors: (made) => answered(writer.call('keepVectors', made)),
  evictVectors: (after) => writer.call('evictVectors', after),
  unembedded: (model, limit) => reader.call('unembedded', model, limit),
  vectorCounts: (model) => reader.call('vectorCounts', model),
  similarTo: (id) => reader.call('similarTo', id),
  similarToText: (input) => reader.call('similarToText', input),
  get: (id) => answered(reader.call('get', id)),
  getByKey: (key, namespace) => answered(reader.call('getByKey', key, namespace)),
  history: (id) => answered(reader.call('history', id)),
  list: (input) => answered(reader.call('list', input)),
  context: (input) => answered(reader.call('context', input)),
  prompt: (input, around) => answered(reader.call('prompt', input, around)),
  profile: () => reader.call('profile'),
  profileHistory: (field) => answered(reader.call('profileHistory', field)),
  review: (input) => answered(reader.call('review', input)),
  compareNext: (limit) => reader.call('compareNext', limit),
  exportPage: (after, limit) => answered(reader.call('exportPage', after, limit)),
  listSources: (kind) => reader.call('listSources', kind),
  indexedFolders: () => reader.call('indexedFolders'),
  sessions: (input) => reader.call('sessions', input),
  session: (id) => reader.call('session', id),
  sessionMessages: (input) => reader.call('sessionMessages', input),
  staleSessions: (query) => reader.call('staleSessions', query),
  summarisedPart: (id) => reader.call('summarisedPart', id),
  restoreSession: (input) => answered(reader.call('restoreSession', input)),
  summaries: (projects) => reader.call('summaries', projects),
  summaryScopes: () => reader.call('summaryScopes'),
  findSummaryWork: (work) => reader.call('findSummaryWork', work),
  modelUsage: (sinceMs) => reader.call('modelUsage', sinceMs),
  modelDays: (sinceMs) => reader.call('modelDays', sinceMs),
  modelCalls: (limit) => reader.call('modelCalls', limit),
  getSchedule: (id) => answered(reader.call('getSchedule', id)),
  schedules: (filter) => reader.call('schedules', filter),
  dueSchedules: (limit) => reader.call('dueSchedules', limit),
  scheduleRuns: (id, limit) => answered(reader.call('scheduleRuns', id, limit)),
  scheduleRun: (id) => answered(reader.call('scheduleRun', id)),
  dayFigures: (since) => reader.call('dayFigures', since),
  passagesSize: () => reader.call('passagesSize'),
  contextDays: (input) => answered(reader.call('contextDays', input)),
  erasedAt: () => reader.call('erasedAt'),
  systemTimes: () => reader.call('systemTimes'),
  counts: () => reader.call('counts'),
  stats: () => reader.call('stats'),
  digestRanges: (ranges, above) => reader.call('digestRanges', ranges, above),
  heldPage: (query) => reader.call('heldPage', query),
  deadLetters: () => reader.call('deadLetters'),
  removed: () => reader.call('removed'),
});
