// Files of other programs, in their documented shapes. The files in tests/fixtures/import were written by hand.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inputsOf } from '../import/input.ts';
import { readInput } from '../import/read-input.ts';
import { chatExport } from './chat-exports.ts';
import type { Found } from './found.ts';
import { createMarkdownReader } from './markdown.ts';
import { notesIn } from './notes.ts';
import { documentMapper } from './sniff.ts';

const FIXTURES = join(import.meta.dirname, '../../../../../tests/fixtures/import');

const read = async (name: string): Promise<readonly Found[]> => {
  const found: Found[] = [];
  for (const input of inputsOf(FIXTURES, name, null).inputs)
    for await (const one of readInput(input, null)) found.push(one);
  return found;
};
const contents = (found: readonly Found[]) =>
  found.flatMap((one) => (one.kind === 'record' ? [one.record.content] : []));
const said = (found: readonly Found[]) =>
  found.flatMap((one) => (one.kind === 'turn' ? [[one.turn.author, one.turn.text]] : []));
const reasons = (found: readonly Found[]) =>
  found.flatMap((one) => (one.kind === 'bad' ? [`${one.place}: ${one.reason}`] : []));
const leftOut = (found: readonly Found[]) =>
  Object.fromEntries(
    [
      ...Map.groupBy(
        found.filter((one) => one.kind === 'left'),
        ({ what }) => what,
      ),
    ].map(([what, all]) => [what, all.reduce((sum, { count }) => sum + count, 0)]),
  );

