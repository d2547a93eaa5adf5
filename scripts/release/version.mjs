// The places of the version number. Tests check that no other place contains it.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches three numbers. Previews are not released. */
const VERSION = /^\d+\.\d+\.\d+$/;

/** @param {string} version */
const numbersOf = (version) => version.split('.').map(Number);

/** @param {string} one @param {string} other */
const isLater = (one, other) => {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at >= 0 && Number(left[at]) > Number(right[at]);
};

/** Returns why `next` cannot follow `current`, or null. @param {string} next @param {string} current */
export const refusalOf = (next, current) => {
  if (!VERSION.test(next)) return `"${next}" is no version: write three numbers, such as 0.2.0`;
  return isLater(next, current) ? null : `${next} is not later than ${current}`;
};

/** Returns the form in which a file contains the version. @param {string} path */
const formOf = (path) => {
  if (/(^|\/)(?:package|plugin|gemini-extension|manifest|server)\.json$/.test(path))
    return (/** @type {string} */ of) => `"version": "${of}"`;
  if (path === 'packages/client/src/device/version.ts')
    return (/** @type {string} */ of) => `VERSION = '${of}'`;
  if (/\.md$/.test(path)) return (/** @type {string} */ of) => `cairn-memory-${of}.tgz`;
  return null;
};

/**
 * Replaces the version `current` by `next` in all files. Returns the paths of the changed files.
 * @param {string} root @param {string} current @param {string} next
 */
export const writeVersion = (root, current, next) => {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  const paths = listed
    .split('\0')
    .filter((path) => path !== '' && path !== 'CHANGELOG.md' && !path.startsWith('tests/fixtures/'));
  return paths.filter((path) => {
    const form = formOf(path);
    if (form === null) return false;
    const text = readFileSync(join(root, path), 'utf8');
    const changed = text.replaceAll(form(current), form(next));
    if (changed === text) return false;
    writeFileSync(join(root, path), changed);
    return true;
  });
};
