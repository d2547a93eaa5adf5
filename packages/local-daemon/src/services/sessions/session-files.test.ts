import { LIMITS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createSessionFiles } from './session-files.ts';

const files = createSessionFiles((path) => {
  if (path === '/gone') throw Object.assign(new Error('no'), { code: 'ENOENT' });
  if (path === '/locked') throw new Error('no');
  if (path === '/picture') return { kind: 'skipped', reason: 'not text' };
  return {
    kind: 'text',
    modifiedAt: 0,
    text: path.startsWith('/long') ? 'a line of words\n'.repeat(20_000) : `I am ${path}.`,
  };
});

test('[SE-2] at most five files are given, in their order, and why one is not', () => {
  const given = files(['/a', '/gone', '/picture', '/locked', '/b', '/c'], 1_000);
  expect(given.map(({ text, reason }) => text ?? reason)).toEqual([
    'I am /a.',
    'it is not there any more',
    'not text',
    'it cannot be read',
    'I am /b.',
  ]);
});

test('[SE-2] files take at most 50,000 tokens: one is cut at a line, the next left out', () => {
  const given = files(['/long1', '/long2', '/a'], LIMITS.sessionTokensMax);
  expect(given.map(({ cut, text }) => [cut, text !== null])).toEqual([
    [true, true],
    [expect.any(Boolean), expect.any(Boolean)],
    [false, expect.any(Boolean)],
  ]);
  const tokens = given.reduce((sum, one) => sum + one.tokens, 0);
  expect(tokens).toBeLessThanOrEqual(LIMITS.sessionFilesTokensMax);
  expect(tokens).toBeGreaterThan(LIMITS.sessionFilesTokensMax * 0.8);
  expect(given[0]?.text?.endsWith('words')).toBe(true);
  expect(files(['/a'], 0)).toMatchObject([{ text: null, reason: expect.stringContaining('took all') }]);
});

test('[SE-2] a file far longer than the room is read at its beginning, without half a secret', () => {
  const key = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEA7bq3\n'.repeat(1_000)}-----END RSA PRIVATE KEY-----\n`;
  const read = createSessionFiles(() => ({
    kind: 'text',
    modifiedAt: 0,
    text: `a word\n${' '.repeat(4_000)}\n${key}`.repeat(9),
  }));
  const [file] = read(['/long'], 300);
  expect(file?.cut).toBe(true);
  expect(file?.tokens).toBeLessThanOrEqual(300);
  expect(file?.text).toContain('a word');
  expect(file?.text).not.toContain('MII');
});

test('[SE-2] a file of one long line is left out for its own sake, not for that of files before it', () => {
  const read = createSessionFiles(() => ({ kind: 'text', modifiedAt: 0, text: 'word '.repeat(5_000) }));
  expect(read(['/bundle.js'], 300)).toMatchObject([
    { text: null, reason: 'its first line is longer than the room that is left' },
  ]);
});
