import { describe, expect, test } from 'vitest';
import { createEngineBench } from '../testing/index.ts';
import { cleanText } from './clean-text.ts';
import { parseDraft } from './draft.ts';

const UNSEEN = [
  '\u200b',
  '\u200b\u200d',
  ' \u2060 \ufeff ',
  '\u0000',
  '\u2800 \u2800',
  '\u00ad',
  '\u3164',
  '\u{e0041}',
];

describe('[RL-24] a text of which nobody sees anything', () => {
  test.each(UNSEEN)('is empty: %j', (text) => {
    expect(cleanText(text)).toEqual({ ok: true, value: '' });
    const draft = parseDraft({ content: text });
    expect(draft.ok ? '' : draft.error.message).toMatch(/nothing to remember: the text is empty/);
  });

  test('is not one with a single seen character, however few are seen', () => {
    for (const text of ['x', '\u200bx', '👩\u200d🚀', '.', 'क्\u200dष', '🇺🇳'])
      expect(cleanText(text), text).toEqual({ ok: true, value: text });
  });

  test('is refused as a tag, a key and a message', async () => {
    expect(parseDraft({ content: 'text', tags: ['\u200b'] })).toMatchObject({ ok: false });
    expect(parseDraft({ content: 'text', key: '\u200b' })).toMatchObject({ ok: false });
    const { write } = createEngineBench();
    const appended = await write.appendMessages({
      session: { name: 'a session' },
      messages: [{ role: 'user', content: '\u200b' }],
    });
    expect(appended.ok).toBe(false);
  });
});

test('[RL-24] control characters that are left out are said; line ends and tabs are none', () => {
  const one = parseDraft({ content: 'before\u0000after' });
  expect(one.ok && [one.value.content, one.value.warnings]).toEqual([
    'beforeafter',
    ['Left out: 1 control character, such as NUL.'],
  ]);
  const three = parseDraft({ content: '\u001b[31mred\u001b[0m\u0007' });
  expect(three.ok && three.value.warnings).toEqual(['Left out: 3 control characters, such as NUL.']);
  const none = parseDraft({ content: 'one\r\ntwo\tthree\rfour' });
  expect(none.ok && none.value.warnings).toEqual([]);
});
