import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipOf } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { inputsOf } from '../import/input.ts';
import { readInput } from '../import/read-input.ts';
import { chatExport } from './chat-exports.ts';

const UUID = '6f1d2c3b-4a5e-4f60-8a7b-9c0d1e2f3a4b';
const MEMORY = { conversations_memory: '**Work context**\n\nAda is a chemist.', memory_files: [] };
const PROJECT = { uuid: UUID, name: 'Moss', docs: [{ filename: 'a.md', content: 'On sphagnum.' }] };
const TALK = {
  ...{ uuid: UUID, name: 'Ferns' },
  chat_messages: [
    { uuid: 'm', sender: 'human', text: 'Do ferns flower?', created_at: '2026-02-01T08:00:00Z' },
  ],
};
const FILES = [
  [`memories/${UUID}.json`, Buffer.from(JSON.stringify(MEMORY))],
  [`projects/${UUID}.json`, Buffer.from(JSON.stringify(PROJECT))],
] as const;

describe("[IM-1] Claude.ai's export", () => {
  test('a line in bold letters is the heading of what it remembers, and no memory', () => {
    const text = '**Work context**\n\nAda is a **chemist**.\n\n**Why:** moss.';
    expect(chatExport.take({ conversations_memory: text }, 'record 1', null)).toMatchObject([
      { record: { content: 'Ada is a **chemist**.', tags: ['work-context'] } },
      { record: { content: '**Why:** moss.', tags: ['work-context'] } },
    ]);
  });

  test.each([
    ['a short', ''],
    ['a very long', 'x'.repeat(2_000_000)],
  ])('%s conversation or project alone in its file is read', async (_, filler) => {
    const folder = await homeForTest('claude-part');
    for (const [name, value] of Object.entries({ project: PROJECT, talk: TALK })) {
      const path = join(folder, `${name}.json`);
      writeFileSync(path, JSON.stringify({ ...value, filler }));
      const found: string[] = [];
      for (const input of inputsOf('/', path, null).inputs)
        for await (const one of readInput(input, null)) found.push(one.kind);
      expect(found).toEqual([name === 'talk' ? 'turn' : 'record']);
    }
  });

  test('a file of an archive that cannot be read is named, and stops no other', async () => {
    const path = join(await homeForTest('claude-broken'), 'export.zip');
    const readAll = async () => {
      const found: string[] = [];
      for (const input of inputsOf('/', path, null).inputs)
        for await (const one of readInput(input, null))
          found.push('reason' in one ? `${one.kind}: ${'place' in one ? one.place : ''}` : one.kind);
      return found;
    };
    const broken = ['memories.json', Buffer.from('[{"conversations_memory": "x')] as const;
    writeFileSync(path, zipOf([broken, ...FILES]));
    expect(await readAll()).toEqual(['record', 'record', 'bad: memories.json']);
    writeFileSync(path, zipOf([broken]));
    expect(await readAll()).toEqual(['broken: ']);
  });

  test('one file for each account and project is read from an archive and from a folder', async () => {
    const home = await homeForTest('claude-export');
    const folder = join(home, 'unpacked');
    for (const [name, text] of FILES) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    writeFileSync(join(home, 'export.zip'), zipOf(FILES));
    for (const path of [folder, join(home, 'export.zip')]) {
      const contents: unknown[] = [];
      for (const input of inputsOf('/', path, null).inputs)
        for await (const found of readInput(input, null))
          contents.push(found.kind === 'record' ? found.record.content : found);
      expect(contents).toEqual(['Ada is a chemist.', 'On sphagnum.']);
    }
  });
});
