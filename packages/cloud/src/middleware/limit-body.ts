/** Refuses a body that is too long before it is read into memory. [SY-A5] */

import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { type AppEnv, refuse } from '../app-context.ts';
import type { SyncServer } from '../sync-server.ts';

/**
 * Trusts the length that the client sent, because the HTTP parser reads no further. Only a body without a length is counted while it is
 * read. That turns it into a web stream, which takes as long as the rest of a small push.
 */
export const limitBody = (server: SyncServer, bytesMax: number) => {
  const detail = `A body has at most ${bytesMax} bytes here.`;
  const counted = bodyLimit({
    maxSize: bytesMax,
    onError: (context: Parameters<typeof refuse>[0]) =>
      refuse(context, { kind: 'too_large', detail }, server.nowMs()),
  });
  return createMiddleware<AppEnv>(async (context, next) => {
    const length = context.req.header('content-length');
    if (length === undefined || context.req.header('transfer-encoding') !== undefined)
      return counted(context, next);
    return Number(length) <= bytesMax
      ? next()
      : refuse(context, { kind: 'too_large', detail }, server.nowMs());
  });
};
