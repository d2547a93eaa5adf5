import { type Memory, namesOf } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ImportFormat } from '../format-names.ts';
import { type Input, standardInput } from '../import/input.ts';
import { readInput } from '../import/read-input.ts';
import type { Found } from './found.ts';
import { markdownText } from './markdown-export.ts';
import { JSON_TAIL, jsonHead, jsonItem, ndjsonHead, ndjsonItem } from './own.ts';
import type { Setting } from './settings.ts';
import { containerByText, formatByName } from './sniff.ts';

const AT = '2026-11-22T00:00:00.000Z';

/** A text that comes in parts of `size` bytes. */
const inputOf = (text: string, size = 1_000, name = '-'): Input => ({
  ...standardInput(),
  name,
  bytes: async function* () {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  },
});
const readAll = async (
  text: string,
  { size, name, from = null }: { size?: number; name?: string; from?: ImportFormat | null } = {},
): Promise<readonly Found[]> => {
  const found: Found[] = [];
  for await (const one of readInput(inputOf(text, size, name), from)) found.push(one);
  return found;
};
const recordsOf = (found: readonly Found[]) =>
  found.map((one) =>
    one.kind === 'record' ? one.record : `${one.kind}: ${'reason' in one ? one.reason : ''}`,
  );

const memoryOf = (change: Partial<Memory>): Memory => ({
  id: 'm_01k9x0000000000000000000aa',
  content: 'Prefers pnpm',
  tags: [],
  ...namesOf(() => null),
  source: 'user',
  pinned: false,
  createdAt: AT,
  updatedAt: AT,
  supersededBy: null,
  trust: 'high',
  device: { id: 'd_01k9x0000000000000000000bb', name: 'laptop' },
  ...change,
});

/** Texts that look like the frame of a format, and texts that are hard to carry. */
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
const NO_LIST = 'there is no list of memories in it, such as "memories" or "results"';

