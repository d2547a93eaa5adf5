/** All requests to one server, over reused connections. */
import type { Timers } from '@cairn/core';
import { createServerApi } from '../services/server-api.ts';
import type { SyncLink } from '../services/sync.ts';
import { openHintStream } from './hint-stream.ts';
import { createHttpTransport } from './http-transport.ts';
import { createServerHttp } from './server-http.ts';

export interface ServerLinkDeps {
  readonly server: string;
  readonly token: () => Promise<string | null>;
  readonly timers: Timers;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
}

export const createServerLink = ({ server, token, timers, random }: ServerLinkDeps): SyncLink => {
  const http = createServerHttp({ server });
  return {
    api: createServerApi({ http, token }),
    transport: createHttpTransport({ http, token }),
    openHints: (onHint, onOpen) => openHintStream({ http, token, timers, random, onHint, onOpen }),
    close: () => http.close(),
  };
};
