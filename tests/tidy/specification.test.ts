import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles, readText, root } from './source-files.ts';

/** The page that says of every item of the seeds whether it is implemented, and which check shows it. */
const PAGE = 'docs/specification.md';
/** Number of items in each document, by the letter of its rows. */
const ITEMS = { C: 93, N: 21, B: 86, L: 23, O: 56, K: 20 } as const;

interface Row {
  readonly id: string;
  readonly cells: readonly string[];
}

const rowsOf = (page: string): readonly Row[] =>
  page.split('\n').flatMap((text) => {
    const cells = text
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [id = ''] = cells;
    return /^[A-Z]\d+$/.test(id) ? [{ id, cells }] : [];
  });

const scripts = listFiles('tests/specification')
  .filter((path) => path.endsWith('.test.ts'))
  .map(readText)
  .join('\n');
const played = new Set(
  [...scripts.matchAll(/\btest\('\[([A-Z\d ]+)\]/g)].flatMap(([, ids = '']) => ids.trim().split(/ +/)),
);
const specs = listFiles('packages')
  .filter((path) => /^packages\/[^/]+\/SPEC\.md$/.test(path))
  .map(readText)
  .join('\n');

const shownFault = (id: string, here: string, shown: string): string | null => {
  if (shown === '—') return here.startsWith('missing: ') ? null : 'has no check, and is not missing';
  if (shown === '_played_') return played.has(id) ? null : 'is played by no test of tests/specification';
  const [path = '', rule] = shown.split(', ');
  if (!path.endsWith('.test.ts') || !existsSync(join(root, path))) return `names ${path}, which is no test`;
  if (rule === undefined) return path.startsWith('tests/tidy/') ? null : `names no rule of ${path}`;
  if (!specs.includes(`- **${rule}** `)) return `names ${rule}, which no SPEC.md lists`;
  return new RegExp(`\\[[^\\]]*\\b${rule}\\b`).test(readText(path))
    ? null
    : `names ${path}, no test of which names ${rule}`;
};

const faultsOf = ({ id, cells }: Row): readonly string[] => {
  const [, item = '', here = '', shown = ''] = cells;
  const isSaid = here === 'yes' || /^(?:≠ |partial: |missing: )\S/.test(here);
  return [
    ...(cells.length === 4 && item !== '' ? [] : ['has an empty cell']),
    ...(isSaid ? [] : [`says "${here}", which is none of yes, ≠, partial and missing with a reason`]),
    ...[shownFault(id, here, shown)].filter((fault) => fault !== null),
  ].map((fault) => `${PAGE}: ${id} ${fault}`);
};

describe('the page of the seeds', () => {
  const rows = rowsOf(readText(PAGE));

  test('has a row for each item of each document, in their order', () => {
    const wanted = Object.entries(ITEMS).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
    );
    expect(rows.map(({ id }) => id)).toEqual(wanted);
  });

  test('says of each whether it is here, and names a check that is there', () => {
    expect(rows.flatMap(faultsOf)).toEqual([]);
  });

  test('is played by tests that name no other rows', () => {
    const ids = new Set(rows.map(({ id }) => id));
    expect(played.size).toBeGreaterThan(150);
    expect([...played].filter((id) => !ids.has(id))).toEqual([]);
  });

  test('fails on a row without a check, with another word, or with a test that is not there', () => {
    const faults = (row: string) => rowsOf(row).flatMap(faultsOf).length;
    expect(faults('| C1 | item | yes | _played_ |')).toBe(0);
    expect(faults('| C1 | item | yes | — |')).toBe(1);
    expect(faults('| C1 | item | mostly | _played_ |')).toBe(1);
    expect(faults('| C999 | item | yes | _played_ |')).toBe(1);
    expect(faults('| C1 | item | yes | packages/none.test.ts, M-1 |')).toBe(1);
    expect(faults('| C1 | item | yes | packages/core/src/libsql/migrate.test.ts, XX-9 |')).toBe(1);
  });
});
