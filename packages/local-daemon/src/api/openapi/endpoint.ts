/** What an endpoint is, for the OpenAPI document. */
import type { DaemonErrorKind } from '@cairn/schema';
import type * as z from 'zod';

export interface Endpoint {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Parameters as `:name`, as the router writes them. */
  readonly path: string;
  /** A sentence. */
  readonly summary: string;
  /** More sentences: units, what happens, what is not. */
  readonly details?: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Statuses of success; 200 unless given. */
  readonly statuses?: readonly number[];
  readonly response: z.ZodType;
  /** `application/json` unless given. */
  readonly mediaType?: string;
  /** Kinds of problems besides those that every endpoint has. */
  readonly problems?: readonly DaemonErrorKind[];
  /** Without the token. */
  readonly isOpen?: boolean;
}

/** Whoever asks anything can be told these. */
export const EVERYWHERE: readonly DaemonErrorKind[] = ['unauthorized', 'restoring', 'stopping', 'internal'];
/** What the file can be in the way of a change. */
export const WRITES: readonly DaemonErrorKind[] = [
  'storage_full',
  'storage_read_only',
  'storage_newer',
  'storage_corrupt',
  'storage_unreachable',
  'storage_refused',
  'storage_taken',
];
export const READS: readonly DaemonErrorKind[] = [
  'storage_corrupt',
  'storage_unreachable',
  'storage_refused',
];
/** Something was asked of the sync server. */
export const REMOTE: readonly DaemonErrorKind[] = [
  'not_allowed',
  'server_unreachable',
  'server_error',
  'timeout',
  'sync_stopped',
];
