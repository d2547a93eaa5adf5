import { expect, test } from 'vitest';
import { answerUnexpected } from './unexpected.ts';

const answered = (error: unknown) => {
  let bugs = 0;
  const { kind, message } = answerUnexpected(error, () => (bugs += 1));
  return { kind, message, bugs };
};

test('[RL-22] a part of the program that no file is left for is no bug', () => {
  const error = Object.assign(new Error("EMFILE: too many open files, open '/x/part.js'"), {
    code: 'EMFILE',
  });
  expect(answered(error)).toEqual({
    kind: 'storage_read_only',
    message: expect.stringMatching(/^Too many files are open.*ulimit -n/),
    bugs: 0,
  });
});

test('the rest is', () => {
  expect(answered(new TypeError('x is not a function'))).toEqual({
    kind: 'internal',
    message: expect.not.stringContaining('function'),
    bugs: 1,
  });
});

test('neither is a full disk', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, mkdir'), { code: 'ENOSPC' });
  expect(answered(error)).toMatchObject({ kind: 'storage_full', bugs: 0 });
});
