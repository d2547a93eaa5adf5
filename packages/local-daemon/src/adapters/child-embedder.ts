/** Runs an embedder in a child process that the first call starts. A crashed child is restarted with exponential backoff. [F-3] */
import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { NEUTRAL_FOLDER } from '@cairn/client/device';
import type { Embedder, EmbedFailure, Fusion, TextUse } from '@cairn/core';
import { err, fromOutside, ok, orElse, type Result } from '@cairn/schema';
import { EMBEDDER_IDLE_MS, type EmbedAnswer, type EmbedRequest } from '../embedder/messages.ts';
import { after, steadyMs } from './system-time.ts';

export interface ChildEmbedderOptions {
  readonly program: URL;
  /** Arguments of the program after the idle time. */
  readonly programArguments: readonly string[];
  readonly nodeOptions: readonly string[];
  readonly model: string;
  readonly fusion: Fusion;
  /** Limit of a call, in milliseconds. */
  readonly callMsMax: number;
  /** Limit of a call before the first answer, because such a call also loads the model. */
  readonly firstCallMsMax: number;
  /** The child exits after this time without a call. */
  readonly idleMs?: number | undefined;
}

/** Searches, and everything else on the machine, have priority over embedding in the background. */
const NICE = 5;
const RESTART_MS_MIN = 1_000;
const RESTART_MS_MAX = 300_000;

export const createChildEmbedder = (options: ChildEmbedderOptions): Embedder => {
  const { model, fusion, callMsMax, firstCallMsMax } = options;
  let child: Child | null = null;
  let crashes = 0;
  let startAt = 0;
  let closed = false;
  let failing = false;
  const start = (): Child => {
    const made = startChild(options, (crashed) => {
      if (child === made) child = null;
      if (!crashed || closed) return;
      crashes++;
      startAt = steadyMs() + Math.min(RESTART_MS_MAX, RESTART_MS_MIN * 2 ** (crashes - 1));
    });
    return made;
  };
  return {
    ...{ model, fusion },
    batchMax: 8,
    async embed(texts, use = 'text') {
      if (closed) return err(failure('The embedder is closed.', false));
      const waitMs = startAt - steadyMs();
      if (child === null && waitMs > 0)
        return err(failure('The embedder has crashed and is started again soon.', true, Math.ceil(waitMs)));
      child ??= start();
      const answer = await child.ask(texts, use, child.isReady() ? callMsMax : firstCallMsMax);
      failing = !answer.ok;
      if (answer.ok) crashes = 0;
      return answer;
    },
    state: () => (failing ? 'failing' : child?.isReady() === true ? 'ready' : 'cold'),
    async close() {
      closed = true;
      await child?.stop();
    },
  };
};

const failure = (message: string, retryable: boolean, retryAfterMs: number | null = null): EmbedFailure => ({
  message: fromOutside(message),
  retryable,
  retryAfterMs,
});

type Vectors = Result<readonly Float32Array[], EmbedFailure>;

interface Child {
  ask(texts: readonly string[], use: TextUse, msMax: number): Promise<Vectors>;
  /** Returns whether it has sent vectors once. */
  isReady(): boolean;
  stop(): Promise<void>;
}

const startChild = (options: ChildEmbedderOptions, onEnd: (crashed: boolean) => void): Child => {
  const { program, programArguments, nodeOptions, idleMs = EMBEDDER_IDLE_MS } = options;
  const child = fork(program, [String(idleMs), ...programArguments], {
    serialization: 'advanced',
    execArgv: [...nodeOptions],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The child gets nothing of the daemon's environment, which may contain keys.
    env: {},
    cwd: NEUTRAL_FOLDER,
  });
  const { pid } = child;
  // A system that does not allow it leaves the child the daemon's priority.
  if (pid !== undefined) orElse(() => setPriority(pid, NICE), undefined);
  // The child keeps this process alive only while a call waits for it.
  child.unref();
  child.channel?.unref();
  const waiting = new Map<number, (answer: Vectors) => void>();
  let last = 0;
  let isReady = false;
  let isStopped = false;
  const ended = new Promise<void>((resolve) => {
    const end = (code: number | null): void => {
      for (const settle of waiting.values()) settle(err(failure('The embedder has ended.', true)));
      waiting.clear();
      onEnd(code !== 0 && !isStopped);
      resolve();
    };
    child.once('exit', end);
    child.once('error', () => end(null));
  });
  child.on('message', (answer: EmbedAnswer) => {
    const settle = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) child.channel?.unref();
    isReady ||= 'vectors' in answer;
    settle?.('vectors' in answer ? ok(answer.vectors) : err(failure(answer.error, true)));
  });
  const ask = (texts: readonly string[], use: TextUse, msMax: number): Promise<Vectors> =>
    new Promise((resolve) => {
      // Without open files for its channel, a child does not start, and has no `send`.
      if (!child.connected) return resolve(err(failure('The embedder cannot be reached.', true)));
      const id = ++last;
      // A child that hangs cannot serve later calls either.
      const cancel = after(msMax, () => child.kill('SIGKILL'));
      child.channel?.ref();
      waiting.set(id, (answer) => {
        cancel();
        resolve(answer);
      });
      child.send({ id, texts, use } satisfies EmbedRequest, (error) => {
        if (error === null) return;
        waiting.delete(id);
        cancel();
        resolve(err(failure('The embedder cannot be reached.', true)));
      });
    });
  return {
    ask,
    isReady: () => isReady,
    async stop() {
      isStopped = true;
      child.ref();
      // The signal of a child that did not start would reach the daemon's whole process group.
      if (child.pid !== undefined) child.kill('SIGKILL');
      await ended;
    },
  };
};
