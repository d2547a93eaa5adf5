/**
 * A route of the daemon, declared once: by `METHOD /path`, parameters as `:name`. Plain data without zod: its schemas are named, and
 * are looked up where they are needed. The gate, the page's allow-list, what may be repeated, the OpenAPI document, docs/http-api.md
 * and the types of its callers follow from it.
 */
import type * as z from 'zod';
import type { DaemonErrorKind } from '../errors.ts';

type Exports = typeof import('./schemas.ts');
/** Schemas by the names that they are exported by. */
export type Schemas = {
  readonly [K in keyof Exports as Exports[K] extends z.ZodType ? K : never]: Exports[K];
};

type QueryName = { [K in keyof Schemas]: Schemas[K] extends z.ZodObject ? K : never }[keyof Schemas];

export interface Route {
  /** A sentence. */
  readonly summary: string;
  /** More sentences: units, what happens, what is not. */
  readonly details?: string;
  readonly query?: QueryName;
  readonly body?: keyof Schemas;
  /** UTF-8 of its body; `LIMITS.requestBytesMax` unless given. Of a file, twice its limit: escapes of JSON add to it. [TR-60] */
  readonly bodyBytesMax?: number;
  /** Statuses of success; 200 unless given. */
  readonly statuses?: readonly number[];
  readonly response: keyof Schemas;
  /** `application/json` unless given. */
  readonly mediaType?: string;
  /** Kinds of problems besides those that every route has. */
  readonly problems?: readonly DaemonErrorKind[];
  /** Without the token. */
  readonly isOpen?: true;
  /** A browser that was let in may ask it. [PG-3] */
  readonly page?: true;
  /** A POST that changes no more when it is done twice, so a caller whose connection broke may send it again. */
  readonly repeatable?: true;
  /** A restore waits until it is answered. */
  readonly sharesStore?: true;
  /**
   * It waits for the sync server, at most so long unless its body has a `timeoutS`. When that is over, or its caller has gone, it
   * ends. The command line says whom it waits for. [RL-46]
   */
  readonly serverMsMax?: number;
  /** It is answered while a backup is restored or the daemon stops, too. */
  readonly always?: true;
}

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];
export type Routes = Readonly<Record<`${Method} /${string}`, Route>>;

/** The states of the file that prevent a change. */
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
/** Something was asked of the sync server. */
export const REMOTE = [
  'not_allowed',
  'server_unreachable',
  'server_error',
  'timeout',
  'sync_stopped',
] as const;

/** Of what comes to a few questions; one that is not answered ends after half of it (`LIMITS.answerMsMax`). */
export const SERVER_MS_MAX = 30_000;
