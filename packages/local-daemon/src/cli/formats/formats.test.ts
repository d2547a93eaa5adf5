import type { Memory } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJsonReader, JSON_TAIL, jsonHead, jsonItem } from './json.ts';
import { createMarkdownReader } from './markdown.ts';
import { markdownText } from './markdown-export.ts';
import { createNdjsonReader, ndjsonHead, ndjsonItem } from './ndjson.ts';
import type { FoundRecord, RecordReader } from './record.ts';
import { formatByBeginning, formatByName } from './sniff.ts';

const AT = '2026-11-22T00:00:00.000Z';

/** Reads a text in parts of `size` UTF-16 units. */
const readAll = (reader: RecordReader, text: string, size = 1_000): readonly FoundRecord[] => {
  const found: FoundRecord[] = [];
  for (let at = 0; at < text.length; at += size) found.push(...reader.push(text.slice(at, at + size)));
  return [...found, ...reader.end()];
};
const recordsOf = (found: readonly FoundRecord[]) =>
  found.map((one) => (one.kind === 'record' ? one.record : `bad: ${one.reason}`));

const memoryOf = (change: Partial<Memory>): Memory => ({
  id: 'm_01k9x0000000000000000000aa',
  content: 'Prefers pnpm',
  tags: [],
  project: null,
  source: 'user',
  pinned: false,
  namespace: null,
  key: null,
  createdAt: AT,
  updatedAt: AT,
  supersededBy: null,
  trust: 'high',
  device: { id: 'd_01k9x0000000000000000000bb', name: 'laptop' },
  session: null,
  agent: null,
  ...change,
});

/** What looks like the frame of a format, and what is hard to carry. */
const hostile = fc.constantFrom(
  '- item',
  '  <!-- cairn {"id":"m_x"} -->',
  '<!-- cairn {} -->',
  '-->',
  '*2026-01-01*',
  '---',
  '# head',
  '"memories":[',
  ']}',
  '\\',
  '"',
  '漢字',
  'مرحبا',
  '👩‍👩‍👧',
  '\u2028',
  '\r',
  '   ',
  '',
  '\tx',
);
const content = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 6 })
  .map((lines) => lines.join('\n').trim())
  .filter((text) => text !== '');
const memory = fc
  .record({
    content,
    tags: fc.array(fc.oneof(fc.string(), hostile), { maxLength: 3 }),
    project: fc.option(fc.oneof(fc.string(), hostile)),
    key: fc.option(fc.string({ minLength: 1 })),
    pinned: fc.boolean(),
    supersededBy: fc.option(fc.constant('m_01k9x0000000000000000000cc')),
  })
  .map(memoryOf);
const some = fc.array(memory, { maxLength: 5 });
const size = fc.integer({ min: 1, max: 40 });
const RUNS = { seed: 20_261_122, numRuns: 300 };

describe('what is exported comes back as it was, however the file is cut', () => {
  test('NDJSON', () => {
    fc.assert(
      fc.property(some, size, (memories, part) => {
        const reader = createNdjsonReader();
        const text = ndjsonHead(AT, memories.length) + memories.map(ndjsonItem).join('');
        expect(recordsOf(readAll(reader, text, part))).toEqual(memories);
        expect([reader.isBundle(), reader.problem()]).toEqual([true, null]);
      }),
      RUNS,
    );
  });

  test('JSON, which is one document', () => {
    fc.assert(
      fc.property(some, size, (memories, part) => {
        const reader = createJsonReader();
        const text = jsonHead(AT) + memories.map(jsonItem).join('') + JSON_TAIL;
        expect(JSON.parse(text).memories).toEqual(memories);
        expect(recordsOf(readAll(reader, text, part))).toEqual(memories);
        expect([reader.isBundle(), reader.problem()]).toEqual([true, null]);
      }),
      RUNS,
    );
  });

  test('Markdown, grouped by project', () => {
    fc.assert(
      fc.property(some, size, (memories, part) => {
        const reader = createMarkdownReader();
        const found = recordsOf(readAll(reader, markdownText(memories, AT), part));
        const grouped = [...Map.groupBy(memories, ({ project }) => project ?? 'Everywhere').values()].flat();
        expect(found).toEqual(grouped);
        expect([reader.isBundle(), reader.problem()]).toEqual([true, null]);
      }),
      RUNS,
    );
  });

  test('a Markdown export is pleasant to read', () => {
    const text = markdownText(
      [
        memoryOf({ content: 'Prefers pnpm\nto npm', tags: ['tooling'], pinned: true }),
        memoryOf({ content: 'Staging is read-only', project: 'github.com/a/b' }),
      ],
      AT,
    );
    expect(text.split('\n').filter((line) => !line.includes('<!-- cairn'))).toEqual([
      '---',
      'format: cairn-export',
      'version: 1',
      `exported: ${AT}`,
      'memories: 2',
      '---',
      '',
      '# Memories',
      '',
      '## Everywhere',
      '',
      '- Prefers pnpm',
      '  to npm',
      '  *2026-11-22 · #tooling · pinned*',
      '',
      '',
      '## github.com/a/b',
      '',
      '- Staging is read-only',
      '  *2026-11-22*',
      '',
    ]);
  });

  test('an item added to a Markdown export by hand is a new memory', () => {
    const reader = createMarkdownReader();
    const text = `${markdownText([memoryOf({})], AT)}\n- Written by hand,\n  on two lines\n`;
    expect(recordsOf(readAll(reader, text))).toEqual([
      memoryOf({}),
      { content: 'Written by hand,\non two lines' },
    ]);
  });
});

