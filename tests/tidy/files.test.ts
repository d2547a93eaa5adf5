import { statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles, readText, root, sources, stringOf, walk } from './source-files.ts';

const LINES_MAX = 400;
const BYTES_MAX = 500_000;
/** Data that the build needs, with the largest size of each. Decision 64 says why it is in the tree. */
const DATA: Readonly<Record<string, number>> = {
  'packages/static-embedder/data/tokens.bin': 21_500_000,
  'packages/static-embedder/training/asked.tsv.xz': 3_500_000,
};

/** Files that were too long when this rule was made, with their length then. They may shrink, but never grow, and no file may be added. */
const LONGER: Readonly<Record<string, number>> = {};

const BANNED_FOLDERS = ['utils', 'util', 'helpers', 'helper', 'common', 'manager', 'managers', 'misc', 'lib'];

const files = listFiles();
/** This folder contains the words that it forbids. */
const others = files.filter((path) => !path.startsWith('tests/tidy/'));
const isGenerated = (path: string): boolean =>
  path.includes('/migrations/') || path.endsWith('.gen.ts') || path === 'pnpm-lock.yaml';
const isText = (path: string): boolean =>
  /\.(ts|tsx|mjs|js|json|md|ya?ml|sh|sql|toml|html|css)$/.test(path) ||
  /(^|\/)(cairn|cairn-server|run|Dockerfile|Caddyfile)$/.test(path);

const matches = (paths: readonly string[], pattern: RegExp, advice: string): string[] =>
  paths.filter(isText).flatMap((path) =>
    readText(path)
      .split('\n')
      .flatMap((line, index) => {
        const match = pattern.exec(line);
        return match === null ? [] : [`${path}:${index + 1} has "${match[0]}": ${advice}`];
      }),
  );

describe('files', () => {
  test('of code stay short', () => {
    const tooLong = sources
      .filter(({ path }) => !isGenerated(path))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ path, lines }) => lines > (LONGER[path] ?? LINES_MAX))
      .map(
        ({ path, lines }) =>
          `${path} has ${lines} lines, more than ${LONGER[path] ?? LINES_MAX}: split it by purpose`,
      );
    expect(tooLong).toEqual([]);
  });

  test('that were too long and shrank are held at their new length', () => {
    const slack = Object.entries(LONGER)
      .map(([path, lines]) => ({ path, lines, now: readText(path).split('\n').length - 1 }))
      .filter(({ lines, now }) => now < lines)
      .map(
        ({ path, now }) =>
          `${path} has ${now} lines now: write that into LONGER, or take it out below ${LINES_MAX}`,
      );
    expect(slack).toEqual([]);
  });

  test('have no marks of a merge', () => {
    const marks = /^(?:<{7} |>{7} |> > > > > > >|={7}$)/;
    expect(matches(others, marks, 'resolve the conflict, and delete the mark')).toEqual([]);
  });

  test('are not huge', () => {
    const huge = files
      .map((path) => ({ path, bytes: statSync(join(root, path)).size }))
      .filter(({ path, bytes }) => bytes > (DATA[path] ?? BYTES_MAX))
      .map(
        ({ path, bytes }) =>
          `${path} has ${bytes} bytes: generate or fetch it, the repository is for sources`,
      );
    expect(huge).toEqual([]);
  });

  test('lie in folders whose names say what is in them', () => {
    const vague = files
      .filter((path) =>
        posix
          .dirname(path)
          .split('/')
          .some((folder) => BANNED_FOLDERS.includes(folder)),
      )
      .map((path) => `${path}: name the folder after what it holds`);
    expect(vague).toEqual([]);
  });

  test('of one noun lie in one folder of a package', () => {
    // drizzle-kit chooses the names of its folders.
    const inside = sources.flatMap(({ package: name, inside: path }) =>
      name === null || path === null || path.startsWith('migrations/') ? [] : [`${name}/${path}`],
    );
    const folders = new Set(
      inside.flatMap((path) =>
        path
          .split('/')
          .slice(0, -1)
          .map((_, at, parts) => parts.slice(0, at + 1).join('/')),
      ),
    );
    const places = [...folders].filter((folder) => folder.includes('/'));
    const keyOf = (folder: string): string => `${folder.split('/')[0]} ${posix.basename(folder)}`;
    const twins = places.filter((one) =>
      places.some((other) => other !== one && keyOf(other) === keyOf(one)),
    );
    expect(twins.sort()).toEqual([]);
  });

  test('carry no reminders of unfinished work', () => {
    const advice = 'do it, or write it under Gaps of the SPEC.md with a reason';
    expect(matches(others, /\b(TODO|FIXME|XXX|HACK)\b/, advice)).toEqual([]);
  });

  test('name no place of the machine they were written on', () => {
    const here = /(?<![\w.-])\/(root|work)\/|\.\.\/shared\//;
    expect(matches(others, here, 'nothing may depend on one machine')).toEqual([]);
    const literals = sources
      .filter(({ path, isTest }) => !isTest && !path.startsWith('tests/'))
      .flatMap(({ path, tree }) => {
        const found: string[] = [];
        walk(tree, (node) => {
          const text = stringOf(node);
          if (text !== null && /^\/(tmp|home|Users|var)\//.test(text))
            found.push(`${path} has '${text}': ask the system`);
        });
        return found;
      });
    expect(literals).toEqual([]);
  });

  test('name no package registry', () => {
    const advice = "the reader's own npm configuration decides";
    expect(matches(others, /\bregistry\.[a-z0-9-]+\.[a-z]+|^\s*tarball:|"resolved":/, advice)).toEqual([]);
  });
});
