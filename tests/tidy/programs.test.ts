import { describe, expect, test } from 'vitest';
import { parseSource, readText, type SourceFile, sources } from './source-files.ts';

/** Matches the modules that start programs, however they are loaded, also in the text of a generated program. */
const STARTS = /['"`](?:node:)?(?:child_process|cluster|worker_threads)['"`]/;
/** Text that a shell would split or expand. */
const SHELL =
  /\bexec(?:Sync)?\(|\bshell\s*:|['"`](?:\/bin\/)?(?:ba|da)?sh['"`]|['"`]-c['"`]|cmd\.exe|powershell/i;
/**
 * File with a fixed shell line, `"$@" &`, which splits none of its words. With it, the daemon is no child of the process that starts it.
 * [ST-2]
 */
const FIXED_LINE = 'packages/client/src/device/start-daemon.ts';

const starters = (files: readonly SourceFile[]): readonly SourceFile[] =>
  files.filter(({ inside, isTest, text }) => inside !== null && !isTest && STARTS.test(text));

const listed = (text: string): readonly string[] => {
  const [, table = ''] = /<!-- programs -->([\s\S]*)<!-- \/programs -->/.exec(text) ?? [];
  return [...table.matchAll(/^\| `(packages\/[^`]+)`/gm)].map(([, path = '']) => path);
};

describe('[TR-11] programs that are started', () => {
  test('stand in the table of docs/security.md, all of them and no others', () => {
    const found = starters(sources).map(({ path }) => path);
    expect(listed(readText('docs/security.md')).toSorted()).toEqual(found.toSorted());
  });

  test('are given to no shell', () => {
    const shells = starters(sources).filter(({ text }) => SHELL.test(text.replaceAll(/\.exec\(/g, '')));
    expect(shells.map(({ path }) => path)).toEqual([FIXED_LINE]);
    expect(sources.find(({ path }) => path === FIXED_LINE)?.text).toContain(
      `['/bin/sh', ['-c', '"$@" &', 'sh',`,
    );
  });

  test.each([
    "import { spawn } from 'node:child_process';",
    "const { exec } = await import('child_process');",
    "process.getBuiltinModule('node:child_process');",
    "import { Worker } from 'node:worker_threads';",
  ])('are found: %s', (text) => {
    expect(starters([parseSource('packages/core/src/x.ts', text)])).toHaveLength(1);
    expect(starters([parseSource('packages/core/src/x.test.ts', text)])).toEqual([]);
  });
});
