// Hand-written SQL takes column names from the tables, so that renaming a column is a compile error.

import * as cloud from '@cairn/schema/cloud-tables';
import * as local from '@cairn/schema/local-tables';
import { expect, test } from 'vitest';
import { listFiles, readText } from './source-files.ts';

const FOLDERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'packages/core/src/libsql/': local,
  'packages/cloud/src/sql/': cloud,
};
/** Files that may name columns. The codec of a memory's row names its columns in one place. */
const OWN_NAMES = ['packages/core/src/libsql/memories-table.ts'];

/** Removes comments, because they also contain names. */
const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Finds `alias.column` where the file has `table AS alias`, or `table.column`. */
const writtenByHand = (text: string, tables: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] => {
  const aliases = new Map([...tables.keys()].map((name) => [name, name]));
  for (const [, table = '', alias = ''] of text.matchAll(/\b([a-z_]+) (?:AS|as) ([a-z]+)\b/g))
    if (tables.has(table)) aliases.set(alias, table);
  return [...text.matchAll(/(?<![\w${.])([a-z_]+)\.([a-z_]+)\b(?!\()/g)]
    .filter(([, alias = '', column = '']) => tables.get(aliases.get(alias) ?? '')?.has(column) === true)
    .map(([name]) => name);
};

test('SQL names columns by their tables', () => {
  const found: string[] = [];
  for (const [folder, module] of Object.entries(FOLDERS)) {
    const tables = local.columnsByTable(module);
    expect(tables.size).toBeGreaterThan(10);
    const files = listFiles().filter((path) => path.startsWith(folder) && !path.includes('.test.'));
    for (const path of files.filter((one) => !OWN_NAMES.includes(one)))
      for (const name of writtenByHand(sqlOf(readText(path)), tables))
        found.push(`${path}: ${name} is written by hand; take it from namesOf of its table`);
  }
  expect(found).toEqual([]);
});

/** Returns the text of literals, without the inserted values. */
const sqlOf = (text: string): string =>
  [...withoutComments(text).matchAll(/`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'/g)]
    .map(([literal]) => literal.replaceAll(/\$\{[^}]*\}/g, ' '))
    .join('\n');

test('a name that is written by hand is found, and one that is put in is not', () => {
  const tables = new Map([['memories', new Set(['id', 'state'])]]);
  const statement = (name: string): string => `const A = \`SELECT x FROM memories AS m WHERE ${name} = 0\`;`;
  expect(writtenByHand(sqlOf(statement('m.state')), tables)).toEqual(['m.state']);
  expect(writtenByHand(sqlOf(statement(['$', '{m.state}'].join(''))), tables)).toEqual([]);
});