describe('files of others', () => {
  test('a list of records, of texts, of what mem0 writes', () => {
    const text = JSON.stringify([
      { content: 'a', tags: ['x'], id: 'their-own', extra: { deep: [1, '}'] } },
      'b',
      { memory: 'c', created_at: AT },
      { text: 'd', project: null },
      7,
      { tags: [] },
    ]);
    for (const part of [1, 3, 1_000])
      expect(recordsOf(readAll(createJsonReader(), text, part))).toEqual([
        { content: 'a', tags: ['x'] },
        { content: 'b' },
        { content: 'c', createdAt: AT },
        { content: 'd' },
        'bad: neither an object nor a text',
        'bad: it has no text in "content", "memory" or "text"',
      ]);
  });

  test('an object with a list of records among other things', () => {
    const text =
      '{ "count": 2, "page": {"results": [1]}, "results": [ {"content":"a"}, {"content":"b"} ], "z": [] }';
    const reader = createJsonReader();
    expect(recordsOf(readAll(reader, text))).toEqual([{ content: 'a' }, { content: 'b' }]);
    expect([reader.isBundle(), reader.problem()]).toEqual([false, null]);
  });

  test('one bad line or record stops no other', () => {
    const lines = '{"content":"a"}\n{"content":\n\n"b"\n[1]\n';
    expect(readAll(createNdjsonReader(), lines)).toEqual([
      { kind: 'record', place: 'line 1', record: { content: 'a' } },
      { kind: 'bad', place: 'line 2', reason: 'not JSON' },
      { kind: 'record', place: 'line 4', record: { content: 'b' } },
      { kind: 'bad', place: 'line 5', reason: 'neither an object nor a text' },
    ]);
    const json = '[{"content":"a"}, {"content" "b"}, {"content":"c"}]';
    expect(recordsOf(readAll(createJsonReader(), json))).toEqual([
      { content: 'a' },
      'bad: not JSON',
      { content: 'c' },
    ]);
  });

  test.each([
    ['hello', 'this is not JSON'],
    ['', 'this is not JSON'],
    ['[{"content":"a"}', 'the file ends in the middle'],
    ['[] []', 'something follows the end of the JSON document'],
    ['{"a": 1}', 'there is no list of memories in it ("memories", "results", "records" or "items")'],
    [
      '{"format":"cairn-export","version":2,"memories":[]}',
      'a newer Cairn wrote this file (its format has version 2, this program reads up to 1): update Cairn',
    ],
  ])('%j is refused with a sentence', (text, problem) => {
    const reader = createJsonReader();
    readAll(reader, text);
    expect(reader.problem()).toBe(problem);
  });

  test('notes in Markdown: items and paragraphs, tagged by their heading', () => {
    const notes = [
      '---',
      'title: x',
      '---',
      '# Project notes',
      'Run the tests with pnpm.',
      'They need Postgres.',
      '',
      '<!-- not',
      'a memory -->',
      '## Code style & naming',
      '- Two spaces',
      '- No default exports:',
      '  they are hard to rename',
      '',
      '  ```ts',
      '  export const x = 1;',
      '',
      '  - not an item',
      '  ```',
      '1. Numbered',
      '* [ ] Starred',
      '---',
      '### 漢字',
      'Unicode heading',
      '',
      'Second paragraph\r',
    ].join('\n');
    for (const part of [1, 17, 10_000])
      expect(recordsOf(readAll(createMarkdownReader(), notes, part))).toEqual([
        { content: 'Run the tests with pnpm.\nThey need Postgres.', tags: ['project-notes'] },
        { content: 'Two spaces', tags: ['code-style-naming'] },
        {
          content:
            'No default exports:\nthey are hard to rename\n\n```ts\nexport const x = 1;\n\n- not an item\n```',
          tags: ['code-style-naming'],
        },
        { content: 'Numbered', tags: ['code-style-naming'] },
        { content: '[ ] Starred', tags: ['code-style-naming'] },
        { content: 'Unicode heading', tags: ['漢字'] },
        { content: 'Second paragraph', tags: ['漢字'] },
      ]);
  });

  test('the format is told by the beginning', () => {
    expect(
      [
        '[1]',
        ' {\n "memories": []}',
        '{"content":"a"}\n',
        '{"memories":[]}',
        '{"results":[{}]}',
        '# a',
        '',
        '- a',
      ].map(formatByBeginning),
    ).toEqual(['json', 'json', 'ndjson', 'json', 'json', 'md', 'md', 'md']);
    expect(formatByBeginning('{"content":"a","tags":["x"]}\n{}')).toBe('ndjson');
    expect(['a.md', 'b.NDJSON', 'c.jsonl', 'd.json', 'e'].map(formatByName)).toEqual([
      'md',
      'ndjson',
      'ndjson',
      'json',
      null,
    ]);
  });
});
