import { LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { takeValue } from './take-value.ts';

describe('[TR-31] a tombstone that a member sealed', () => {
  const hash = 'f'.repeat(LIMITS.goneHashCharsMax);

  test.each([`"${'f'.repeat(100_000)}"`, '7', '{}', '[]'])(
    'ends its memory with a hash that is none: %s',
    (wrong) => {
      const ended = { ok: true, value: { facet: 'gone', value: { hash: null } } };
      expect(takeValue('memory', 'gone', 1, `{"hash":${wrong}}`)).toEqual(ended);
      expect(takeValue('keyed', 'gone', 1, `{"hash":${wrong}}`)).toEqual(ended);
      expect(takeValue('schedule', 'gone', 1, wrong)).toEqual(ended);
    },
  );

  test('keeps a hash that is one', () => {
    const value = { facet: 'gone', value: { hash } };
    expect(takeValue('memory', 'gone', 1, JSON.stringify({ hash }))).toEqual({ ok: true, value });
  });

  test('is one of a version that is known, and nothing else is taken so', () => {
    expect(takeValue('memory', 'gone', 9, '{"hash":null}').ok).toBe(false);
    expect(takeValue('memory', 'body', 1, '{}').ok).toBe(false);
    expect(takeValue('memory', 'gone', 1, '{')).toEqual({ ok: false, error: 'broken' });
  });
});
