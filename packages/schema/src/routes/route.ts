/**
 * A route of the daemon, declared once by `METHOD /path`, with parameters as `:name`. Plain data without zod: schemas are named here and
 * looked up where needed. Derived from it: the gate, the page's allow-list, what may be repeated, the OpenAPI document, docs/http-api.md
 * and the callers' types.
 */
import type * as z from 'zod';
import type { DaemonErrorKind } from '../errors.ts';

type Exports = typeof import('./schemas.ts');
/** Schemas by their export names. */
export type Schemas = {
  readonly [K in keyof Exports as Exports[K] extends z.ZodType ? K : never]: Exports[K];
};

type QueryName = { [K in keyof Schemas]: Schemas[K] extends z.ZodObject ? K : never }[keyof Schemas];

export interface Route {
  /** A sentence. */
  readonly summary: string;
  /** Further sentences: units, effects, exceptions. */
  readonly details?: string;
  readonly query?: QueryName;
  readonly body?: keyof Schemas;
  /** Maximum bytes of the body. Default: `LIMITS.requestBytesMax`. For a file, twice its limit, because JSON escapes add to it. [TR-60] */
  readonly bodyBytesMax?: number;
  /** Statuses of success. Default: 200. */
  readonly statuses?: readonly number[];
  readonly response: keyof Schemas;
  /** Default: `application/json`. */
  readonly mediaType?: string;
  /** Kinds of problems besides those of every route. */
  readonly problems?: readonly DaemonErrorKind[];
  /** Needs no token. */
  readonly isOpen?: true;
  /** A browser with access may call it. [PG-3] */
  readonly page?: true;
  /** An idempotent POST. A caller whose connection broke may send it again. */
  readonly repeatable?: true;
  /** A restore of a backup waits until running requests of this route are answered. */
  readonly sharesStore?: true;
  /**
   * Set for a route that waits for the sync server: the limit in milliseconds, unless the body has a `timeoutS`. The request ends after
   * that time, or when its caller disconnects. The command line says that it waits for the server. [RL-46]
   */
  readonly serverMsMax?: number;
  /** Also answered while a backup is restored or the daemon stops. */
  readonly always?: true;
}

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];
export type Routes = Readonly<Record<`${Method} /${string}`, Route>>;

/** Problems of the store that prevent a change. */
export const WRITES = [
  'storage_full',
  'storage_read_only',
  'storage_newer',
  'storage_corrupt',
  'storage_unreachable',
  'storage_refused',
  'storage_taken',
] as const;
export const READS = ['storage_corrupt', 'storage_unreachable', 'storage_refused'] as const;
/** Routes that share the store: a read, a read of one thing, a write, and a change of one thing, which may be missing. */
export const READ = { problems: READS, sharesStore: true } as const;
export const FIND = { problems: ['not_found', ...READS], sharesStore: true } as const;
export const WRITE = { problems: WRITES, sharesStore: true } as const;
export const CHANGE = { problems: ['not_found', ...WRITES], sharesStore: true } as const;
/** Routes of the store that a page may call: a read, a read of one thing, a save of guarded text, a change of one thing. */
export const ON_PAGE = { sharesStore: true, page: true } as const;
export const READ_ON_PAGE = { ...ON_PAGE, ...READ } as const;
export const FIND_ON_PAGE = { ...ON_PAGE, ...FIND } as const;
export const SAVE_ON_PAGE = { ...ON_PAGE, problems: ['refused', ...WRITES] } as const;
export const CHANGE_ON_PAGE = { ...ON_PAGE, ...CHANGE } as const;
/** Problems of requests to the sync server. */
export const REMOTE = [
  'not_allowed',
  'server_unreachable',
  'server_error',
  'timeout',
  'sync_stopped',
] as const;

/** Enough for a few requests to the server. A single request without an answer fails after half of it (`LIMITS.answerMsMax`). */
export const SERVER_MS_MAX = 30_000;
