// Files that are broken, hostile or huge: read to where they can be, within bounds, and nothing of them is believed.

import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER_LIMITS, LIMITS } from '@cairn/schema';
import { zipOf } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { zipEntries } from '../../adapters/zip-file.ts';
import type { ImportFormat } from '../format-names.ts';
import type { Found } from '../formats/found.ts';
import { inputsOf, standardInput } from './input.ts';
import { jsonItemsOf } from './json-items.ts';
import { linesOf } from './lines.ts';
import { readInput } from './read-input.ts';

async function* parts(text: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const all = async <T>(source: AsyncIterable<T>): Promise<readonly T[]> => {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
};
const read = async (path: string, from: ImportFormat | null = null): Promise<readonly Found[]> => {
  const found: Found[] = [];
  for (const input of inputsOf('/', path, from).inputs) found.push(...(await all(readInput(input, from))));
  return found;
};

describe('[IM-1] lines', () => {
  test('come whole, whatever they are cut into; byte order marks go, returns stay', async () => {
    const text = '\ufeffone\r\n\n漢字 🦓\nlast';
    for (const size of [1, 2, 5, 100])
      expect(
        (await all(linesOf(parts(text, size)))).map((line) => [line.number, line.text, line.isCutOff]),
      ).toEqual([
        [1, 'one\r', false],
        [2, '', false],
        [3, '漢字 🦓', false],
        [4, 'last', true],
      ]);
  });

  test('that are no text, or one byte longer than the limit, are named and stop no other', async () => {
    const bytes = Buffer.concat([
      Buffer.from('12345\n123456\n'),
      Buffer.from([0xff, 0xfe, 10]),
      Buffer.from('end'),
    ]);
    expect((await all(linesOf(parts(bytes), 5))).map(({ text, reason }) => text ?? reason)).toEqual([
      '12345',
      'longer than 5 bytes',
      'not UTF-8 text',
      'end',
    ]);
  });

  test('are read before and after the zero bytes that a power cut leaves in a file', async () => {
    const path = join(await homeForTest('zeros'), 'cut.jsonl');
    writeFileSync(path, `{"content":"one"}\n${'\0'.repeat(500)}\n{"content":"two"}\n${'\0'.repeat(9)}`);
    const found = (await read(path)).map((one) => (one.kind === 'record' ? one.record.content : one.kind));
    expect(found).toEqual(['one', 'bad', 'two', 'bad']);
  });

  test('of more than a million bytes are read', async () => {
    const words = 'x'.repeat(1_500_000);
    const home = await homeForTest('lines');
    const path = join(home, 'long.jsonl');
    writeFileSync(path, `${JSON.stringify({ content: words })}\n{"content":"short"}\n`);
    expect(
      (await read(path)).map((one) => one.kind === 'record' && String(one.record.content).length),
    ).toEqual([1_500_000, 5]);
  });
});

describe('[IM-6] one JSON document', () => {
  const wanted = { lists: ['memories'], heads: ['format'] };
  test('with a record at the limit is read, one past it ends it', async () => {
    const text = (length: number) => `[1, "${'x'.repeat(length)}", 2]`;
    const items = (length: number) =>
      all(jsonItemsOf(parts(text(length), 10), { ...wanted, recordBytesMax: 1_000 }));
    expect(await items(900)).toHaveLength(3);
    expect((await items(1_100)).at(-1)).toEqual({
      kind: 'broken',
      reason: 'record 2 is larger than 1,000 bytes',
    });
  });

  test('that is cut off is read to there', async () => {
    expect(await all(jsonItemsOf(parts('{"format":"x","memories":[{"a":1},{"b":'), wanted))).toEqual([
      { kind: 'head', name: 'format', value: 'x' },
      { kind: 'item', list: 'memories', value: { a: 1 }, number: 1 },
      { kind: 'broken', reason: 'the file ends in the middle' },
    ]);
  });
});

test('[TR-9] a JSON document that is nested very deeply is refused at once', async () => {
  const nested = async (depth: number) =>
    all(
      jsonItemsOf(parts(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`), {
        lists: ['memories'],
        heads: ['a'],
      }),
    );
  const begin = performance.now();
  expect(await nested(200_000)).toEqual([
    { kind: 'broken', reason: 'it is nested more than 1,000 levels deep' },
  ]);
  expect(performance.now() - begin).toBeLessThan(5_000);
  expect(await nested(1_000)).toMatchObject([{ kind: 'head', name: 'a' }, { kind: 'broken' }]);
});

test('[RL-23] a JSON document that is not UTF-8 is read to there, and the place is named', async () => {
  const bytes = Buffer.concat([
    Buffer.from('[{"content":"whole"},'),
    Buffer.from('{"content":"b'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('d"}]'),
  ]);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  }
  const items = await all(jsonItemsOf(chunks(), { lists: [], heads: [] }));
  expect(items).toEqual([
    { kind: 'item', list: null, value: { content: 'whole' }, number: 1 },
    { kind: 'broken', reason: expect.stringMatching(/^it is not UTF-8 text, after byte 28$/) },
  ]);
});

describe('[IM-6] an archive', () => {
  const chats = Buffer.from('[{"uuid":"c","name":"n","chat_messages":[]}]');
  const archive = async (bytes: Uint8Array): Promise<string> => {
    const path = join(await homeForTest('zip'), 'a.zip');
    writeFileSync(path, bytes);
    return path;
  };
  const reasonOf = async (bytes: Uint8Array) => {
    const path = await archive(bytes);
    const found = await read(path);
    // Nothing is unpacked to disk.
    expect(readdirSync(join(path, '..'))).toEqual(['a.zip']);
    return found.flatMap((one) => (one.kind === 'broken' ? [one.reason] : []));
  };

  test('whose names lead out of it is refused', async () => {
    for (const name of [
      '../conversations.json',
      '/etc/conversations.json',
      'a/../../conversations.json',
      'C:\\conversations.json',
    ])
      expect(await reasonOf(zipOf([[name, chats]])), name).toEqual([
        expect.stringContaining('the archive is damaged or no zip file'),
      ]);
  });

  test('that unpacks to far more than it is, is refused before it is unpacked', async () => {
    const bomb = zipOf([
      [
        'conversations.json',
        Buffer.concat([Buffer.from('['), Buffer.alloc(40_000_000, 32), Buffer.from(']')]),
      ],
    ]);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await reasonOf(bomb)).toEqual([
      `conversations.json unpacks to more than ${FOLDER_LIMITS.importArchiveRatioMax} times its size`,
    ]);
  });

  test('that says less than it holds, or more, is refused', async () => {
    for (const bytes of [10, 1_000_000])
      expect(await reasonOf(zipOf([['conversations.json', chats, { bytes }]])), String(bytes)).toEqual([
        expect.stringMatching(/^(conversations\.json: )?the archive is damaged or no zip file/),
      ]);
  });

  test('has as many entries and bytes as the limits say, and not one more', async () => {
    const path = await archive(
      zipOf([
        ['a', Buffer.alloc(10)],
        ['b', Buffer.alloc(10)],
      ]),
    );
    const limits = { bytesMax: 20, entriesMax: 2, ratioMax: 200 };
    const contents = async (own: typeof limits) => {
      const found: Uint8Array[] = [];
      for await (const entry of zipEntries(path, own)) found.push(...(await all(entry.read())));
      return Buffer.concat(found).length;
    };
    expect(await contents(limits)).toBe(20);
    await expect(contents({ ...limits, bytesMax: 19 })).rejects.toThrow('unpacks to more than 19 bytes');
    await expect(contents({ ...limits, entriesMax: 1 })).rejects.toThrow('has 2 entries');
  });

  test('that is cut off, or holds nothing of ours, is refused with a sentence', async () => {
    const whole = zipOf([['conversations.json', chats]]);
    expect(await reasonOf(whole.subarray(0, whole.length - 30))).toEqual([
      expect.stringContaining('the archive is damaged or no zip file'),
    ]);
    expect(await reasonOf(zipOf([['photo.png', chats]]))).toEqual([
      'there is no conversations.json or memories.json in the archive',
    ]);
  });
});

test('[IM-1] what the system says about a file is said in a sentence, and ends that file', async () => {
  const found = await all(
    readInput(
      {
        ...standardInput(),
        bytes: async function* () {
          yield Buffer.from('- One\n- Two\n');
          throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
        },
      },
      null,
    ),
  );
  expect(found.at(-1)).toEqual({ kind: 'broken', reason: 'i/o error, read' });
  expect(await all(readInput({ ...standardInput(), bytes: () => parts('a\0b') }, null))).toEqual([
    { kind: 'broken', reason: 'this is not UTF-8 text: save it as UTF-8, then try again' },
  ]);
});

describe('[IM-1] a folder', () => {
  test('gives what agents wrote and were told; links are not followed, other files are counted', async () => {
    const home = await homeForTest('folder');
    mkdirSync(join(home, '.cursor/rules'), { recursive: true });
    mkdirSync(join(home, 'node_modules/x'), { recursive: true });
    writeFileSync(join(home, '.cursor/rules/style.mdc'), '---\nalwaysApply: true\n---\n- Two spaces\n');
    writeFileSync(join(home, 'AGENTS.md'), '- Use pnpm\n');
    writeFileSync(join(home, 'README.md'), '# A program\n\nIt does things.\n');
    writeFileSync(join(home, 'noted.md'), '---\ntitle: T\ntype: note\n---\nNoted.\n');
    writeFileSync(join(home, 'index.ts'), 'export {};\n');
    writeFileSync(join(home, 'node_modules/x/AGENTS.md'), '- Not mine\n');
    symlinkSync('/', join(home, 'root'));
    const { inputs, passed } = inputsOf(home, '.', null);
    expect(inputs.map(({ label }) => label)).toEqual(['.cursor/rules/style.mdc', 'AGENTS.md', 'noted.md']);
    expect([...passed]).toEqual([
      ['Markdown files that are not notes of an agent (`--from md` takes them)', 1],
      ['files of another kind', 1],
    ]);
    expect(inputsOf(home, '.', 'md').inputs).toHaveLength(4);
    const found = await read(home);
    expect(found.map((one) => one.kind === 'record' && one.record.content)).toEqual([
      'Two spaces',
      'Use pnpm',
      'T: Noted.',
    ]);
  });

  test('[IM-6] a note at the limit is read, one past it is not', async () => {
    const home = await homeForTest('note');
    const head = '---\ntitle: T\ntype: note\n---\n';
    const write = (bytes: number) =>
      writeFileSync(join(home, 'a.md'), head + 'x'.repeat(bytes - head.length));
    write(FOLDER_LIMITS.importFileBytesMax);
    expect((await read(join(home, 'a.md'))).map(({ kind }) => kind)).toEqual(['record']);
    write(FOLDER_LIMITS.importFileBytesMax + 1);
    expect(await read(join(home, 'a.md'))).toEqual([
      { kind: 'broken', reason: expect.stringContaining('larger than 8,388,608 bytes') },
    ]);
  });
});

test('[IM-1] notes in a file with a long name are taken, with the beginning of the name', async () => {
  const home = await homeForTest('long-name');
  const name = `${'🦓 notes '.repeat(18)}.md`;
  writeFileSync(join(home, name), '- Use pnpm\n');
  const agent = [...name].slice(0, LIMITS.agentCharsMax).join('');
  expect(await read(join(home, name))).toMatchObject([{ record: { content: 'Use pnpm', agent } }]);
});
