// An MCP host: it starts `cairn mcp` as hosts do, and talks to it line by line, or by the SDK's own clients.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { endProcess, pidIn, tempHome } from '@cairn/test-support';
import { onTestFinished } from 'vitest';
import { root } from '../cairn.ts';

export interface Place {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Makes a home. Its daemon is ended with the test. */
export const place = async (): Promise<Place> => {
  const home = await tempHome('mcp');
  onTestFinished(async () => {
    for (const name of ['daemon.json', 'daemon.lock']) {
      const pid = pidIn(join(home.path, name));
      if (pid !== null) await endProcess(pid);
    }
    await home.remove();
  });
  const own = Object.entries(process.env).filter(([name]) => !/^(CAIRN_|NODE_OPTIONS|VITEST)/.test(name));
  const env: Record<string, string> = {};
  for (const [name, value] of own) if (value !== undefined) env[name] = value;
  return { home: home.path, env: { ...env, CAIRN_HOME: home.path, CAIRN_PORT: '0', CAIRN_EMBED: 'off' } };
};

export const cairn = join(root, 'bin', 'cairn');

interface Message {
  readonly id?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface Host {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly pid: number;
  /** Returns the answer. Rejects when the process ends first. */
  ask(method: string, params?: object): Promise<Message>;
  /** Returns the structured result of a tool, or throws its sentence. */
  tool(name: string, args: object): Promise<Readonly<Record<string, unknown>>>;
  tell(method: string, params?: object): void;
  /** Returns how the process ended, and how long that took from this call on. */
  ended(): Promise<{ readonly code: number | null; readonly tookMs: number }>;
  stderr(): string;
}

/** Starts a host with the protocol of 2025, after its handshake. */
export const host = async ({ env, home }: Place, args: readonly string[] = [], cwd = home): Promise<Host> => {
  const child = spawn(cairn, ['mcp', ...args], { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = new Map<number, { resolve: (message: Message) => void; reject: (error: Error) => void }>();
  let rest = '';
  let errors = '';
  let last = 0;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message: Message = JSON.parse(line);
      const call = waiting.get(Number(message.id));
      waiting.delete(Number(message.id));
      call?.resolve(message);
    }
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`cairn mcp ended with ${code}: ${errors}`));
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const write = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask: Host['ask'] = (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      write({ id, method, params });
    });
  const made: Host = {
    child,
    pid: child.pid ?? 0,
    ask,
    tell: (method, params = {}) => write({ method, params }),
    async tool(name, given) {
      const { result, error } = await ask('tools/call', { name, arguments: given });
      if (result === undefined || result.isError === true)
        throw new Error(error?.message ?? JSON.stringify(result?.content));
      return { ...Object(result.structuredContent) };
    },
    async ended() {
      const from = performance.now();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return { code: child.exitCode, tookMs: performance.now() - from };
    },
    stderr: () => errors,
  };
  const hello = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a-host', version: '1' },
  };
  await ask('initialize', hello);
  made.tell('notifications/initialized');
  return made;
};
