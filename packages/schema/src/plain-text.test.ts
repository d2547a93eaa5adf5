import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  blankHidden,
  escapedUnsafe,
  hasSeen,
  revealHidden,
  withoutControls,
  withoutHidden,
} from './plain-text.ts';

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
    ...['\u2800', '\ufffc', '\u0378', '\u0590', '\ufdd0', '\uffff', '\u{13430}', '\u{1343f}', '\u{1d159}'],
    ...['\u{1f6da}', '\u{1fffe}', '\u{f0000}', '\u{10fffd}', '\u{10d66}'],
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

  test('is found among all code points: of those without a picture of their own, none stays between Latin letters', () => {
    // Signs that stand over or before digits and words: they are drawn.
    const DRAWN = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;
    // Drawn as nothing, whatever their category says.
    const EMPTY =
      /[\u2800\ufffc\u{1107f}\u{16fe4}\u{1d159}\u{13440}\u{13447}-\u{13455}\u{f0000}-\u{10ffff}]/u;
    const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
    const unseen = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((char) => !/[\t\n]/.test(char) && !DRAWN.test(char) && (UNSEEN.test(char) || EMPTY.test(char)));
    expect(unseen.length).toBeGreaterThan(800_000);
    const shown = (text: string): string => withoutHidden(withoutControls(text)).replaceAll('\n', '');
    for (let at = 0; at < unseen.length; at += 5_000) {
      const some = unseen.slice(at, at + 5_000);
      // Alone and, of some, in runs: a run carries nothing either.
      const runs = some.filter((_, n) => n % 16 === 0).map((char, n) => char + (some[n + 1] ?? '') + char);
      for (const put of [some, runs]) {
        const kept = shown(put.map((chars) => `t${chars}`).join(''));
        expect([...new Set(kept)].map((char) => char.codePointAt(0)?.toString(16))).toEqual(['74']);
        expect(kept).toHaveLength(put.length);
      }
      expect(hasSeen(shown(some.join('')))).toBe(false);
    }
  });

  test.each([
    '\u{1f6da} 用\u{2fffa}户 tea \u{1f6da}, milk \u{1f6da}',
    '⠞\u2800⠑ ⣿\u2800\u2800\u2800⣿',
    '\u{13000}\u{13430}\u{13001}\u{13447}',
    '\ue0b0 \uf8ff',
    '\u{1d100}\u{1d159}',
  ])('stays where it may be a character of a later Unicode, or has a place: %j', (text) => {
    expect(withoutHidden(text)).toBe(text);
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
    expect(revealHidden(text)).toEqual({ text, taken: 0, hidden: '', carries: false });
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
