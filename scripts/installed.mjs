// Tells from what the dependencies were installed, so that pnpm is not run when nothing changed. turbo tells what is built.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, tools } from './paths.mjs';

const file = join(tools, 'dependencies.sha256');

/** @param {string} folder @returns {string[]} */
const children = (folder) => {
  try {
    return readdirSync(join(root, folder)).sort();
  } catch {
    return [];
  }
};

const manifests = () => [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tests/support/package.json',
  // The lockfile that pnpm wrote beside what it installed, by any command.
  'node_modules/.pnpm/lock.yaml',
  ...children('packages').map((name) => `packages/${name}/package.json`),
];

/** Returns everything that decides which dependencies are installed, with the machine. */
const dependenciesHash = () => {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const path of manifests().filter((name) => existsSync(join(root, name)))) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
};

const noted = () => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

export const noteDependencies = () => writeFileSync(file, dependenciesHash());

export const areDependenciesCurrent = () =>
  existsSync(join(root, 'node_modules', '.modules.yaml')) && noted() === dependenciesHash();
