import { expect, test } from 'vitest';
import { unwritable } from './unwritable.ts';

test('[RL-22] a folder whose path is too long for a database is said to be that', () => {
  const [longest, longer] = [`/${'a'.repeat(494)}`, `/${'a'.repeat(495)}`];
  expect(unwritable(null, longest, 'error 14').message).toContain('error 14. Make it writable');
  expect(unwritable(null, longer, 'error 14').message).toMatch(
    /has 496 bytes, and the most is 495\. Set CAIRN_HOME/,
  );
});