describe('[IM-1] what others write', () => {
  test('Claude Code: prompts and answers, in the folder they were in, under the title of the session', async () => {
    const file = 'claude-code/-home-anna-shop/5f0c7c1e-0000-4000-8000-000000000001.jsonl';
    const found = await read(file);
    expect(said(found)).toEqual([
      ['user', 'Why does checkout fail for the okapi account? 🦓'],
      ['assistant', 'The tax table has no row for it.'],
      ['assistant', 'Fixed: every account has a row now.'],
      ['user', 'Why does checkout fail for the okapi account? 🦓'],
    ]);
    const [turn] = found.filter((one) => one.kind === 'turn');
    expect(turn).toMatchObject({
      session: {
        id: 'claude-code:5f0c7c1e-0000-4000-8000-000000000001',
        name: 'Claude Code 2026-03-01 10:00',
        cwd: '/home/anna/shop',
      },
      turn: { id: 'u-2', at: Date.parse('2026-03-01T10:00:02.000Z') },
    });
    expect(found.at(-1)).toMatchObject({ kind: 'title', title: 'Checkout and taxes' });
    expect(reasons(found)).toEqual(['line 11: not JSON']);
    expect(leftOut(found)).toEqual({
      'calls and results of tools, thoughts and images': 3,
      'lines about files, settings and titles': 2,
      'turns of subagents': 1,
      'turns that the program made': 4,
    });
  });

  test('a folder of it: transcripts, and what else lies there is passed over by name', async () => {
    const { inputs, passed } = inputsOf(FIXTURES, 'claude-code', null);
    expect(inputs.map(({ label }) => label.split('/').at(-1))).toEqual([
      '5f0c7c1e-0000-4000-8000-000000000001.jsonl',
      'agent-1.jsonl',
    ]);
    expect([...passed]).toEqual([['files of another kind', 1]]);
  });

  test('Codex: messages once, without what the program puts around them', async () => {
    const found = await read('rollout-2026-03-02T08-00-00-0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001.jsonl');
    expect(said(found)).toEqual([
      ['user', 'Rename the basket to cart.'],
      ['assistant', 'Renamed in twelve files.'],
    ]);
    expect(found.find(({ kind }) => kind === 'turn')).toMatchObject({
      session: {
        id: 'codex:0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001',
        name: 'Codex 2026-03-02 08:00',
        cwd: '/home/anna/shop',
      },
      turn: { at: Date.parse('2026-03-02T08:00:01.000Z') },
    });
    expect(reasons(found)).toEqual([]);
  });

  test('mem0: memories with their categories, agent, run and time', async () => {
    const found = await read('mem0.json');
    expect(found.flatMap((one) => (one.kind === 'record' ? [one.record] : []))).toEqual([
      {
        content: 'Is vegetarian and allergic to nuts',
        agent: 'mem0',
        createdAt: '2025-07-20T08:30:36.275Z',
        tags: ['health', 'food'],
      },
      {
        content: 'Prefers window seats',
        agent: 'travel-agent',
        session: 'run-7',
        createdAt: '2025-08-01T10:00:00.000Z',
      },
    ]);
    expect(reasons(found)).toEqual(['record 3: it has no text in "content", "memory" or "text"']);
  });

  test.each([null, 'mem0'] as const)(
    'mem0: relations of its graph become sentences, with --from %s',
    async (from) => {
      const relations = [
        { source: 'anna', relationship: 'lives_in', target: 'oslo' },
        { source: 'anna', relationship: 'works_at', destination: 'acme' },
        { source: 'anna', relationship: 'knows' },
      ];
      const mapper = documentMapper(from, { name: 'mem0.json', folder: () => null });
      const memory = { memory: 'Likes tea', user_id: 'anna' };
      const found = [
        ...mapper.take(memory, 'record 1', 'results'),
        ...relations.flatMap((one, at) => mapper.take(one, `record ${at + 2}`, 'relations')),
      ];
      expect(contents(found)).toEqual(['Likes tea', 'anna lives in oslo', 'anna works at acme']);
      expect(reasons(found)).toEqual(['record 4: a relation that lacks an end or its name']);
    },
  );

  test('claude-mem: observations and summaries are memories, prompts a transcript', async () => {
    const found = await read('claude-mem.json');
    expect(found.find(({ kind }) => kind === 'record')).toMatchObject({
      record: {
        content:
          'Tax rows are made for every account. Checkout no longer fails\nThe table had no default.\n- tax.ts fills gaps\n- The okapi account was the first',
        tags: ['bugfix', 'gotcha', 'problem-solution'],
        agent: 'claude-mem',
        project: 'shop',
        session: 'mem-1',
        createdAt: '2026-01-05T09:00:00.000Z',
      },
    });
    expect(contents(found)[1]).toBe('Request: Mend checkout\nLearned: Taxes need a default row');
    expect(said(found)).toEqual([['user', 'why does checkout fail']]);
    expect(reasons(found)).toEqual(['record 2: an observation that says nothing']);
    expect(leftOut(found)).toEqual({ 'rows about sessions': 1 });
  });

  test('basic-memory: observations, relations and what else is written, each naming its note', async () => {
    const found = await read('basic-memory');
    expect(
      found.flatMap((one) => (one.kind === 'record' ? [[one.record.content, one.record.tags]] : [])),
    ).toEqual([
      ['Coffee Brewing: How Anna makes it, see mornings.', ['coffee', 'home']],
      [
        'Coffee Brewing: Pour over gives more clarity (by taste)',
        ['method', 'brewing', 'clarity', 'coffee', 'home'],
      ],
      ['Coffee Brewing: Use #filtered water', ['tip', 'filtered', 'coffee', 'home']],
      ['Coffee Brewing: [ ] Buy a scale', ['coffee', 'home']],
      ['Coffee Brewing: A plain item', ['coffee', 'home']],
      [
        'Coffee Brewing pairs well with Chocolate Desserts',
        ['relation', 'chocolate-desserts', 'coffee', 'home'],
      ],
      [
        'Coffee Brewing part of Morning Routine (weekdays)',
        ['relation', 'morning-routine', 'coffee', 'home'],
      ],
    ]);
    expect(found[0]).toMatchObject({
      record: { agent: 'basic-memory', createdAt: '2026-01-03T06:00:00.000Z' },
    });
  });

  test('AGENTS.md as an editor on Windows leaves it, without what Cairn wrote into it', async () => {
    const found = await read('AGENTS.md');
    expect(contents(found)).toEqual([
      'Run the tests with pnpm.',
      'Never push to main.',
      'No default exports. 🦓',
    ]);
    expect(found.at(-1)).toMatchObject({ record: { tags: ['style'], agent: 'AGENTS.md' } });
    expect(leftOut(found)).toEqual({ 'references to other files': 1, 'the block that Cairn keeps in it': 1 });
  });

  test('ChatGPT: the branch that was shown last, in its order, and no end without end', async () => {
    const found = await read('chatgpt-conversations.json');
    expect(said(found)).toEqual([
      ['user', 'How long does sourdough rise?'],
      ['assistant', 'About six hours at 24 °C. 🍞'],
      ['user', 'Like this?'],
      ['assistant', 'and round'],
      ['user', 'round'],
    ]);
    const turns = found.flatMap((one) => (one.kind === 'turn' ? [one] : []));
    expect(turns[0]?.session).toEqual({ id: 'chatgpt-c-1', name: 'Sourdough', cwd: null });
    // Without a time of its own it is of the one before.
    expect(turns[1]?.turn.at).toBe(1_760_000_001_250);
    expect(reasons(found)).toEqual(['record 2: a conversation without its last message']);
  });

  test.each([{ current_node: null }, { current_node: 'gone' }, {}])(
    'ChatGPT: without a last message, the newest branch is read: %j',
    (named) => {
      const of = (id: string, parent: string | null, at: number | null) => ({
        [id]: {
          parent,
          message: { id, author: { role: 'user' }, create_time: at, content: { parts: [id] } },
        },
      });
      const mapping = {
        ...{ root: { parent: null, message: null } },
        ...of('asked', 'root', 1),
        ...of('edited', 'root', 5),
        ...of('answered', 'edited', null),
        ...of('old answer', 'asked', 2),
      };
      const found = chatExport.take({ id: 'c-1', mapping, ...named }, 'record 1', null);
      expect(said(found)).toEqual([
        ['user', 'edited'],
        ['user', 'answered'],
      ]);
    },
  );

  test('ChatGPT: messages to tools and messages without content are left out and counted', () => {
    const message = (id: string, parent: string | null, fields: object) => ({
      [id]: { parent, message: { id, author: { role: 'assistant' }, create_time: 1, ...fields } },
    });
    const mapping = {
      ...message('a', null, { recipient: 'python', content: { text: 'zebu()' } }),
      ...message('b', 'a', { recipient: 'all', content: { parts: ['It is 4.'] } }),
      ...message('c', 'b', {}),
      ...message('d', 'c', { content: { parts: ['Good night.'] } }),
    };
    const found = chatExport.take({ id: 'c-1', mapping, current_node: 'd' }, 'record 1', null);
    expect(said(found)).toEqual([
      ['assistant', 'It is 4.'],
      ['assistant', 'Good night.'],
    ]);
    expect(leftOut(found)).toEqual({ 'messages of tools and settings': 2 });
  });

  test('ChatGPT: what was said aloud is kept as words, without its sound', () => {
    const aloud = (id: string, parent: string | null, role: string, text: string) => {
      const parts = [
        { content_type: 'audio_transcription', text, direction: 'in' },
        { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://zebu' },
      ];
      const content = { content_type: 'multimodal_text', parts };
      return { [id]: { parent, message: { id, author: { role }, create_time: 1, content } } };
    };
    const mapping = {
      ...aloud('a', null, 'user', 'The ferry leaves at nine.'),
      ...aloud('b', 'a', 'assistant', 'At nine, then.'),
    };
    const found = chatExport.take({ id: 'c-1', mapping, current_node: 'b' }, 'record 1', null);
    expect(said(found)).toEqual([
      ['user', 'The ferry leaves at nine.'],
      ['assistant', 'At nine, then.'],
    ]);
    expect(leftOut(found)).toEqual({});
  });

  test('Claude.ai: conversations with what was attached, projects, and what it remembers', async () => {
    const found = await read('claude-conversations.json');
    expect(said(found)).toEqual([
      ['user', 'When do I sow broad beans?\n\n[beds.txt]\nBed three is empty.'],
      ['assistant', 'In February, under fleece.'],
    ]);
    const projects = await read('claude-projects.json');
    expect(contents(projects)).toEqual([
      'Plans for the year',
      'Answer in metric units.',
      'The soil is heavy clay.',
    ]);
    expect(reasons(projects)).toEqual(['record 1: a document without its text']);
    expect(contents(await read('claude-memories.json'))).toEqual([
      'Anna runs an allotment.',
      'Prefers metric units',
      'Bed three is for beans.',
    ]);
  });

  test('nothing of what was left out is in what was found', async () => {
    const names = [
      'claude-code',
      'rollout-2026-03-02T08-00-00-0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001.jsonl',
      'AGENTS.md',
    ];
    for (const name of [...names, 'chatgpt-conversations.json', 'claude-conversations.json'])
      expect(JSON.stringify(await read(name)), name).not.toMatch(/zebu|quagga/);
    expect(readFileSync(join(FIXTURES, 'chatgpt-conversations.json'), 'utf8')).toContain('zebu');
  });
});

describe('[IM-1] notes in Markdown', () => {
  test('an item of very many lines, and a heading of very many spaces, are read at once', () => {
    const lines = Array.from({ length: 200_000 }, (_, n) => `  line ${n}`);
    const [item] = contents(notesIn(`- first\n${lines.join('\n')}`, 'x'));
    expect(String(item).split('\n').at(-1)).toBe('line 199999');
    const heading = `# a${' '.repeat(100_000)}b${'#'.repeat(100_000)}c ##`;
    expect(contents(notesIn(`${heading}\n\ntext\n\n## Style ##\n\nmore`, 'x'))).toEqual(['text', 'more']);
    const [styled] = notesIn('## Code style ##\n\nmore', 'x');
    expect(styled).toMatchObject({ record: { tags: ['code-style'] } });
  });

  test('what is nested in an item belongs to it, however far it is indented', () => {
    for (const indent of ['  ', '    ', '\t'])
      expect(contents(notesIn(`- Deploy:\n${indent}- build\n${indent}- push\n- Test`, 'x'))).toEqual([
        'Deploy:\n- build\n- push',
        'Test',
      ]);
    expect(contents(notesIn('1. One\n   - below\n\n   more\n2. Two', 'x'))).toEqual([
      'One\n- below\n\nmore',
      'Two',
    ]);
    expect(contents(notesIn('Steps:\n  - a\n  - b\n - c', 'x'))).toEqual(['Steps:', 'a', 'b', 'c']);
  });

  test('a comment or a block that does not end is named, with its line', () => {
    const found = [
      notesIn('one\n\n<!-- open\n\ntwo\n', 'x.md'),
      notesIn('one\n\n<!-- BEGIN cairn -->\ntwo', 'x.md'),
    ];
    for (const each of found) {
      expect(contents(each)).toEqual(['one']);
      expect(reasons(each)[0]).toContain('does not end, so nothing below it was read');
    }
  });

  const readWhole = (text: string): readonly Found[] => {
    const reader = createMarkdownReader();
    return [...text.split('\n').flatMap((line, at) => reader.line(line, at + 1)), ...reader.end()];
  };

  test.each([
    ['---\n# Diary\n\nMet Ada.\n---\nLater', ['Met Ada.', 'Later']],
    [
      '---\nNote: call Bob.\n\nHe has the keys.\n---\nLater',
      ['Note: call Bob.', 'He has the keys.', 'Later'],
    ],
    ['---\n- one\n- two\n\n---\nLater', ['one', 'two', 'Later']],
    ['---\nMet Ada.\n', ['Met Ada.']],
    ['---\ntitle: T\ntags:\n- a\n---\nLater', ['Later']],
    ['---\nglobs: *.ts, **/*.tsx\ntitle: A: B\n---\nLater', ['Later']],
    ['---\n\n---\nLater', ['Later']],
  ])('%j: text between two rules is read, front matter is not', (text, expected) => {
    expect(contents(readWhole(text))).toEqual(expected);
    expect(contents(readWhole(text.replaceAll('\n', '\r\n')))).toEqual(expected);
  });

  test('front matter that does not end is named, a rule alone is not', () => {
    expect(readWhole('---\ntitle: T\n\nText')).toMatchObject([{ kind: 'broken' }]);
    expect(readWhole('---\nText\n\nmore')).toMatchObject([{ place: 'line 2' }, { place: 'line 4' }]);
  });

  test('text behind a comment is read', () => {
    expect(
      contents(notesIn('<!-- a --> <!-- b -->one\n\n<!-- c\n--> two\n\n<!-- d -->\n\nthree', 'x')),
    ).toEqual(['one', 'two', 'three']);
  });
});
