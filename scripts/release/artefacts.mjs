// Makes the downloads of a version: the package, its bill of materials, and checksums.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pack } from '../pack/main.mjs';

/** npm on every system. */
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Returns the bill of materials of an installation, as CycloneDX. Asks the registry and installs nothing. @param {string} tarball */
const billOfMaterials = (tarball) => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-sbom-'));
  try {
    cpSync(tarball, join(folder, basename(tarball)));
    writeFileSync(
      join(folder, 'package.json'),
      '{"name":"cairn-installation","version":"1.0.0","private":true}',
    );
    const options = { cwd: folder, encoding: /** @type {const} */ ('utf8'), maxBuffer: 64 * 1024 * 1024 };
    execFileSync(
      NPM,
      ['install', '--package-lock-only', '--ignore-scripts', `./${basename(tarball)}`],
      options,
    );
    return execFileSync(NPM, ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Returns the paths of the package, its bill of materials and their checksums.
 * @param {string} target a folder @param {object} fields more of its package.json
 */
export const makeArtefacts = async (target, fields) => {
  const tarball = await pack(target, fields);
  const bill = tarball.replace(/\.tgz$/, '.cdx.json');
  writeFileSync(bill, billOfMaterials(tarball));
  const sums = join(target, 'SHA256SUMS');
  const lines = [tarball, bill].map((path) => {
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    return `${hash}  ${basename(path)}\n`;
  });
  writeFileSync(sums, lines.join(''));
  return [tarball, bill, sums];
};
