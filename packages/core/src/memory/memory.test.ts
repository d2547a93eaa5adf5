import { createHmac } from 'node:crypto';
import { type FacetValue, hlcMs, isDerivedId, LIMITS } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryRegisters, FIXED, sorted } from '../testing/arbitrary-registers.ts';
import {
  bodyRegister,
  goneRegister,
  linkRegister,
  SAMPLE_SALT,
  sampleHlc,
  sampleId,
  sampleKeyedId,
  sampleRegister,
} from '../testing/sample-memories.ts';
import { projectMemory } from './apply.ts';
import { cleanText, countChars, normaliseContent } from './clean-text.ts';
import { contentHashOf, deriveImportedId, deriveKeyedId, goneHashOf } from './content-hash.ts';
import { isCountExpired, totalCount } from './count.ts';
import { parseDraft } from './draft.ts';
import { normaliseKey, normaliseTags } from './normalise-key.ts';
import { stampDrafts } from './stamp.ts';
import { isoTime, parseLastMoment, parseTime } from './to-memory.ts';

/** Texts with everything that needs care: surrogate pairs and halves, marks, control characters, white space. */
const anyText = fc.string({
  unit: fc.constantFrom(
    'a',
    'É',
    '\u0301',
    '🦊',
    '\ud800',
    '\udc00',
    ' ',
    '\n',
    '\r',
    '\t',
    '\u0000',
    '\u0085',
    '\u00a0',
    '\u200d',
    '日',
    'ﬁ',
  ),
});

const problemOf = (fields: Partial<Parameters<typeof parseDraft>[0]>) => {
  const parsed = parseDraft({ content: 'fine', ...fields });
  return parsed.ok ? null : parsed.error;
};

describe('[M-1] content', () => {
  test('of 1 to 2,000 characters is taken, of a key 2,048; one more is refused with a sentence', () => {
    expect(problemOf({ content: 'x'.repeat(LIMITS.contentCharsMax) })).toBeNull();
    expect(problemOf({ content: '🦊'.repeat(LIMITS.contentCharsMax) })).toBeNull();
    expect(problemOf({ content: 'x'.repeat(2_001) })).toMatchObject({
      kind: 'invalid_input',
      message: expect.stringMatching(/2,001 characters.*2,000.*Shorten/),
    });
    expect(problemOf({ content: 'x'.repeat(2_048), key: 'k' })).toBeNull();
    expect(problemOf({ content: 'x'.repeat(2_049), key: 'k' })?.message).toContain('2,048');
    expect(problemOf({ content: 'x'.repeat(1_000_000) })?.message).toContain('1,000,000');
  });

  test('is counted after trimming, without what is private', () => {
    expect(problemOf({ content: `  ${'x'.repeat(2_000)}\n\n` })).toBeNull();
    expect(problemOf({ content: `${'x'.repeat(1_990)}<private>${'y'.repeat(500)}</private>` })).toBeNull();
  });

  test.each(['', '   ', '\n\t', '\u0000\u0007', '\ufeff'])('%j is empty and refused', (content) => {
    expect(problemOf({ content })).toMatchObject({
      kind: 'invalid_input',
      message: expect.stringContaining('empty'),
    });
  });

  test('loses control characters, keeps newline and tab, and is Unicode as it was otherwise', () => {
    const text = 'e\u0301 é ﬁ ½ 🏳️‍🌈 日本語 العربية ไทย \u200d a\tb\nc';
    expect(cleanText(`\u0000${text}\u0007\u001b\u0085\u007f`)).toEqual({ ok: true, value: text });
    expect(cleanText('a\r\nb\rc')).toEqual({ ok: true, value: 'a\nb\nc' });
  });

  test('with half of a character is refused, not mended', () => {
    expect(cleanText('a\ud800b').ok).toBe(false);
    for (const field of ['content', 'key', 'namespace', 'project', 'session', 'agent'] as const) {
      expect(problemOf({ [field]: 'x\udc00' })?.kind).toBe('invalid_input');
    }
    expect(problemOf({ tags: ['x\ud800'] })?.kind).toBe('invalid_input');
  });

  test('is counted in code points', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const whole = text.toWellFormed();
        expect(countChars(whole)).toBe([...whole].length);
      }),
      FIXED,
    );
  });

  test('cleaning twice is cleaning once', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = cleanText(text);
        if (once.ok) expect(cleanText(once.value)).toEqual(once);
      }),
      FIXED,
    );
  });
});

