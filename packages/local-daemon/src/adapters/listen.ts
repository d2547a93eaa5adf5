/** The daemon's two doors: loopback TCP, and a Unix socket where there are such. */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type CairnError, cairnError, err, ok, type Result } from '@cairn/schema';
import { getRequestListener } from '@hono/node-server';

export interface Doors {
  readonly port: number;
  readonly socket: string | null;
  /** Takes no more, lets requests in flight finish for at most `graceMs`, then cuts them off. */
  close(graceMs: number): Promise<void>;
}

/** By which door a request came: the file mode guards the Unix socket, the Host check the loopback port. */
export interface DoorBindings {
  readonly door: 'tcp' | 'unix';
}

export interface DoorsWish {
  readonly fetch: (request: Request, bindings: DoorBindings) => Response | Promise<Response>;
  readonly port: number;
  /** Whether any free port will do when the wished one is taken: `daemon.json` tells clients which. */
  readonly anyPort: boolean;
  readonly socket: string | null;
}

const HOST = '127.0.0.1';
const HEADERS_MS_MAX = 15_000;
const KEEP_ALIVE_MS = 60_000;
const SWEEP_MS = 20;

export const openDoors = async (wish: DoorsWish): Promise<Result<Doors, CairnError>> => {
  const tcp = await listenTcp(wish);
  if (!tcp.ok) return tcp;
  const address = tcp.value.address();
  const port = typeof address === 'object' && address !== null ? address.port : wish.port;
  const unix = wish.socket === null ? null : await listenUnix(wish, wish.socket);
  const servers = unix === null ? [tcp.value] : [tcp.value, unix];
  return ok({
    port,
    socket: unix === null ? null : wish.socket,
    close: async (graceMs) => {
      await Promise.all(servers.map((server) => closeServer(server, graceMs)));
    },
  });
};

const serverFor = (wish: DoorsWish, door: DoorBindings['door']): Server => {
  const listener = getRequestListener((request) => wish.fetch(request, { door }));
  const limits = { requestTimeout: 0, headersTimeout: HEADERS_MS_MAX, keepAliveTimeout: KEEP_ALIVE_MS };
  return createServer(limits, (incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
};

const listenTcp = async (wish: DoorsWish): Promise<Result<Server, CairnError>> => {
  const server = serverFor(wish, 'tcp');
  const first = await listenOn(server, { host: HOST, port: wish.port });
  if (first === null) return ok(server);
  if (wish.anyPort && first === 'EADDRINUSE') {
    const second = await listenOn(server, { host: HOST, port: 0 });
    if (second === null) return ok(server);
  }
  const why = first === 'EADDRINUSE' ? 'is already used by another program' : `cannot be opened (${first})`;
  return err(
    cairnError(
      'internal',
      `Port ${wish.port} of ${HOST} ${why}. Set CAIRN_PORT to another port, or to 0 for any free one.`,
    ),
  );
};

/** Null without a socket: TCP alone is enough. A socket file left by a killed daemon is replaced: the lock is held here. */
const listenUnix = async (wish: DoorsWish, path: string): Promise<Server | null> => {
  rmSync(path, { force: true });
  const server = serverFor(wish, 'unix');
  if ((await listenOn(server, { path })) !== null) return null;
  chmodSync(path, 0o600);
  return server;
};

/** Null when it listens, else the error's code. */
const listenOn = (server: Server, where: { host?: string; port?: number; path?: string }) =>
  new Promise<string | null>((resolve) => {
    const failed = (error: Error): void => {
      resolve('code' in error ? String(error.code) : error.message);
    };
    server.once('error', failed);
    server.listen(where, () => {
      server.off('error', failed);
      resolve(null);
    });
  });

const closeServer = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // Again and again: a connection falls idle when its last answer or stream has ended.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
