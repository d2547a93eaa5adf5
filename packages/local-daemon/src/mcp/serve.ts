/** Serves HTTP requests and the connections of `cairn mcp`. Each request and each connection has a server of its own. */
import type { Duplex } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type CallerFacts, readCaller } from './caller.ts';
import { createMcpServer, type McpDeps } from './server.ts';
import { createSocketTransport, type SocketTransport } from './socket-transport.ts';

export type Serving = ReturnType<typeof createServing>;
export type OpenPipe = Pick<SocketTransport, 'finish'>;

export const createServing = (deps: McpDeps) => {
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
    /** Answers a request. `body` is the parsed body of a POST. */
    http: async (request: Request, body?: unknown): Promise<Response> => {
      underWay++;
      try {
        return await handler.fetch(request, { parsedBody: body });
      } finally {
        underWay--;
        closeIfDone();
      }
    },
    pipe: (socket: Duplex, facts: CallerFacts): OpenPipe => {
      const transport = createSocketTransport(socket);
      serveStdio(() => createMcpServer(deps, facts), { transport });
      return { finish: transport.finish };
    },
    /** Ends the event streams of HTTP clients after their other requests. */
    end: (): void => {
      ended = true;
      closeIfDone();
    },
  };
};
