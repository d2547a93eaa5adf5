import { type Hint, LIMITS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createHintPace } from './hint-pace.ts';

const started = () => {
  let now = 0;
  let due: (() => void) | null = null;
  const heard: Hint[] = [];
  const pace = createHintPace({
    timers: {
      after: (_ms, call) => {
        due = call;
        return () => {
          due = null;
        };
      },
    },
    steadyMs: () => now,
    onHint: (hint) => heard.push(hint),
  });
  const pass = (ms: number): void => {
    for (const end = now + ms; now < end; ) {
      now += Math.min(LIMITS.hintPauseMs, end - now);
      const call = due;
      due = null;
      call?.();
    }
  };
  return { pace, heard, pass };
};
const head = (n: number): Hint => ({ kind: 'head', head: n });

test('[SY-L1] hints pass at once while they are few', () => {
  const { pace, heard, pass } = started();
  for (let n = 0; n < 50; n++) {
    pace.hear(head(n));
    pass(LIMITS.hintPauseMs);
  }
  expect(heard).toHaveLength(50);
});

test('[SY-L1] of hints without a pause a few a second pass, and the last of each kind in any case', () => {
  const { pace, heard, pass } = started();
  for (let n = 0; n < 10_000; n++) {
    pace.hear(head(n));
    pace.hear({ kind: 'keys', kg: n });
    pass(1);
  }
  const most = LIMITS.hintsAtOnceMax + 10_000 / LIMITS.hintPauseMs + 1;
  expect(heard.length).toBeLessThanOrEqual(most);
  pass(2 * LIMITS.hintPauseMs);
  expect(heard.findLast(({ kind }) => kind === 'head')).toEqual(head(9_999));
  expect(heard.findLast(({ kind }) => kind === 'keys')).toEqual({ kind: 'keys', kg: 9_999 });
  pace.close();
});
