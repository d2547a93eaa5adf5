/** Serves HTTP requests and the connections of `cairn mcp`. Each request and each connection has a server of its own. */
import type { Duplex } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type CallerFacts, readCaller } from './caller.ts';
import { createMcpServer, type McpDeps } from './server.ts';
import { createSocketTransport } from './socket-transport.ts';

export interface Serving {
  /** Answers a request. `body` is the parsed body of a POST. */
  http(request: Request, body?: unknown): Promise<Response>;
  pipe(socket: Duplex, facts: CallerFacts): OpenPipe;
  /** Ends the event streams of HTTP clients after their other requests. */
  end(): void;
}

export interface OpenPipe {
  /** Ends the connection after its running requests. */
  finish(): void;
}

export const createServing = (deps: McpDeps): Serving => {
  const handler = createMcpHandler(({ requestInfo }) =>
    createMcpServer(
      deps,
      readCaller((name) => requestInfo?.headers.get(name) ?? undefined),
    ),
  );
  let underWay = 0;
  let ended = false;
  const closeIfDone = (): void => {
    if (ended && underWay === 0) void handler.close();
  };
  return {
    http: async (request, body) => {
      underWay++;
      try {
        return await handler.fetch(request, { parsedBody: body });
      } finally {
        underWay--;
        closeIfDone();
      }
    },
    pipe: (socket, facts) => {
      const transport = createSocketTransport(socket);
      serveStdio(() => createMcpServer(deps, facts), { transport });
      return { finish: transport.finish };
    },
    end: () => {
      ended = true;
      closeIfDone();
    },
  };
};