describe('what is exported comes back as it was, however the file is cut', () => {
  const bundle = (found: readonly Found[]) =>
    found.map((one) => (one.kind === 'record' && one.isBundle === true ? one.record : one));

  test('NDJSON', async () => {
    await fc.assert(
      fc.asyncProperty(some, size, async (memories, part) => {
        const text = ndjsonHead(AT, memories.length) + memories.map(ndjsonItem).join('');
        expect(bundle(await readAll(text, { size: part }))).toEqual(memories);
      }),
      RUNS,
    );
  });

  test('JSON, which is one document', async () => {
    await fc.assert(
      fc.asyncProperty(some, size, async (memories, part) => {
        const text = jsonHead(AT, []) + memories.map(jsonItem).join('') + JSON_TAIL;
        expect(JSON.parse(text).memories).toEqual(memories);
        expect(bundle(await readAll(text, { size: part }))).toEqual(memories);
      }),
      RUNS,
    );
  });

  test('Markdown, grouped by project', async () => {
    await fc.assert(
      fc.asyncProperty(some, size, async (memories, part) => {
        const found = bundle(await readAll(markdownText(memories, [], AT), { size: part }));
        const grouped = [...Map.groupBy(memories, ({ project }) => project ?? 'Everywhere').values()].flat();
        expect(found).toEqual(grouped);
      }),
      RUNS,
    );
  });

  test('Markdown of many memories of one project takes no longer for each of them', () => {
    const many = Array.from({ length: 60_000 }, () => memoryOf({ project: 'github.com/a/b' }));
    const startMs = performance.now();
    expect(markdownText(many, [], AT).length).toBeGreaterThan(60_000);
    expect(performance.now() - startMs).toBeLessThan(5_000);
  });

  test('a Markdown export is pleasant to read', () => {
    const text = markdownText(
      [
        memoryOf({ content: 'Prefers pnpm\nto npm', tags: ['tooling'], pinned: true }),
        memoryOf({ content: 'Staging is read-only', project: 'github.com/a/b' }),
      ],
      [],
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

  test('[IM-9] entries of the profile and schedules, in every format', async () => {
    const settings: readonly Setting[] = [
      { kind: 'profile', of: 'agent', field: 'name', value: 'Juniper' },
      { kind: 'profile', of: 'user', field: 'interests', value: ['tea', 'a --> b'] },
      { kind: 'profile', of: 'rules', raw: '# Mine\n\n- not an item\n---\n' },
      { kind: 'profile', of: 'tools', section: 'git', text: 'Rebase', enabled: false },
      {
        kind: 'schedule',
        goal: 'Sum up\nthe week',
        cadence: { type: 'cron', expression: '0 9 * * 1', timezone: 'Europe/Berlin' },
        ...{ name: null, notify: 'never', project: 'shop', channel: null, channelContext: null },
      },
    ];
    const ndjson = ndjsonHead(AT, 1) + [...settings, memoryOf({})].map(ndjsonItem).join('');
    const json = jsonHead(AT, settings) + jsonItem(memoryOf({}), 0) + JSON_TAIL;
    for (const text of [ndjson, json, markdownText([memoryOf({})], settings, AT)]) {
      const found = await readAll(text, { size: 7 });
      expect(found.flatMap((one) => (one.kind === 'setting' ? [one.setting] : []))).toEqual(settings);
      expect(found.filter(({ kind }) => kind === 'record')).toHaveLength(1);
    }
    const bad = `${ndjsonHead(AT, 0)}{"kind":"profile","of":"agent","field":7,"value":"x"}\n`;
    expect(await readAll(bad)).toMatchObject([{ kind: 'bad', reason: 'no profile as an export writes it' }]);
    const other = JSON.stringify({ profile: [{ content: 'x' }], memories: [{ content: 'y' }] });
    expect(recordsOf(await readAll(other))).toEqual([{ content: 'y' }]);
  });

  test('a formatter may write the facts of a Markdown export with underscores', async () => {
    const memory = memoryOf({ content: 'Prefers pnpm', tags: ['tooling'] });
    const text = markdownText([memory], [], AT).replace(/^ {2}\*(.*)\*$/m, '  _$1_');
    expect(text).toMatch(/^ {2}_2026.*_$/m);
    expect(recordsOf(await readAll(text))).toEqual([memory]);
  });

  test('an item added to a Markdown export by hand is a new memory', async () => {
    const text = `${markdownText([memoryOf({})], [], AT)}\n- Written by hand,\n  on two lines\n`;
    expect(recordsOf(await readAll(text))).toEqual([
      memoryOf({}),
      { content: 'Written by hand,\non two lines' },
    ]);
  });
});

describe('files of others', () => {
  test('a list of records, of texts, of what mem0 writes', async () => {
    const text = JSON.stringify([
      { content: 'a', tags: ['x'], id: 'their-own', extra: { deep: [1, '}'] } },
      'b',
      { memory: 'c', created_at: AT },
      { text: 'd', project: null },
      7,
      { tags: [] },
    ]);
    for (const part of [1, 3, 1_000])
      expect(recordsOf(await readAll(text, { size: part }))).toEqual([
        { content: 'a', tags: ['x'] },
        { content: 'b' },
        { content: 'c', createdAt: AT },
        { content: 'd' },
        'bad: neither an object nor a text',
        'bad: it has no text in "content", "memory" or "text"',
      ]);
  });

  test('an object with a list of records among other things', async () => {
    const text =
      '{ "count": 2, "page": {"results": [1]}, "results": [ {"content":"a"}, {"content":"b"} ], "z": [] }';
    expect(recordsOf(await readAll(text))).toEqual([{ content: 'a' }, { content: 'b' }]);
  });

  test('one bad line stops no other; a document is read to where it breaks', async () => {
    const lines = '{"content":"a"}\n{"content":\n\n"b"\n[1]\n{"content":"c';
    expect(await readAll(lines)).toEqual([
      { kind: 'record', place: 'line 1', record: { content: 'a' } },
      { kind: 'bad', place: 'line 2', reason: 'not JSON' },
      { kind: 'record', place: 'line 4', record: { content: 'b' } },
      { kind: 'bad', place: 'line 5', reason: 'neither an object nor a text' },
      { kind: 'bad', place: 'line 6', reason: 'not JSON: the file ends within it' },
    ]);
    const json = '[{"content":"a"}, {"content" "b"}, {"content":"c"}]';
    expect(recordsOf(await readAll(json))).toEqual([{ content: 'a' }, 'broken: this is not JSON any more']);
  });

  test.each([
    ['{hello', 'this is not JSON any more at byte 1'],
    ['[{"content":"a"}', 'the file ends in the middle'],
    ['[] []', 'something follows the end of the JSON document'],
    ['{"a": 1}', NO_LIST],
    ['{"memories": {"content": "a"}}', NO_LIST],
    [
      '{"format":"cairn-export","version":2,"memories":[{"content":"a"}]}',
      'a newer Cairn wrote this file (its format has version 2, this program reads up to 1): update Cairn',
    ],
  ])('%j is refused with a sentence', async (text, problem) => {
    const found = await readAll(text, { from: 'json' });
    expect(found.find(({ kind }) => kind === 'broken')).toEqual({ kind: 'broken', reason: problem });
  });

  test('nothing in a file is nothing, and an empty list is no trouble', async () => {
    expect(await readAll('')).toEqual([]);
    expect(await readAll('{"results": []}', { from: 'json' })).toEqual([]);
    expect(await readAll('\ufeff[]', { size: 1, from: 'json' })).toEqual([]);
    expect(await readAll('', { from: 'json' })).toEqual([{ kind: 'broken', reason: 'this is not JSON' }]);
  });

  test('notes in Markdown: items and paragraphs, tagged by their heading', async () => {
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
      expect(recordsOf(await readAll(notes, { size: part, from: 'md' }))).toEqual([
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
      ].map(containerByText),
    ).toEqual(['document', 'document', 'lines', 'document', 'document', 'markdown', 'markdown', 'markdown']);
    expect(containerByText('{"content":"a","tags":["x"]}\n{}')).toBe('lines');
    expect(['a.md', 'b.NDJSON', 'c.jsonl', 'd.json', 'e'].map(formatByName)).toEqual([
      'md',
      'ndjson',
      'ndjson',
      'json',
      null,
    ]);
  });
});
