/** `@cairn/client`: the memory of this device, for programs. docs/sdk.md is its manual. */
import { syncInput } from '@cairn/schema';
import { surroundings } from './adapters/surroundings.ts';
import { connect } from './device/connect.ts';
import { resolvePaths } from './device/paths.ts';
import { createAsk, createPlainAsk } from './memory/ask.ts';
import {
  ANYTHING,
  type Argument,
  check,
  checked,
  checkOptions,
  FIELDS_IF_ANY,
  isTextIfGiven,
  METHOD,
  PATH,
} from './memory/checked.ts';
import { createMemory } from './memory/create-memory.ts';
import { createDaemonBackend } from './memory/daemon-backend.ts';
import { eventIterator } from './memory/event-iterator.ts';
import type { DaemonMemory, Defaults } from './memory/memory.ts';
import { MemoryError } from './memory/memory-error.ts';
import { parsedInput } from './memory/parsed-input.ts';
import { createPlacing } from './memory/placed.ts';
import { createSchedules } from './memory/schedules.ts';

export type {
  AppendMessagesResult,
  ChatMessage,
  CompactSessionResult,
  ContextInput,
  ContextResult,
  DaemonEvent,
  ForgetResult,
  HistoryResult,
  ListInput,
  ListResult,
  MessageInput,
  Profile,
  ProfileFields,
  PromptResult,
  RestoreSessionResult,
  RollingSummaryResult,
  SaveInput,
  SaveResult,
  Schedule,
  ScheduleInput,
  SchedulePatch,
  ScheduleQuery,
  ScheduleResult,
  ScheduleRunResult,
  ScheduleRunsResult,
  SchedulesResult,
  SearchInput,
  SearchResult,
  SessionInfo,
  SessionMessage,
  SessionName,
  SessionsInput,
  SessionsResult,
  StatusResult,
  SupersedeInput,
  SupersedeResult,
  SyncResult,
  SystemJob,
} from '@cairn/schema';
export type {
  CallOptions,
  DaemonMemory,
  Defaults,
  KeyName,
  Memory,
  MemoryRecord,
  PromptRequest,
} from './memory/memory.ts';
export { MemoryError, type MemoryErrorKind } from './memory/memory-error.ts';
export type { Schedules } from './memory/schedules.ts';
export type { AppendFields, Sessions } from './memory/sessions.ts';

export interface ConnectMemoryOptions extends Defaults {
  /** Cairn's folder. Default: `CAIRN_HOME`, else the XDG folders. */
  readonly home?: string | undefined;
  /** The scope of all calls; `personal` for none. Default: the scope of each call's project. */
  readonly scope?: string | undefined;
  /** Whether to start a daemon if none runs. Default: true. */
  readonly start?: boolean | undefined;
  /** The environment of a started daemon. Default: this process's own. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The daemon's program. Default: the one that came with this package. */
  readonly program?: string | undefined;
}

const CONNECTING: Argument = {
  is: 'an object, or nothing, whose `home` is the path of a folder, `env` an object, `start` true or false, and `program` and `scope` texts, if it has them',
  fits: (options) => {
    if (!FIELDS_IF_ANY.fits(options)) return false;
    const { home, start, env }: Readonly<Record<string, unknown>> = { ...Object(options) };
    const isStart = start === undefined || typeof start === 'boolean';
    const areTexts = ['home', 'program', 'scope'].every((name) => isTextIfGiven(options, name));
    return areTexts && home !== '' && isStart && FIELDS_IF_ANY.fits(env);
  },
};

/**
 * Connects to the memory of this device. Finds the daemon, starts one if none runs, and replaces one that is older than this package.
 * Connections are reused, and do not keep the process alive.
 * @throws `MemoryError` of kind `daemon_unreachable`, whose message says why and what to do
 */
export const connectMemory = async (options: ConnectMemoryOptions = {}): Promise<DaemonMemory> => {
  check(CONNECTING, options);
  checkOptions(options, ['home', 'scope', 'start', 'env', 'program']);
  const { home, scope, start = true, env, program, ...defaults } = options;
  const around = surroundings(home);
  const paths = resolvePaths(around);
  const environment = env ?? around.env;
  const found = await connect(paths, {
    start,
    scope,
    env: home === undefined ? environment : { ...environment, CAIRN_HOME: home },
    ...(program === undefined ? {} : { program }),
  });
  if (!found.ok) throw new MemoryError(found.error);
  const client = found.value;
  const ask = createAsk(client);
  const own = { cwd: around.cwd, ...defaults };
  return {
    ...createMemory(createDaemonBackend(client, ask), own),
    schedules: createSchedules(ask, createPlacing(own), { agent: own.agent }),
    get daemon() {
      const { pid, port, version } = client.daemon();
      return { pid, port, version };
    },
    status: checked([], (call = {}) => ask('GET /v1/status', {}, call)),
    sync: checked([FIELDS_IF_ANY], (input = {}, call = {}) =>
      parsedInput(input, syncInput, (body) => ask('POST /v1/sync', { body }, call)),
    ),
    events: (call = {}) => eventIterator(client.events, call),
    request: checked([METHOD, PATH, ANYTHING], (method, path, body, call = {}) =>
      createPlainAsk(client)({ method, path: encoded(path), body }, call),
    ),
  };
};

/** Encodes spaces and letters of a path, as `fetch` does. */
const encoded = (path: string): string => {
  const { pathname, search } = new URL(path, 'http://127.0.0.1');
  return pathname + search;
};
