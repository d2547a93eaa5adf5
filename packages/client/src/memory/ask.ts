/** One question to the daemon, and its document. */
import { err, ok } from '@cairn/schema';
import type { DaemonClient } from '../device/connect.ts';
import type { Answer } from './answer.ts';
import type { CallOptions } from './call-options.ts';
import type { MemoryFailure } from './memory-error.ts';

const TIMEOUT_MS = 120_000;

export type Ask = <T extends object>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
  options: CallOptions,
) => Answer<T>;

/** `T` is what the daemon's own version of the contract answers: it is proved by its token, and not parsed again. */
export const createAsk =
  (client: DaemonClient): Ask =>
  async <T extends object>(...[method, path, body, options]: Parameters<Ask>) => {
    const { signal, timeoutMs = TIMEOUT_MS } = options;
    const answer = await client.request(method, path, body, {
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
    if (!answer.ok) return answer;
    return isAnswer<T>(answer.value) ? ok(answer.value) : err(NO_DOCUMENT);
  };

const isAnswer = <T extends object>(value: unknown): value is T =>
  typeof value === 'object' && value !== null;

const NO_DOCUMENT: MemoryFailure = {
  kind: 'internal',
  message: 'The daemon answered without a document. `cairn logs` shows why.',
  retryable: false,
  status: null,
  problem: null,
};
