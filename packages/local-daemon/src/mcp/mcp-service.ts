/** Runs MCP in the daemon. The SDK is loaded with the first client, so a daemon without clients never loads it. */
import type { Duplex } from 'node:stream';
import { LIMITS } from '@cairn/schema';
import { type CallerFacts, readCaller } from './caller.ts';
import type { OpenPipe, Serving } from './serve.ts';
import type { McpDeps } from './server.ts';

export type McpService = ReturnType<typeof createMcpService>;

export const createMcpService = (deps: McpDeps) => {
  let loading: Promise<Serving> | null = null;
  const serving = (): Promise<Serving> => {
    loading ??= import('./serve.ts')
      .then(({ createServing }) => createServing(deps))
      .catch((error: unknown) => {
        // The next client tries again.
        loading = null;
        throw error;
      });
    return loading;
  };
  const pipes = new Map<Duplex, OpenPipe | null>();
  let ended = false;

  const take = async (socket: Duplex, facts: CallerFacts): Promise<void> => {
    const pipe = (await serving()).pipe(socket, facts);
    if (!pipes.has(socket)) return;
    pipes.set(socket, pipe);
    if (ended) pipe.finish();
  };

  return {
    /** Answers a request. `body` is the parsed body of a POST. */
    http: async (request: Request, body?: unknown) => (await serving()).http(request, body),
    /** Takes over a connection of `cairn mcp`. `header` reads the head of the connection, which identifies the caller. */
    pipe: (socket: Duplex, header: (name: string) => string | undefined): void => {
      pipes.set(socket, null);
      socket.once('close', () => pipes.delete(socket));
      socket.on('error', () => socket.destroy());
      take(socket, readCaller(header)).catch((error: unknown) => {
        deps.onBug(error, 'pipe');
        socket.destroy();
      });
    },
    /** Whether another connection is allowed. */
    hasRoom: () => pipes.size < LIMITS.mcpPipesMax,
    /** Ends every connection after its running requests. */
    end: (): void => {
      ended = true;
      for (const pipe of pipes.values()) pipe?.finish();
      // The client that waits for the load is told of its failure.
      void loading?.then(
        (open) => open.end(),
        () => undefined,
      );
    },
  };
};
