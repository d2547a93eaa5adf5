import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText } from '../memory/clean-text.ts';
import { withoutSecrets } from '../memory/guard.ts';
import { maskText } from '../memory/mask.ts';
import { parseMessages } from '../session/message.ts';
import { FIXED } from '../testing/arbitrary-registers.ts';
import { BLOCK_PREAMBLE, isOwnBlock, withoutOwnBlocks } from './echo.ts';
import { fenced } from './fence.ts';

const FENCE = { secret: 'f'.repeat(64), reader: 'a session' };
const FACT = '- Orion is a fact [user, 2026-01-02] with <b> & "quotes"';
const BLOCK = fenced(`${BLOCK_PREAMBLE}\n\n## Pinned\n${FACT}`, FENCE);
const OLD = `<memory>\n${BLOCK_PREAMBLE}\n\n## Pinned\n${FACT}\n</memory>`;

const entities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const unicode = (text: string): string =>
  inJson(text).replaceAll('<', String.raw`\u003c`).replaceAll('>', String.raw`\u003E`);
const slashes = (text: string): string => inJson(text).replaceAll('/', String.raw`\/`);

const SPELLINGS: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['with Windows’ line ends', (text) => text.replaceAll('\n', '\r\n')],
  ['with entities', entities],
  ['with entities of entities', (text) => entities(entities(text))],
  ['as JSON', inJson],
  ['as JSON in JSON', (text) => inJson(inJson(text))],
  ['as JSON without brackets', unicode],
  ['as JSON without brackets in JSON', (text) => inJson(unicode(text))],
  ['as JSON with slashes of PHP', slashes],
];
const WRAPS: readonly (readonly [string, (text: string) => string])[] = [
  ['bare', (text) => text],
  ['of Gemini', (text) => `<hook_context>${text}</hook_context>\n\n`],
  ['of Copilot', (text) => `\n\n<system_reminder>\n${text}\n</system_reminder>`],
  ['of Claude Code', (text) => `<system-reminder source="hook">\n${text}\n</system-reminder>\n`],
  ['in two', (text) => `<a><b>\n${text}\n</b> </a>`],
];

describe('[CX-9] a block of ours that comes back', () => {
  describe.each(SPELLINGS)('%s', (_, spell) => {
    test.each(WRAPS)('wrapped %s, leaves what was said', (_wrap, wrap) => {
      for (const block of [BLOCK, OLD]) {
        const echo = wrap(spell(block));
        expect(withoutOwnBlocks(echo)).toBe('');
        for (const clean of [withoutSecrets, (text: string) => cleanText(text)])
          expect(JSON.stringify(clean(`${echo}On which port?`))).toMatch(
            /^(?:\{.*)?"(?:.*")?On which port\?"\}?$/,
          );
        const text = `Before. ${echo}On which port? ${echo} After.`;
        const masked = maskText(text);
        expect(masked.length).toBe(text.length);
        expect(masked.replace(/\s+/g, ' ')).toBe('Before. On which port? After.');
        expect(masked.indexOf('On which')).toBe(text.indexOf('On which'));
      }
    });
  });

  test.each([
    ['a name that is only mentioned', 'The block <memory-0badcafe> is quoted'],
    ['two names', 'from <memory-0badcafe> to </memory-0badcaff>'],
    ['an end before a beginning', '</memory-0badcafe> and <memory-0badcafe>'],
    ['another tag of that word', '<memory>\nThe cache has 4 GB\n</memory> of <memory-pool>x</memory-pool>'],
    ['what else stands in a wrapper', '<note>\nHello\n</note>'],
  ])('is not %s', (_, text) => {
    for (const same of [withoutOwnBlocks, maskText, withoutSecrets]) expect(same(text)).toBe(text);
    expect(isOwnBlock(text)).toBe(false);
  });

  test('goes alone: its wrapper stays when it holds something else', () => {
    expect(withoutOwnBlocks(`<hook_context>${BLOCK}\nThe time is 3</hook_context> Go on`)).toBe(
      '<hook_context>\n\nThe time is 3</hook_context> Go on',
    );
    expect(withoutOwnBlocks(`<a>${BLOCK}</b>`)).toBe('<a>\n</b>');
  });

  test('makes no secret, order or block of what stood beside it', () => {
    const token = `ghp_${'A'.repeat(18)}`;
    expect(withoutSecrets(`${token}${BLOCK}${'A'.repeat(18)}`)).not.toContain(token + 'A'.repeat(18));
    expect(withoutOwnBlocks(`<mem${BLOCK}ory-0badcafe>x</memory-0badcafe>`)).toContain('x');
    const inner = fenced('inner', { ...FENCE, reader: 'another' });
    expect(withoutOwnBlocks(`a <memory-0badcafe>${inner} b</memory-0badcafe> c`)).toBe('a \n c');
    expect(
      withoutOwnBlocks('a <memory-00000001>b<memory-00000002>c</memory-00000001>d</memory-00000002>'),
    ).toBe('a \nd</memory-00000002>');
  });

  test('is left out of a list of messages, where it alone would say nothing', () => {
    const said = parseMessages(
      [
        { role: 'system', content: BLOCK },
        { role: 'user', content: `${BLOCK}\nWhich port?` },
      ],
      0,
      1,
    );
    expect(said.ok && said.value.map(({ content }) => content)).toEqual(['Which port?']);
  });

  test('is found in one pass, whatever stands around it', () => {
    const begin = (at: number): string => `<memory-${at.toString(16).padStart(8, '0')}>`;
    const floods = [
      Array.from({ length: 50_000 }, (_, at) => begin(at)).join(''),
      `${Array.from({ length: 25_000 }, (_, at) => begin(at)).join('')}${Array.from({ length: 25_000 }, (_, at) => begin(25_000 - at).replace('<', '</')).join('')}`,
      `${'<x>'.repeat(50_000)}${BLOCK}${'</x>'.repeat(50_000)}`,
      `<memory>${'\n'.repeat(500_000)}`,
      `<memory>${'\\n'.repeat(500_000)}`,
      '\\'.repeat(1_000_000),
      `memory${'&amp;'.repeat(200_000)}`,
    ];
    for (const flood of floods) expect(withoutOwnBlocks(flood).length).toBeLessThanOrEqual(flood.length);
  });

  test('goes whatever it says, and nothing else does', () => {
    const unit = fc.constantFrom('<', '/', '>', 'memory', '-', 'a', '0', '\n', ' ', '\\', '&lt;', 'é', '😀');
    fc.assert(
      fc.property(fc.array(fc.string({ unit })), fc.string({ unit }), (lines, said) => {
        // Skips texts in which a bracket is a wrapper.
        fc.pre(withoutOwnBlocks(`. ${said} .`) === `. ${said} .`);
        const block = fenced(lines.join('\n'), FENCE);
        expect(withoutOwnBlocks(`. ${said} .${block}. ${said} .`)).toBe(`. ${said} .\n. ${said} .`);
      }),
      FIXED,
    );
  });
});
