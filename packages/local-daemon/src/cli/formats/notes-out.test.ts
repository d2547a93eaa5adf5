import { type Memory, namesOf } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitFrontMatter } from './front-matter.ts';
import { withManagedBlock } from './managed-block.ts';
import { noteFound, notePath, noteText, ownNoteOf } from './note-file.ts';

const AT = '2026-11-22T00:00:00.000Z';
const RUNS = { seed: 20_261_122, numRuns: 300 };

/** Texts that look like the frame of a note or a block, and texts that are hard to carry. */
const hostile = fc.constantFrom(
  '---',
  '...',
  'cairn:',
  '  id: m_x',
  '# head',
  '<!-- END cairn -->',
  '<!-- BEGIN cairn -->',
  'it\'s: "quoted" | > & *a',
  '漢字 🦓 مرحبا',
  '\u2028',
  '- item',
  'null',
  '~',
  'yes',
  '2026-01-01',
  '\ttab',
  '',
);
const line = fc.oneof(
  hostile,
  fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ' ')),
);
/** As the engine keeps it: returns are line ends, white space at both ends is gone. */
const content = fc
  .array(line, { minLength: 1, maxLength: 6 })
  .map((lines) =>
    lines
      .join('\n')
      .replace(/\p{Cc}/gu, (char) => (char === '\n' || char === '\t' ? char : ''))
      .trim(),
  )
  .filter((text) => text !== '');
const name = fc.oneof(line, fc.constant('x'));
const memory: fc.Arbitrary<Memory> = fc.record({
  id: fc.constant('m_01k9x0000000000000000000aa'),
  content,
  tags: fc.array(name, { maxLength: 3 }),
  ...namesOf(() => fc.option(name)),
  source: fc.constant('user' as const),
  pinned: fc.boolean(),
  createdAt: fc.constant(AT),
  updatedAt: fc.constant(AT),
  supersededBy: fc.option(fc.constant('m_01k9x0000000000000000000cc')),
  trust: fc.constant('high' as const),
  device: fc.record({ id: fc.constant('d_1'), name }),
});

const readNote = (text: string) => {
  const front = splitFrontMatter(text);
  if (front === null) throw new Error('no front matter');
  return {
    isEdited: ownNoteOf(front)?.isEdited ?? null,
    found: noteFound(front, 'x', '2026-12-01T00:00:00.000Z'),
  };
};

describe('[IM-7] a note', () => {
  test('comes back as it went out, whatever it says, also with the line ends of Windows', () => {
    fc.assert(
      fc.property(memory, (one) => {
        const text = noteText(one);
        for (const file of [text, text.replaceAll('\n', '\r\n'), `\ufeff${text}`])
          expect(readNote(file)).toEqual({
            isEdited: false,
            found: [{ kind: 'record', place: 'x', record: one, isBundle: true }],
          });
      }),
      RUNS,
    );
  });

  test('whose text was edited says which memory it was; of a key it is the newer value; what is past stays', () => {
    const one = {
      id: 'm_01k9x0000000000000000000aa',
      content: 'Prefers npm',
      tags: ['a'],
      ...namesOf(() => null),
      source: 'user',
      pinned: false,
      createdAt: AT,
      updatedAt: AT,
      supersededBy: null,
      trust: 'high',
      device: { id: 'd', name: 'n' },
    } as const satisfies Omit<Memory, 'tags'> & { tags: readonly string[] };
    const edited = (change: Partial<Memory>) =>
      readNote(noteText({ ...one, tags: ['a'], ...change }).replace('\nPrefers npm', '\nPrefers pnpm')).found;
    expect(edited({})).toEqual([
      {
        kind: 'edited',
        place: 'x',
        id: one.id,
        record: { content: 'Prefers pnpm', tags: ['a'], project: null },
      },
    ]);
    expect(edited({ key: 'tool', namespace: 'n' })).toMatchObject([
      {
        kind: 'record',
        record: { content: 'Prefers pnpm', key: 'tool', updatedAt: '2026-12-01T00:00:00.000Z' },
      },
    ]);
    expect(edited({ supersededBy: 'm_01k9x0000000000000000000cc' })).toMatchObject([{ kind: 'left' }]);
  });

  test('has a name that every file system takes, in the folder of its project', () => {
    fc.assert(
      fc.property(memory, (one) => {
        expect(notePath(one)).toMatch(
          /^(?:superseded\/)?(?:[\p{L}\p{N}-]+\/)?[\p{L}\p{N}-]+-[0-9a-z]{10}\.md$/u,
        );
      }),
      RUNS,
    );
  });
});

describe('[IM-8] a managed block', () => {
  const file = fc
    .array(fc.oneof(fc.constantFrom('# Rules', '- item', '', '\r', '<!-- mine -->', '漢字'), line), {
      maxLength: 6,
    })
    .map((lines) => lines.filter((one) => !/^<!-- (BEGIN|END) cairn/.test(one)))
    .chain((lines) => fc.constantFrom(lines.join('\n'), lines.join('\r\n'), `${lines.join('\n')}\n`));
  const block = fc.array(
    line.filter((one) => !one.startsWith('<!--')),
    { minLength: 1, maxLength: 4 },
  );
  const textOf = (made: ReturnType<typeof withManagedBlock>): string =>
    made.kind === 'text' ? made.text : made.reason;

  test('leaves everything else byte for byte, is the same again, and goes without a trace', () => {
    fc.assert(
      fc.property(file, block, block, fc.string({ unit: 'grapheme' }), (before, first, second, after) => {
        const rest = after.replace(/^<!-- (BEGIN|END) cairn.*$/gm, '');
        const once = textOf(withManagedBlock(before, first.join('\n')));
        expect(once.startsWith(before)).toBe(true);
        expect(textOf(withManagedBlock(once, first.join('\n')))).toBe(once);
        const twice = textOf(withManagedBlock(once + rest, second.join('\n')));
        expect(twice.startsWith(before) && twice.endsWith(rest)).toBe(true);
        expect(textOf(withManagedBlock(twice, first.join('\n')))).toBe(once + rest);
        const gone = textOf(withManagedBlock(once, null));
        // A file without a line end at its end has one now.
        expect([before, `${before}\n`, `${before}\r\n`]).toContain(gone);
      }),
      RUNS,
    );
  });

  test.each([
    ['<!-- END cairn -->\n<!-- BEGIN cairn -->\n', 'lacks its first or last line'],
    ['<!-- BEGIN cairn -->\n', 'lacks its first or last line'],
    [
      '<!-- BEGIN cairn -->\n<!-- END cairn -->\n<!-- BEGIN cairn -->\n<!-- END cairn -->\n',
      'several blocks',
    ],
  ])('%j is refused', (text, reason) => {
    expect(withManagedBlock(text, 'x')).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) });
  });
});
