// A proxy in front of several HTTP servers. Each request is sent to the next server, and servers that refuse connections are skipped.

import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export type RoundRobin = {
  readonly url: string;
  /** Returns how many requests each target has answered, by URL. */
  served(): Readonly<Record<string, number>>;
  /** Closes every connection. */
  stop(): Promise<void>;
};

/** Starts the proxy on a free loopback port. `targets` are URLs like `http://127.0.0.1:8787`. Streams are passed on without buffering. */
export const startRoundRobin = async (targets: readonly string[]): Promise<RoundRobin> => {
  const agent = new Agent({ keepAlive: true });
  const served = new Map<string, number>(targets.map((target) => [target, 0]));
  let next = 0;

  const forward = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    triesLeft: number,
  ): void => {
    const target = targets[next++ % targets.length] ?? '';
    const { method = 'GET', headers, url = '/' } = incoming;
    let answered = false;
    const upstream = request(new URL(url, target), { agent, method, headers }, (answer) => {
      answered = true;
      served.set(target, (served.get(target) ?? 0) + 1);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
      answer.once('error', () => outgoing.destroy());
    });
    upstream.once('error', (error: NodeJS.ErrnoException) => {
      // Only a request that no server can have received is retried.
      if (!answered && error.code === 'ECONNREFUSED' && triesLeft > 1) {
        forward(incoming, outgoing, body, triesLeft - 1);
      } else outgoing.destroy();
    });
    outgoing.once('close', () => upstream.destroy());
    upstream.end(body);
  };

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.once('error', () => outgoing.destroy());
    incoming.once('end', () => forward(incoming, outgoing, Buffer.concat(parts), targets.length));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    served: () => Object.fromEntries(served),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          agent.destroy();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};
