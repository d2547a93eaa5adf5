/** Listens on loopback TCP and, where supported, on a Unix socket. */
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer } from '@cairn/core';
import { LIMITS, ok, orElse, refuse } from '@cairn/schema';
import { getRequestListener } from '@hono/node-server';

export interface Doors {
  readonly port: number;
  readonly socket: string | null;
  /** Listens again if the socket's file was replaced or removed. Connected clients stay. [RL-20] */
  keepSocket(): Promise<void>;
  /** Accepts no more connections, waits at most `graceMs` for running requests, then closes their connections. */
  close(graceMs: number): Promise<void>;
}

/** The listener of a request. The file mode guards the Unix socket, the Host check the loopback port. */
export interface DoorBindings {
  readonly door: 'tcp' | 'unix';
}

/** The head of an HTTP upgrade: a client that wants a connection of its own. */
export interface UpgradeAsked extends DoorBindings {
  readonly path: string;
  readonly header: (name: string) => string | undefined;
}

/** Returns a refusal, or a function that takes the connection over. */
export type Upgrade = (asked: UpgradeAsked) => Response | ((socket: Duplex) => void);

export interface DoorsWish {
  readonly upgrade: Upgrade;
  readonly fetch: (request: Request, bindings: DoorBindings) => Response | Promise<Response>;
  /** The ports to try, in this order, while they are taken; 0 for any free one. `daemon.json` tells clients the port. */
  readonly ports: readonly [number, ...number[]];
  readonly socket: string | null;
}

const HOST = '127.0.0.1';
const HEADERS_MS_MAX = 15_000;
const OTHER_HEADERS_BYTES_MAX = 32_768;
const KEEP_ALIVE_MS = 60_000;
/**
 * Any user of the machine can connect to the port. A system may allow a process 1,024 open files; the rest is for the socket and the
 * database. [TR-61]
 */
const TCP_CONNECTIONS_MAX = 500;
const SWEEP_MS = 20;

export const openDoors = async (wish: DoorsWish): Answer<Doors> => {
  const tcp = await listenTcp(wish);
  if (!tcp.ok) return tcp;
  const address = tcp.value.address();
  const port = typeof address === 'object' && address !== null ? address.port : wish.ports[0];
  const unix = wish.socket === null ? null : await openUnixDoor(wish, wish.socket);
  return ok({
    port,
    socket: unix === null ? null : wish.socket,
    keepSocket: async () => unix?.keep(),
    close: async (graceMs) => {
      const servers = [tcp.value, ...(unix?.servers() ?? [])];
      await Promise.all(servers.map((server) => closeServer(server, graceMs)));
    },
  });
};

const openUnixDoor = async (wish: DoorsWish, path: string) => {
  const first = await listenUnix(wish, path);
  if (first === null) return null;
  let servers: readonly Server[] = [first];
  let file = fileAt(path);
  return {
    /** Returns all servers. Those whose socket file was deleted may still have connections. */
    servers: () => servers,
    async keep(): Promise<void> {
      if (fileAt(path) === file) return;
      // Closed first, because closing removes whatever file has the socket's name.
      for (const server of servers) server.close();
      const next = await listenUnix(wish, path);
      if (next === null) return;
      servers = [...servers, next];
      file = fileAt(path);
    },
  };
};

const fileAt = (path: string): bigint | null =>
  lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;

const serverFor = (wish: DoorsWish, door: DoorBindings['door']): Server => {
  const listener = getRequestListener((request) => wish.fetch(request, { door }));
  const limits = {
    ...{ requestTimeout: 0, headersTimeout: HEADERS_MS_MAX, keepAliveTimeout: KEEP_ALIVE_MS },
    maxHeaderSize: LIMITS.addressCharsMax + OTHER_HEADERS_BYTES_MAX,
  };
  const server = createServer(limits, (incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  if (door === 'tcp') server.maxConnections = TCP_CONNECTIONS_MAX;
  return server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    keepTrack(server, socket);
    void handOver(wish.upgrade, askedBy(incoming, door), socket, head);
  });
};

/** Upgraded connections, which are no longer in Node's own lists. */
const upgraded = new WeakMap<Server, Set<Duplex>>();

const keepTrack = (server: Server, socket: Duplex): void => {
  const sockets = upgraded.get(server) ?? new Set();
  upgraded.set(server, sockets.add(socket));
  socket.once('close', () => sockets.delete(socket));
};

const askedBy = ({ url = '', headers }: IncomingMessage, door: DoorBindings['door']): UpgradeAsked => ({
  door,
  path: url.split('?')[0] ?? '',
  header: (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  },
});

const handOver = async (
  upgrade: Upgrade,
  asked: UpgradeAsked,
  socket: Duplex,
  head: Buffer,
): Promise<void> => {
  const answer = upgrade(asked);
  if (answer instanceof Response) {
    const body = await answer.text();
    const type = answer.headers.get('content-type') ?? 'text/plain';
    const lines = [
      `HTTP/1.1 ${answer.status} Refused`,
      `content-type: ${type}`,
      'connection: close',
      '',
      body,
    ];
    socket.end(lines.join('\r\n'));
    return;
  }
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'connection: Upgrade',
    `upgrade: ${asked.header('upgrade')}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (head.length > 0) socket.unshift(head);
  answer(socket);
};

const listenTcp = async (wish: DoorsWish): Answer<Server> => {
  const server = serverFor(wish, 'tcp');
  const [port] = wish.ports;
  let code: string | null = null;
  for (const one of wish.ports) {
    code = await listenOn(server, { host: HOST, port: one });
    if (code !== 'EADDRINUSE') break;
  }
  if (code === null) return ok(server);
  const why = code === 'EADDRINUSE' ? 'is already used by another program' : `cannot be opened (${code})`;
  return refuse(
    'internal',
    `Port ${port} of ${HOST} ${why}. Set CAIRN_PORT to another port, or to 0 for any free one.`,
  );
};

/** Returns null if the socket cannot be opened: TCP is enough. Replaces a killed daemon's socket, because this process holds the lock. */
const listenUnix = async (wish: DoorsWish, path: string): Promise<Server | null> => {
  const server = serverFor(wish, 'unix');
  if (!removed(path) || (await listenOn(server, { path })) !== null) return null;
  chmodSync(path, 0o600);
  return server;
};

/** Deletes a file. Returns false if it cannot be deleted, or a folder has the name: its content belongs to somebody. */
const removed = (path: string): boolean => orElse(() => rmSync(path, { force: true }) === undefined, false);

/** Returns null if it listens, else the error's code. */
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
    const cut = setTimeout(() => {
      server.closeAllConnections();
      for (const socket of upgraded.get(server) ?? []) socket.destroy();
    }, graceMs);
    // Repeated, because a connection becomes idle only after its last answer or stream.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
