/** An MCP host: it starts a server over standard input and output, as agents do, and matches answers to requests by id. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { World } from '../world.ts';

export interface McpProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export type McpHost = ReturnType<typeof hostOf>;

interface Message {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** Starts the server and performs the handshake. */
export const startHost = async (world: World, program: McpProgram): Promise<McpHost> => {
  const child = spawn(program.command, program.args, {
    env: program.env,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  world.cleanup.add(async () => void child.kill('SIGKILL'));
  const host = hostOf(child);
  await host.ask('initialize', HELLO);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return host;
};

const hostOf = (child: ChildProcessByStdio<Writable, Readable, null>) => {
  const waiting = new Map<number, { resolve: (message: Message) => void; reject: (error: Error) => void }>();
  let last = 0;
  let rest = '';
  let failure: Error | null = null;
  const over = Promise.withResolvers<void>();
  const fail = (error: Error): void => {
    failure = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    over.resolve();
  };
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message: Message = JSON.parse(line);
      waiting.get(message.id ?? -1)?.resolve(message);
      waiting.delete(message.id ?? -1);
    }
  });
  child.once('error', fail);
  child.once('exit', (code, signal) => fail(new Error(`the server ended (${signal ?? code})`)));
  /** Returns the result. Throws the error of the request or of the tool. */
  const ask = async (method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> => {
    if (failure !== null) throw failure;
    const id = ++last;
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    waiting.set(id, { resolve, reject });
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const { result, error } = await promise;
    if (result === undefined || result.isError === true)
      throw new Error(error?.message ?? JSON.stringify(result?.content));
    return result;
  };
  return {
    pid: child.pid ?? 0,
    ask,
    tool: (name: string, given: object) => ask('tools/call', { name, arguments: given }),
    /** Closes the server's standard input and waits until it ends. */
    end: async () => {
      child.stdin.end();
      await over.promise;
    },
  };
};
