import { expect, test } from 'vitest';
import { readRedirect } from './browser.ts';

test('[SY-A7] only the address of this sign-in is its answer, pasted or asked for', () => {
  const path = '/signed-in/abc';
  expect(readRedirect(`${path}?code=c`, path)).toEqual({ kind: 'code', code: 'c' });
  expect(readRedirect(` http://127.0.0.1:4000${path}?code=c#x \n`, path)).toEqual({
    kind: 'code',
    code: 'c',
  });
  expect(readRedirect(`${path}?error=access_denied&error_description=No%1B[2J%0Athanks`, path)).toEqual({
    kind: 'declined',
    reason: expect.stringMatching(/^No\W*2J thanks$/),
  });
  for (const other of [
    '/signed-in/abd?code=c',
    `${path}/?code=c`,
    path,
    `${path}?code=`,
    '/?code=c',
    '',
    'http://[',
  ])
    expect(readRedirect(other, path)).toBeNull();
});