describe('[M-1] names', () => {
  test('a key or namespace that grows in lower case is refused above its limit', () => {
    for (const [field, max] of [
      ['key', 128],
      ['namespace', 256],
    ] as const) {
      expect(problemOf({ [field]: 'İ'.repeat(max / 2) })).toBeNull();
      expect(problemOf({ [field]: 'İ'.repeat(max / 2 + 1) })?.message).toMatch(`${max + 2} characters`);
    }
  });

  test('keys of 128 characters are taken, 129 refused; so with namespace and project', () => {
    expect(problemOf({ key: 'k'.repeat(128) })).toBeNull();
    expect(problemOf({ key: 'k'.repeat(129) })?.message).toContain('128');
    expect(problemOf({ namespace: 'n'.repeat(257) })?.message).toContain('256');
    expect(problemOf({ project: 'p'.repeat(513) })?.message).toContain('512');
    expect(problemOf({ key: '--/--' })?.message).toContain('key is empty');
  });

  test('tags are lower case, trimmed, each once; 20 of 64 are taken, one more refused', () => {
    expect(normaliseTags([' Preference ', 'preference', 'two  words', 'e\u0301'])).toEqual({
      tags: ['preference', 'two words', 'é'],
      problem: null,
    });
    const many = Array.from({ length: 21 }, (_, n) => `t${n}`);
    expect(problemOf({ tags: many.slice(1) })).toBeNull();
    expect(problemOf({ tags: many })?.message).toMatch(/21 tags.*20/);
    expect(problemOf({ tags: ['x'.repeat(64)] })).toBeNull();
    expect(problemOf({ tags: ['x'.repeat(65)] })?.message).toMatch(/65 characters.*64/);
    expect(problemOf({ tags: [' '] })?.message).toContain('empty');
  });
});

describe('[M-2] keys', () => {
  test.each([
    ['Code_Style', 'code-style'],
    ['Preference/Code-Style', 'preference/code-style'],
    ['  a  b__c--d ', 'a-b-c-d'],
    ['//a//b/', 'a/b'],
    ['-a-/-b-', 'a/b'],
    ['Größe', 'größe'],
    ['___', ''],
  ])('%j is %j', (raw, key) => {
    expect(normaliseKey(raw)).toBe(key);
  });

  test('every run of white space becomes one space', () => {
    const spaced = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '\t', '\u00a0', '\u2003', '\ufeff', 'é'),
    });
    fc.assert(
      fc.property(spaced, (text) => {
        expect(normaliseContent(text)).toBe(text.normalize('NFC').replace(/\s+/gu, ' ').trim());
      }),
      FIXED,
    );
  });

  test('normalising twice is normalising once', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', '_', '-', '/', ' ', 'É', 'İ') }), (raw) => {
        const once = normaliseKey(raw);
        expect(normaliseKey(once)).toBe(once);
      }),
      FIXED,
    );
  });
});

describe('[M-4] equal after normalising', () => {
  test('is white space and composition, not case, punctuation or digits', () => {
    const hash = contentHashOf('Use  pnpm\n in caf\u00e9');
    expect(contentHashOf(' Use pnpm in cafe\u0301 ')).toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    for (const other of ['use pnpm in café', 'Use pnpm in café.', 'Use pnpm2 in café', 'Use npm in café']) {
      expect(contentHashOf(other)).not.toBe(hash);
    }
    expect(contentHashOf('x²')).not.toBe(contentHashOf('x2'));
  });

  test('normalising twice is normalising once', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(normaliseContent(normaliseContent(text))).toBe(normaliseContent(text));
      }),
      FIXED,
    );
  });
});

