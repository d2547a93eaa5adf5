// Every format is given every other format's file, and files that are no format at all: nothing of them is kept.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { tempHome } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importSamples, type Sample } from '../../testing/import-samples.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../format-names.ts';
import type { Found } from '../formats/found.ts';
import { inputsOf, standardInput } from './input.ts';
import { readInput } from './read-input.ts';

let samples: ReadonlyMap<string, Sample>;
let remove: () => Promise<void>;
beforeAll(async () => {
  const home = await tempHome('kept-out');
  remove = home.remove;
  samples = importSamples(home.path);
});
afterAll(() => remove());

const KEPT: ReadonlySet<Found['kind']> = new Set(['record', 'edited', 'setting', 'turn', 'title']);

const read = async (path: string, from: ImportFormat | null) => {
  const found: Found[] = [];
  for (const input of inputsOf('/', path, from).inputs)
    for await (const one of readInput(input, from)) found.push(one);
  return {
    kept: found.filter(({ kind }) => KEPT.has(kind)).length,
    refused: found.flatMap((one) => (one.kind === 'broken' ? [one.reason] : [])),
  };
};

describe('[RL-33] what is not of the format', () => {
  test.each([null, ...IMPORT_FORMATS])(
    '--from %s takes what it is for, and of nothing else anything',
    async (from) => {
      for (const [name, { path, of, isKnown }] of samples) {
        const { kept, refused } = await read(path, from);
        const isOne = from === null ? isKnown : of.includes(from);
        if (isOne) expect([kept > 0, refused], `${name} as ${from}`).toEqual([true, []]);
        else {
          expect(kept, `${name} as ${from}`).toBe(0);
          expect(refused, `${name} as ${from}`).toHaveLength(1);
        }
      }
    },
  );

  test('is refused with what it looks like and what to do', async () => {
    const said = async (name: string, from: ImportFormat | null) =>
      (await read(samples.get(name)?.path ?? '', from)).refused[0];
    expect(await said('claude-code', 'chatgpt')).toBe(
      'this looks like a transcript of Claude Code, not like an export of ChatGPT: --from claude-code reads it',
    );
    expect(await said('a file of the system', 'chatgpt')).toBe(
      'this is plain text, not an export of ChatGPT',
    );
    expect(await said('a file of the system', null)).toMatch(
      /^this is plain text, .*`cairn import - --from md`/,
    );
    expect(await said('a file of the system', 'md')).toMatch(
      /^its name does not end in .md, .*`cairn import - --from md`/,
    );
    expect(await said('a PDF', null)).toBe('this is a PDF document, which is not read');
    expect(await said('a picture that is called JSON', 'mem0')).toBe('this is a picture, which is not read');
    expect(await said('the database of cursor', 'chatgpt')).toBe(
      'this looks like the database of Cursor, not like an export of ChatGPT: --from cursor reads it',
    );
    expect(await said('the archive of claude-ai', 'chatgpt')).toContain('--from claude-ai reads it');
    expect(await said('Markdown', 'basic-memory')).toContain('--from md reads it');
  });

  test('by standard input neither', async () => {
    const piped = async (text: string, from: ImportFormat | null) => {
      const found: Found[] = [];
      const bytes = async function* () {
        yield Buffer.from(text);
      };
      for await (const one of readInput({ ...standardInput(), bytes }, from)) found.push(one);
      return found.map(({ kind }) => kind);
    };
    expect(await piped('root:x:0:0:root:/root:/bin/bash\n', null)).toEqual(['broken']);
    expect(await piped('root:x:0:0:root:/root:/bin/bash\n', 'chatgpt')).toEqual(['broken']);
    expect(await piped('- Tea is in the tin\n', null)).toEqual(['record']);
    expect(await piped('Tea is in the tin\n', 'md')).toEqual(['record']);
  });

  test('what is no file is not opened', async () => {
    const home = await homeForTest('no-file');
    execFileSync('mkfifo', [join(home, 'pipe.md')]);
    symlinkSync(join(home, 'loop.md'), join(home, 'loop.md'));
    mkdirSync(join(home, 'empty'));
    const reasonOf = (path: string): string => {
      try {
        return String(inputsOf('/', path, null).inputs.length);
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
    };
    expect(reasonOf(join(home, 'pipe.md'))).toContain('a pipe, a socket or a device');
    expect(reasonOf('/dev/zero')).toContain('a pipe, a socket or a device');
    expect(reasonOf(join(home, 'loop.md'))).toContain('ELOOP');
    expect(reasonOf(join(home, 'empty'))).toBe('0');
    expect(reasonOf(home)).toBe('0');
  });
});
