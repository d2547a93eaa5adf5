/** Calls to a bench's worker thread, one at a time. A number matches each answer to its call. */
import { once } from 'node:events';
import { type MessagePort, parentPort, Worker } from 'node:worker_threads';

interface Answer {
  readonly value: unknown;
  readonly failure: string | null;
}

export const startThread = (program: URL) => {
  const worker = new Worker(program);
  return {
    /** Returns the result of the thread's `serve` callback. Rejects when the callback throws. */
    async call(message: unknown) {
      worker.postMessage(message);
      // A crash of the thread emits `error`, which makes `once` reject.
      const [answer]: Answer[] = await once(worker, 'message');
      if (answer === undefined || answer.failure !== null) throw new Error(answer?.failure ?? 'no answer');
      return answer.value;
    },
    async end() {
      await worker.terminate();
    },
  };
};

/** Answers calls inside the thread. */
export const serve = <M>(work: (message: M) => Promise<unknown>): void => {
  const port: MessagePort | null = parentPort;
  if (port === null) throw new Error('this file is started as a worker thread');
  port.on('message', (message: M) => {
    work(message).then(
      (value) => port.postMessage({ value, failure: null } satisfies Answer),
      (error: unknown) => port.postMessage({ value: null, failure: String(error) } satisfies Answer),
    );
  });
};
