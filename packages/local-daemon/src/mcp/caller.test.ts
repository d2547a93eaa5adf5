import { LIMITS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { readCaller } from './caller.ts';

const cwdOf = (folder: string): string | null =>
  readCaller((name) => (name === 'cairn-cwd' ? encodeURIComponent(folder) : undefined)).cwd;

test('[MC-5] the folder is the one that the host named, whatever white space its name has', () => {
  for (const folder of [
    '/a/資料\u30002026',
    '/a/two  spaces',
    '/a/tab\tand\nline',
    '/a/last ',
    '/a/x\u00a0y',
  ])
    expect(cwdOf(folder)).toBe(folder);
  for (const none of ['', '/a\0b', `/${'a'.repeat(LIMITS.documentPathCharsMax)}`])
    expect(cwdOf(none)).toBe(null);
});

test('names are put into one line and shortened', () => {
  const given = new Map([
    ['cairn-agent', encodeURIComponent(' my\nagent\u3000x ')],
    ['cairn-session', 'é'.repeat(LIMITS.sessionCharsMax + 1)],
    ['cairn-project', '%zz'],
  ]);
  expect(readCaller((name) => given.get(name))).toEqual({
    agent: 'my agent x',
    session: 'é'.repeat(LIMITS.sessionCharsMax),
    project: '%zz',
    cwd: null,
  });
});
