// What was set up, and from what: so that nothing is done again when nothing changed.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, tools } from './paths.mjs';
import { nodeProgram } from './toolchain.mjs';

const file = join(tools, 'stamp.json');

/** @typedef {{ dependencies: string, build: string, outputs: string[] }} Stamp */

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
  ...children('packages').map((name) => `packages/${name}/package.json`),
];

/** Content of all that decides which dependencies are installed, and the machine they are installed for. */
export const dependenciesHash = () => {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const path of manifests().filter((name) => existsSync(join(root, name)))) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
};

/** @param {string} folder @returns {string[]} */
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path);
    return entry.name.endsWith('.test.ts') ? [] : [path];
  });

/** Sizes and times of the sources that are bundled: reading them all would cost more than a build saves. */
export const sourcesHash = () => {
  const sources = children('packages')
    .map((name) => `packages/${name}/src`)
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap(filesBelow);
  const hash = createHash('sha256').update(nodeProgram());
  for (const path of ['scripts/build.mjs', 'scripts/build-page.mjs', ...sources]) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
};

/** @returns {Stamp} */
export const readStamp = () => {
  try {
    return { dependencies: '', build: '', outputs: [], ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    return { dependencies: '', build: '', outputs: [] };
  }
};

/** @param {Stamp} stamp */
export const writeStamp = (stamp) => writeFileSync(file, `${JSON.stringify(stamp, null, 2)}\n`);

/** @param {Stamp} stamp */
export const areDependenciesCurrent = (stamp) =>
  existsSync(join(root, 'node_modules', '.modules.yaml')) && stamp.dependencies === dependenciesHash();

/** @param {Stamp} stamp */
export const isBuildCurrent = (stamp) =>
  stamp.build === sourcesHash() && stamp.outputs.every((path) => existsSync(join(root, path)));
