/** Checks `Cairn-Protocol` first, so that a device of another version is told before anything else is read. */
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '@cairn/schema';
import { createMiddleware } from 'hono/factory';
import { type AppEnv, refuse } from '../app-context.ts';
import type { SyncServer } from '../sync-server.ts';

export const requireProtocol = (server: SyncServer) =>
  createMiddleware<AppEnv>(async (context, next) => {
    if (context.req.header(PROTOCOL_HEADER) === String(PROTOCOL_VERSION)) return next();
    const detail = `This server speaks protocol ${PROTOCOL_VERSION} (header ${PROTOCOL_HEADER}). Update the older side.`;
    return refuse(context, { kind: 'protocol_too_old', detail }, server.nowMs());
  });
