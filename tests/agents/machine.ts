// A person's machine: a home, a project, Cairn and one real agent, which asks a scripted model.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess, pidIn, tempHome } from '@cairn/test-support';
import type { Agent } from './agent.ts';
import { field, type Json, listIn, parseJson, textIn } from './model/json.ts';
import type { Said } from './model/protocol.ts';
import { type Asked, type FakeModel, type Step, startFakeModel } from './model/server.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

export interface AgentRun extends Ran {
  readonly asked: readonly Asked[];
  /** Milliseconds until the first question to the model. */
  readonly firstMs: number | null;
  /** Returns the texts of a question to the model; the first question by default. */
  said(question?: number): readonly Said[];
}

export interface RunOptions {
  readonly isResumed?: boolean;
  /** Whether the prompt is passed on standard input. */
  readonly byInput?: boolean;
  /** Whether Ctrl-C is sent as soon as the model is asked. */
  readonly interrupt?: boolean;
}

export interface Turn {
  readonly session: string;
  readonly role: string;
  readonly content: string;
}

export interface Machine {
  readonly agent: Agent;
  readonly home: string;
  readonly work: string;
  readonly cairnHome: string;
  /** The person's own settings as they were at first. */
  readonly own: ReadonlyMap<string, string>;
  readonly model: FakeModel;
  cairn(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  run(prompt: string, steps: readonly Step[], options?: RunOptions): Promise<AgentRun>;
  /** Runs the agent's program with these arguments; by default in the repository. */
  call(args: readonly string[], cwd?: string): Promise<Ran>;
  /** Returns all stored turns of the agent's sessions, in order. */
  turns(): Promise<readonly Turn[]>;
  /** Returns the daemon's process id. */
  pid(): number | null;
  read(path: string): string | null;
  end(): Promise<void>;
}

const RUN_MS_MAX = 600_000;
/** More than any session of these checks has. `cairn session show` shows 100 by default. */
const MESSAGES_MAX = '1000';
/** Milliseconds for hooks that still run after the agent has ended. */
const AFTER_MS = 1_500;

interface ExecOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly interrupted?: AbortSignal;
  readonly input?: string;
}

const exec = (command: string, args: readonly string[], options: ExecOptions): Promise<Ran> =>
  new Promise((resolve) => {
    const began = performance.now();
    const { cwd, env, interrupted, input = '' } = options;
    const child = spawn(command, args, { cwd, env, detached: true });
    const texts = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (texts.out += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (texts.err += part));
    // Signals the whole process group, as a terminal does, because agents start programs of their own.
    const signal = (name: NodeJS.Signals): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name);
    };
    const timer = setTimeout(() => signal('SIGKILL'), RUN_MS_MAX);
    interrupted?.addEventListener('abort', () => signal('SIGINT'));
    const settle = (code: number | null): void => {
      clearTimeout(timer);
      resolve({ code, ...texts, ms: Math.round(performance.now() - began) });
    };
    child.once('error', (error) => {
      texts.err += error.message;
      settle(null);
    });
    child.once('close', settle);
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const writeSettings = (files: Readonly<Record<string, string>>): ReadonlyMap<string, string> => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return new Map(Object.entries(files));
};

export const startMachine = async (agent: Agent, program: string): Promise<Machine> => {
  const folder = await tempHome(`agent-${agent.name}`);
  const [home, work] = [join(folder.path, 'home'), join(folder.path, 'atlas')];
  for (const one of [home, join(work, '.git')]) mkdirSync(one, { recursive: true });
  writeFileSync(join(work, '.git/HEAD'), 'ref: refs/heads/main\n');
  const model = await startFakeModel();
  const at = { home, work, url: model.url };
  const env = {
    ...{ HOME: home, TERM: 'dumb', LANG: 'C.UTF-8', USER: 'anna', SHELL: '/bin/sh' },
    PATH: [join(root, 'bin'), dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(
      delimiter,
    ),
    ...{ CAIRN_HOME: join(folder.path, 'cairn'), CAIRN_PORT: '0', CAIRN_EMBED: 'off' },
  };
  const cairn: Machine['cairn'] = (args, more = {}) =>
    exec(join(root, 'bin/cairn'), args, { cwd: work, env: { ...env, ...more } });
  const ask = async (...args: readonly string[]): Promise<Json> =>
    parseJson((await cairn([...args, '--json'])).out);
  const pid = () => pidIn(join(env.CAIRN_HOME, 'daemon.json'));
  return {
    ...{ agent, home, work, model, cairn, pid, cairnHome: env.CAIRN_HOME },
    own: writeSettings(agent.settings(at)),
    run: async (prompt, steps, { isResumed = false, interrupt = false, byInput = false } = {}) => {
      model.follow(steps);
      const before = model.asked.length;
      const began = Date.now();
      const stop = new AbortController();
      const watch = setInterval(() => {
        if (interrupt && model.asked.length > before) stop.abort();
      }, 50);
      const args = byInput ? (agent.inputArgs ?? []) : agent.args(prompt, isResumed);
      const ran = await exec(program, args, {
        ...{ cwd: work, env: { ...env, ...agent.env(at) }, interrupted: stop.signal },
        ...(byInput ? { input: prompt } : {}),
      });
      clearInterval(watch);
      const asked = model.asked.slice(before);
      await pause(AFTER_MS);
      return {
        ...{ ...ran, asked, firstMs: asked[0] === undefined ? null : asked[0].at - began },
        said: (question = 0) => asked.at(question)?.said ?? [],
      };
    },
    call: (args, cwd = root) => exec(program, args, { cwd, env: { ...env, ...agent.env(at) } }),
    turns: async () => {
      const turns: Turn[] = [];
      for (const one of listIn(await ask('session', 'list', '--all'), 'sessions')) {
        const session = textIn(one, 'id');
        if (!session.includes(`${agent.name}:`)) continue;
        for (const message of listIn(await ask('session', 'show', session, '-n', MESSAGES_MAX), 'messages'))
          turns.push({ session, role: textIn(message, 'role'), content: String(field(message, 'content')) });
      }
      return turns;
    },
    read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    end: async () => {
      await cairn(['down']);
      const left = pid();
      if (left !== null) await endProcess(left);
      await model.stop();
      rmSync(folder.path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
};
