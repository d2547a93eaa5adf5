/** All requests to one server, over reused connections. */
import { createServerApi } from '../services/server-api.ts';
import type { SyncLink } from '../services/sync.ts';
import { type HintStreamDeps, openHintStream } from './hint-stream.ts';
import { createHttpTransport } from './http-transport.ts';
import { createServerHttp } from './server-http.ts';

export const createServerLink = (
  server: string,
  deps: Pick<HintStreamDeps, 'token' | 'timers' | 'random'>,
): SyncLink => {
  const parts = { ...deps, http: createServerHttp({ server }) };
  return {
    api: createServerApi(parts),
    transport: createHttpTransport(parts),
    openHints: (onHint, onOpen) => openHintStream({ ...parts, onHint, onOpen }),
    close: parts.http.close,
  };
};
