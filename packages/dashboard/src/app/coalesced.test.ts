import { expect, test } from 'vitest';
import { createCoalesced } from './coalesced.ts';

const setUp = () => {
  const due: { at: number; work: () => void }[] = [];
  const done: number[] = [];
  let now = 5_000;
  const browser = {
    nowMs: () => now,
    after: (ms: number, work: () => void) => {
      const timer = { at: now + ms, work };
      due.push(timer);
      return () => void due.splice(due.indexOf(timer), 1);
    },
  };
  const pass = (ms: number): void => {
    now += ms;
    for (const timer of due.filter(({ at }) => at <= now)) {
      due.splice(due.indexOf(timer), 1);
      timer.work();
    }
  };
  const coalesced = createCoalesced(browser, 1_000, () => void done.push(now));
  const setBack = (ms: number): void => {
    now -= ms;
  };
  return { coalesced, done, due, pass, setBack };
};

test('[PG-6] what changes again and again is asked for at once, then once a second, and after the last time', () => {
  const { coalesced, done, pass } = setUp();
  coalesced.ask();
  for (let n = 0; n < 25; n++) {
    pass(100);
    coalesced.ask();
  }
  pass(5_000);
  expect(done).toEqual([5_000, 6_000, 7_000, 12_500]);
});

test('[PG-6] what nobody waits for any more is not asked for', () => {
  const { coalesced, done, due, pass } = setUp();
  coalesced.ask();
  coalesced.ask();
  expect(due).toHaveLength(1);
  coalesced.end();
  pass(2_000);
  expect([done, due]).toEqual([[5_000], []]);
});

test('[PG-6] a clock that is set back delays no work for longer than the interval', () => {
  const { coalesced, due, setBack } = setUp();
  coalesced.ask();
  setBack(4_000);
  coalesced.ask();
  expect(due.map(({ at }) => at)).toEqual([2_000]);
});
