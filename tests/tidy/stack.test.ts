import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, readText } from './source-files.ts';

const PAGE = 'docs/stack.md';
const ASKED_FOR = [
  ...['turbo', 'hono', '@libsql/client', 'drizzle-orm', 'drizzle-kit'],
  ...['@supabase/supabase-js', 'openai', 'zod', 'vitest'],
];
/** Programs that these files start or configure, and do not import. */
const STARTED = ['turbo', 'drizzle-kit'];

/** A library with a separate package for one part, so that the rest need not be loaded. */
const PARTS: Readonly<Record<string, string>> = { '@supabase/supabase-js': '@supabase/auth-js' };

/** Returns the files that a library's row names, by library. */
const rowsOf = (page: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...page.matchAll(/^\| `([^`]+)` +\|([^|]*)\|/gm)].map(([, library = '', where = '']) => [
      library,
      [...where.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => join(dirname(PAGE), link)),
    ]),
  );

const uses = (text: string, library: string): boolean =>
  STARTED.includes(library)
    ? text.includes(library)
    : [library, PARTS[library] ?? library].some((name) =>
        new RegExp(`(?:from|import\\()\\s*'${name}(?:/[^']*)?'`).test(text),
      );

const brokenIn = (rows: ReadonlyMap<string, readonly string[]>): readonly string[] =>
  [...rows].flatMap(([library, paths]) =>
    paths
      .filter((path) => !existsSync(path) || !uses(readText(path), library))
      .map((path) => `${PAGE}: ${path} is gone or does not use ${library}`),
  );

test('the page of libraries names files that use them', () => {
  const rows = rowsOf(readText(PAGE));
  expect([...rows.keys()]).toEqual(ASKED_FOR);
  expect([...rows].filter(([, paths]) => paths.length === 0)).toEqual([]);
  expect(brokenIn(rows)).toEqual([]);
});

test('a file that is gone, and one that uses something else, are found', () => {
  const rows = new Map([
    ['zod', ['docs/gone.ts', 'packages/cloud/src/sql/tables.ts', 'packages/cloud/src/config.ts']],
  ]);
  expect(brokenIn(rows)).toHaveLength(2);
});

test('the page of libraries is found from the pages that people begin with', () => {
  for (const path of ['README.md', 'ARCHITECTURE.md', 'docs/README.md'])
    expect(readText(path)).toMatch(/\]\((?:docs\/)?stack\.md\)/);
  expect(listFiles()).toContain(PAGE);
});
