// The list is what git would list; git makes the comparison here, and nothing else.

import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FOLDER_LIMITS } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { isIgnored, parseIgnore } from '../git/ignore.ts';
import { lookAtFile, readDocument } from './document-files.ts';
import { listFolder } from './folder-files.ts';

/** A small generator with a seed; the same trees each time. */
const createDice = (seed: number) => {
  let state = seed;
  const next = (max: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % max;
  };
  return { next, oneOf: <T>(items: readonly [T, ...T[]]): T => items[next(items.length)] ?? items[0] };
};

const NAMES = ['a', 'b', 'ab', 'abc', 'a.md', 'b.log', 'x y', 'build', '.env', 'é', '[a]', 'A'] as const;
/** Not `a**` before a slash and not a bracket around one: git reads both in its own way (docs/decisions/0025). */
const PIECES = [
  ...[
    'a',
    'b',
    'ab',
    'a.md',
    '*.log',
    '*',
    '**',
    'a*',
    '*b',
    '?',
    '[ab]',
    '[!a]',
    '[a-c]*',
    'build',
    '\\*',
    'x y',
  ],
  ...['.env', '**a', '*.*', '[[:alpha:]]', '\\[a\\]', 'é', 'ab?', '*a*b*', '[]a]', '[^]a]', '[a-]'],
] as const;

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  });

test('[M-11] [TR-12] of 150 trees with ignore files what git lists is listed, and nothing else', async () => {
  const home = realpathSync(await homeForTest());
  for (let seed = 1; seed <= 150; seed++) {
    const { next, oneOf } = createDice(seed * 7_919);
    const top = join(home, String(seed));
    mkdirSync(top);
    git(top, 'init', '-q');
    const path = (): string => Array.from({ length: 1 + next(4) }, () => oneOf(NAMES)).join('/');
    const rule = (): string => {
      const parts = Array.from({ length: 1 + next(3) }, () => oneOf(PIECES)).join('/');
      return `${oneOf(['', '', '', '!'])}${oneOf(['', '', '/'])}${parts}${oneOf(['', '', '/', ' ', '\r'])}`;
    };
    for (let n = 0; n < 30; n++) {
      const file = join(top, path());
      try {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, 'x');
        if (next(5) === 0)
          writeFileSync(join(dirname(file), '.gitignore'), Array.from({ length: 3 }, rule).join('\n'));
      } catch {
        // A file lies where a folder was meant.
      }
    }
    writeFileSync(join(top, '.git/info/exclude'), rule());
    writeFileSync(join(top, '.gitignore'), Array.from({ length: 4 }, rule).join('\n'));
    const listed = git(top, 'ls-files', '-z', '--others', '--exclude-standard').split('\0').filter(Boolean);
    const found = (await listFolder(top)).files.map((file) => file.slice(top.length + 1));
    expect(found, `tree ${seed}`).toEqual(listed.toSorted());
  }
});

test('[TR-12] a pattern costs at most its length times the path’s, and the steps are counted', () => {
  const path = Array.from({ length: 60 }, () => 'a'.repeat(60));
  for (const slow of ['*a'.repeat(200), '**/a*'.repeat(90), '[a-z]*?'.repeat(70), '*?'.repeat(200)]) {
    const rules = parseIgnore(`${slow}/b\n${slow}[!a]`, false) ?? [];
    const work = { left: FOLDER_LIMITS.ignoreStepsMax };
    expect([rules.length, isIgnored([{ depth: 0, rules }], path, false, work)]).toEqual([2, false]);
    expect(FOLDER_LIMITS.ignoreStepsMax - work.left).toBeLessThan(
      2 * FOLDER_LIMITS.ignoreRuleCharsMax * path.join('/').length,
    );
  }
  const at = (count: number, chars: number) => parseIgnore(`${'x'.repeat(chars)}\n`.repeat(count), false);
  expect(at(FOLDER_LIMITS.ignoreRulesMax, 1)).toHaveLength(FOLDER_LIMITS.ignoreRulesMax);
  expect(at(FOLDER_LIMITS.ignoreRulesMax + 1, 1)).toBeNull();
  expect(at(1, FOLDER_LIMITS.ignoreRuleCharsMax)).toHaveLength(1);
  expect(at(1, FOLDER_LIMITS.ignoreRuleCharsMax + 1)).toBeNull();
});

test('[TR-12] a file of the index that becomes a link, or lies behind one, is not read', async () => {
  const home = realpathSync(await homeForTest());
  const folder = join(home, 'folder');
  const secret = join(home, 'secret');
  for (const at of [join(folder, 'deep'), secret]) mkdirSync(at, { recursive: true });
  for (const at of [join(folder, 'a.md'), join(folder, 'deep/b.md')]) writeFileSync(at, 'plain');
  for (const name of ['a.md', 'b.md']) writeFileSync(join(secret, name), 'secret');
  renameSync(join(folder, 'a.md'), join(home, 'a.md'));
  symlinkSync(join(secret, 'a.md'), join(folder, 'a.md'));
  expect(lookAtFile(join(folder, 'a.md'), 0)).toBeNull();
  expect(readDocument(join(folder, 'a.md'))).toMatchObject({ kind: 'skipped' });
  renameSync(join(folder, 'deep'), join(home, 'deep'));
  symlinkSync(secret, join(folder, 'deep'));
  expect(() => lookAtFile(join(folder, 'deep/b.md'), 0)).toThrow('a link leads to it');
  expect(readDocument(join(folder, 'deep/b.md'))).toMatchObject({ kind: 'skipped' });
  expect((await listFolder(folder)).files).toEqual([]);
  renameSync(folder, join(home, 'moved'));
  symlinkSync(secret, folder);
  const swapped = await listFolder(folder);
  expect([swapped.files, swapped.problems.map(({ path }) => path)]).toEqual([[], [folder]]);
});
