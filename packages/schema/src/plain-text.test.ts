import { expect, test } from 'vitest';
import { escapedUnsafe } from './plain-text.ts';

test('[TR-10, TR-13] JSON that is printed says the same, and hides nothing', () => {
  const value = {
    text: 'a\u202eb\u001b[2J\u{e0041}\u{e0042}c',
    flag: '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    woman: '👩\u200d💻',
  };
  const printed = escapedUnsafe(JSON.stringify(value));
  expect(JSON.parse(printed)).toEqual(value);
  expect(printed).toContain('\\udb40\\udc41\\udb40\\udc42');
  for (const hidden of ['\u202e', '\u001b', '\u{e0041}']) expect(printed).not.toContain(hidden);
  expect(printed).toContain(value.flag);
  expect(printed).toContain(value.woman);
});
