import { readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pictureFiles, TERMINAL_PICTURES, terminalFile } from '../../scripts/pictures/list.ts';
import { listFiles, readText, root } from './source-files.ts';

const FOLDER = 'docs/pictures';
const BYTES_MAX = 150_000;
const kept = readdirSync(join(root, FOLDER)).sort();

/** Finds pictures in Markdown, and in HTML for a light and a dark one. */
const shown = listFiles()
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) =>
    [...readText(path).matchAll(/(?:src|srcset)="([^"]+)"|!\[[^\]]*\]\(([^)]+)\)/g)]
      .map(([, html, markdown]) => html ?? markdown ?? '')
      .filter((link) => !/^https?:/.test(link))
      .map((link) => ({ path, file: posix.normalize(posix.join(posix.dirname(path), link)) })),
  );

describe('the pictures', () => {
  test('are those that `npm run pictures` takes', () => {
    expect(kept).toEqual(pictureFiles());
  });

  test('are there where a document shows one', () => {
    const files = new Set(kept.map((name) => `${FOLDER}/${name}`));
    expect(shown.filter(({ file }) => !files.has(file))).toEqual([]);
  });

  test('are each shown somewhere', () => {
    const files = new Set(shown.map(({ file }) => posix.basename(file)));
    expect(kept.filter((name) => !files.has(name))).toEqual([]);
  });

  test('are small', () => {
    const large = kept.filter((name) => statSync(join(root, FOLDER, name)).size > BYTES_MAX);
    expect(large).toEqual([]);
  });

  test('of a terminal name no place of the machine that took them', () => {
    const told = TERMINAL_PICTURES.filter(({ name }) =>
      /\/(?:tmp|home|root|work|Users)\b/.test(readText(`${FOLDER}/${terminalFile(name)}`)),
    );
    expect(told).toEqual([]);
  });
});
