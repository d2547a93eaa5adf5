/** Listens for HTTP, and stops in order: refuses new connections, closes streams, finishes requests. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';
import { err, ok } from '@cairn/schema';
import { createAdaptorServer } from '@hono/node-server';

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** The time after which an idle connection is closed. Longer than a device's pause between two requests. */
const KEEP_ALIVE_MS = 65_000;
const SWEEP_MS = 50;
const CODES_SAID: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Set CAIRN_SERVER_PORT to another port, or to 0 for any free one',
  EACCES: 'is not allowed for this user. Set CAIRN_SERVER_PORT to a port above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine. Set CAIRN_SERVER_HOST to one that is',
  ENOTFOUND: 'is not a known host. Set CAIRN_SERVER_HOST to an address of this machine',
};

/** Returns why it cannot listen; null if it does. */
export const listening = (server: Server, where: ListenOptions): Promise<NodeJS.ErrnoException | null> =>
  once(server.listen(where), 'listening').then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  );

const stopServer = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    // Repeated, because a connection becomes idle only after its last answer or stream.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });

/** Starts to listen. The error is a sentence for the operator. */
export const listenHttp = async (
  app: { readonly fetch: Fetch },
  address: { readonly host: string; readonly port: number },
) => {
  const server = createAdaptorServer({ fetch: app.fetch });
  if (!('closeIdleConnections' in server)) throw new Error('not an HTTP/1 server');
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const { host, port } = address;
  const failure = await listening(server, { host, port });
  if (failure !== null) {
    return err(`${host}:${port} ${CODES_SAID[failure.code ?? ''] ?? `cannot be opened (${failure.code})`}.`);
  }
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no TCP address');
  let isRetiring = false;
  server.prependListener('request', (_request, response) => {
    if (isRetiring) response.shouldKeepAlive = false;
  });
  return ok({
    port: bound.port,
    /** Makes every later answer close its connection. A proxy then connects to another replica. [OP-4] */
    retire: () => {
      isRetiring = true;
    },
    /** Resolves when every connection is closed. Cuts connections after `graceMs`. */
    stop: (graceMs: number) => stopServer(server, graceMs),
  });
};