describe('[SY-D2] derived ids', () => {
  const name = { namespace: 'tacit', project: null, key: 'k' };

  test('are the same for the same name under the same salt, and only then', () => {
    const id = deriveKeyedId(SAMPLE_SALT, name);
    expect(id).toMatch(/^k_/);
    expect(deriveKeyedId(SAMPLE_SALT, { ...name })).toBe(id);
    const others = [
      deriveKeyedId('cd'.repeat(32), name),
      deriveKeyedId(SAMPLE_SALT, { ...name, project: 'p' }),
      deriveKeyedId(SAMPLE_SALT, { ...name, namespace: 'taci', key: 'tk' }),
      deriveKeyedId(SAMPLE_SALT, { ...name, key: 'l' }),
    ];
    expect(new Set([id, ...others]).size).toBe(5);
  });

  test('of imported texts come from the normalised content and its scope', () => {
    const text = { content: 'a  b', project: null, namespace: null };
    const id = deriveImportedId(SAMPLE_SALT, text);
    expect(isDerivedId(id)).toBe(true);
    expect(deriveImportedId(SAMPLE_SALT, { ...text, content: ' a b' })).toBe(id);
    expect(deriveImportedId(SAMPLE_SALT, { ...text, project: 'p' })).not.toBe(id);
  });

  test('[SY-M8] the words of a tombstone are an HMAC under the salt', () => {
    const goneOf = (content: string, salt = SAMPLE_SALT) => goneHashOf(salt, contentHashOf(content));
    expect(goneOf('a b')).toBe(goneOf('a  b'));
    expect(goneOf('a b')).not.toBe(goneOf('a c'));
    expect(goneOf('a b')).not.toBe(goneOf('a b', 'cd'.repeat(32)));
    expect(goneOf('a b')).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('[SY-D3] a row is made of its registers', () => {
  const id = sampleId(1);
  const body = bodyRegister(id, sampleHlc(1), 'text', { tags: ['first'], pinned: true, trust: 'high' });

  test('the body carries first tags and flags until those facets have registers of their own', () => {
    expect(projectMemory([body])?.row).toMatchObject({ tags: ['first'], pinned: true, trust: 'high' });
    const own = [
      sampleRegister(id, sampleHlc(2), { facet: 'tags', value: { tags: [] } }),
      sampleRegister(id, sampleHlc(3), { facet: 'flags', value: { pinned: false, trust: 'low' } }),
    ];
    expect(projectMemory([body, ...own])?.row).toMatchObject({ tags: [], pinned: false, trust: 'low' });
  });

  test('without a body, under a tombstone, or of another kind there is none', () => {
    const link = linkRegister(id, sampleHlc(2), sampleId(2));
    expect(projectMemory([link])).toBeNull();
    expect(projectMemory([body, goneRegister(id, sampleHlc(0))])).toBeNull();
    expect(projectMemory([])).toBeNull();
    const keyed = sampleKeyedId(1);
    expect(
      projectMemory([bodyRegister(keyed, sampleHlc(3), 'x'), goneRegister(keyed, sampleHlc(2))])?.row,
    ).toMatchObject({
      content: 'x',
    });
    expect(
      projectMemory([bodyRegister(keyed, sampleHlc(2), 'x'), goneRegister(keyed, sampleHlc(2))]),
    ).toBeNull();
  });

  test('a link that came before its body counts once the body comes', () => {
    const projected = projectMemory([linkRegister(id, sampleHlc(5), sampleId(2)), body]);
    expect(projected).toMatchObject({
      row: { supersededBy: sampleId(2), supersededAt: hlcMs(sampleHlc(5)) },
      linkHlc: sampleHlc(5),
    });
    expect(projected?.row.updatedAt).toBe(hlcMs(sampleHlc(5)));
  });

  test('whatever the order of the registers', () => {
    fc.assert(
      fc.property(arbitraryRegisters, (registers) => {
        const one = [
          ...new Map(registers.filter(({ entity }) => entity === id).map((r) => [r.facet, r])).values(),
        ];
        expect(projectMemory(sorted(one))).toEqual(projectMemory([...sorted(one)].reverse()));
      }),
      FIXED,
    );
  });
});

describe('[SY-M4] counts', () => {
  const count = (device: string, n: number, first: number, last: number) =>
    sampleRegister(sampleKeyedId(1), sampleHlc(1), { facet: `count.${device}`, value: { n, first, last } });

  test('add up over devices and span their dates', () => {
    const registers = [
      count('a', 2, 10, 50),
      bodyRegister(sampleKeyedId(1), sampleHlc(1), 'x'),
      count('b', 3, 5, 40),
    ];
    expect(totalCount(registers)).toEqual({ n: 5, first: 5, last: 50 });
    expect(totalCount([])).toBeNull();
  });

  test('expire after n times 14 days, as a matter of reading', () => {
    const total = { n: 2, first: 0, last: 1_000 };
    const after = 28 * 86_400_000 + 1_000;
    expect([isCountExpired(total, after), isCountExpired(total, after + 1)]).toEqual([false, true]);
  });
});

describe('[SY-C1] stamps', () => {
  const facet: FacetValue = { facet: 'tags', value: { tags: [] } };
  const drafts = [1, 2, 3].map((n) => ({ entity: sampleId(n), facet }));

  test('rise strictly, above the last one, the clock, and what they follow', () => {
    const present = [{ ...goneRegister(sampleId(2), sampleHlc(90)), seq: null }];
    const stamping = { last: sampleHlc(50), nowMs: hlcMs(sampleHlc(10)), node: 'a'.repeat(16), kg: 2 };
    const stamped = stampDrafts(drafts, present, stamping);
    const stamps = stamped.map(({ hlc }) => hlc);
    expect([...stamps].sort()).toEqual(stamps);
    expect(new Set(stamps).size).toBe(3);
    expect(stamps[0] ?? '').toSatisfy((hlc: string) => hlc > sampleHlc(50));
    expect(stamps[1] ?? '').toSatisfy((hlc: string) => hlc > sampleHlc(90));
    expect(stamped.every(({ kg, seq }) => kg === 2 && seq === null)).toBe(true);
  });
});

describe('times', () => {
  test('are ISO 8601 in UTC, and read with or without a zone', () => {
    expect(isoTime(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(isoTime(Number.MAX_SAFE_INTEGER)).toMatch(/^\+275760/);
    expect(parseTime('2026-01-15')).toBe(Date.UTC(2026, 0, 15));
    expect(parseTime('2026-01-15T10:00:00')).toBe(Date.UTC(2026, 0, 15, 10));
    expect(parseTime('2026-01-15 10:00')).toBe(Date.UTC(2026, 0, 15, 10));
    expect(parseTime('2026-01-15T10:00:00+02:00')).toBe(Date.UTC(2026, 0, 15, 8));
    expect(parseLastMoment(' 2026-01-15 ')).toBe(Date.UTC(2026, 0, 16) - 1);
    expect(parseLastMoment('2026-01-15T10:00')).toBe(Date.UTC(2026, 0, 15, 10));
    expect(parseLastMoment('2026-02-31')).toBeNull();
    for (const bad of [
      '',
      'yesterday',
      '2026-13-01',
      '2026-02-31',
      '2026-04-31T10:00',
      '2026-01-15T99:00',
      '1',
      '2026-1-5',
    ])
      expect(parseTime(bad)).toBeNull();
  });
});

test('[SY-D2] derived ids and hashes are HMAC-SHA-256 under the salt, whatever its length', () => {
  for (const bytes of [0, 1, 32, 64, 65, 200]) {
    const salt = Buffer.alloc(bytes, 7).toString('hex');
    for (const words of ['ab', '', 'é日🦊'.repeat(100)]) {
      const lengthOf = (part: string) =>
        Buffer.from([0, 0, Buffer.byteLength(part) >> 8, Buffer.byteLength(part)]);
      const prefixed = ['gone', words].flatMap((part) => [lengthOf(part), Buffer.from(part)]);
      const key = Buffer.from(salt, 'hex');
      const expected = createHmac('sha256', key).update(Buffer.concat(prefixed)).digest('hex');
      expect(goneHashOf(salt, words)).toBe(expected);
    }
  }
});
