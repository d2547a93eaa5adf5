import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blankHidden, escapedUnsafe, revealHidden, withoutHidden } from './plain-text.ts';

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

describe('[TR-40] a character that nobody sees', () => {
  const HIDING = [
    ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u180b', '\u180e', '\u200b', '\u200c'],
    ...['\u200d', '\u200e', '\u200f', '\u202a', '\u202c', '\u202e', '\u2060', '\u2061', '\u2064', '\u2066'],
    ...['\u2069', '\u206a', '\u3164', '\ufe00', '\ufe01', '\ufe0e', '\ufe0f', '\ufeff', '\uffa0', '\ufff9'],
    ...['\u{1bca0}', '\u{1d173}', '\u{e0001}', '\u{e0041}', '\u{e0100}', '\u{e01ef}'],
  ];

  test.each([
    'The user prefers tea, at 5 = 2 + 3.',
    'Él prefiere té: ¿sí?',
    'Пользователь любит чай.',
    '用户喜欢喝茶',
  ])('carries no bit anywhere in %j', (plain) => {
    const chars = [...plain];
    for (const hiding of HIDING) {
      // An ideograph has variants, which are seen.
      if (/\p{Script=Han}/u.test(plain) && /[\ufe00-\ufe02\u{e0100}-\u{e010f}]/u.test(hiding)) continue;
      expect(withoutHidden(chars.join(hiding)), hiding.codePointAt(0)?.toString(16)).toBe(plain);
      expect(withoutHidden(`${hiding}${plain}${hiding}`)).toBe(plain);
    }
  });

  test.each([
    'می\u200cخواهم',
    'क्\u200dष और क्\u200cष',
    'അവന്\u200d വന്നു',
    'ශ්\u200dරී',
    'র\u200d্যাব',
    'ผู้ใช้\u200bชอบ',
    'ភាសា\u200bខ្មែរ',
    'ᠮᠣᠩᠭᠣᠯ\u180e\u1820',
    'תה \u200eTypeScript\u200f ולא',
    'שלום (\u200eabc)\u200f, עולם',
    'السعر \u2067C++\u2069 هنا',
    '👩\u200d👩\u200d👧\u200d👦 🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥 👁\ufe0f\u200d🗨\ufe0f',
    '👍🏽 👩🏽\u200d💻 🧔\u200d♂\ufe0f 🏳\ufe0f\u200d⚧\ufe0f 🏴\u200d☠\ufe0f ☺\ufe0e',
    '1\ufe0f\u20e3 #\ufe0f\u20e3 ©\ufe0f',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '葛\u{e0100}城 辻\u{e0101} ∩\ufe00 ，\ufe00',
  ])('stays where it is needed: %j', (text) => {
    expect(withoutHidden(text)).toBe(text);
    expect(revealHidden(text)).toEqual({ text, taken: 0, hidden: '' });
  });

  test.each([
    ['می\u200c\u200c\u200cخواهم', 'می\u200cخواهم'],
    ['tea \u200eTypeScript\u200f milk', 'tea TypeScript milk'],
    ['1\ufe0f 2\ufe0f', '1 2'],
    ['a\u200d💻 💻\u200da 💻\u200d', 'a💻 💻a 💻'],
    ['👍\u200b\u200d\ufe0f👍', '👍\u200d👍'],
    ['של\u200eום', 'שלום'],
    ['Stra\u00adßen\u00adbahn', 'Straßenbahn'],
  ])('goes alone, and what is needed beside it stays: %j', (text, shown) => {
    expect(withoutHidden(text)).toBe(shown);
    expect(revealHidden(text).taken).toBe([...text].length - [...shown].length);
  });

  test('is left out once: what is left stays as it is', () => {
    const unit = fc.constantFrom(
      ...HIDING,
      'a',
      ' ',
      '1',
      'م',
      'ש',
      'क',
      'ช',
      '👩',
      '🏴',
      '葛',
      '♂',
      '\n',
      '\ud83d',
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const shown = withoutHidden(text);
        expect(withoutHidden(shown)).toBe(shown);
        expect(blankHidden(text)).toHaveLength(text.length);
      }),
      { seed: 1_123, numRuns: 2_000 },
    );
  });
});
