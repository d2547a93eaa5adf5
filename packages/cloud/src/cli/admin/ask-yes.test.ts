import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askYes } from './ask-yes.ts';

test.each([
  ['yes\n', true],
  ['no\n', false],
  ['', false],
])('[OP-5] the answer %j agrees: %s, also where the input ends without an answer', async (typed, agreed) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const asked = askYes('Delete the vault?', input, output);
  input.end(typed);
  expect(await asked).toBe(agreed);
  expect(String(output.read())).toContain('Delete the vault?');
});
