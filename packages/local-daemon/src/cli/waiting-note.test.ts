import { expect, onTestFinished, test, vi } from 'vitest';
import { createWaitingNote, DAEMON_WAIT } from './waiting-note.ts';

test('[RL-46] a person whose daemon gives no answer is told so after some seconds, once', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const noted = createWaitingNote((line) => lines.push(line));
  const work = Promise.withResolvers<string>();
  // The daemon cannot say which server it waits for.
  const done = noted(
    () => work.promise,
    () => new Promise(() => undefined),
    DAEMON_WAIT,
  );
  await vi.advanceTimersByTimeAsync(4_000);
  expect(lines).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toEqual([DAEMON_WAIT]);
  work.resolve('answer');
  expect(await done).toBe('answer');
  expect(vi.getTimerCount()).toBe(0);
});
