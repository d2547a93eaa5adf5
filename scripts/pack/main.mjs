// Makes one package of everything, for `npm i -g`: node scripts/pack/main.mjs [FOLDER]. Prints the path of the tarball.

import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { buildBundle, buildEmptyDatabase, buildQuick, bundles, tokenTable } from '../build.mjs';
import { buildPage } from '../build-page.mjs';
import { root } from '../paths.mjs';
import { writeDeclarations } from './declarations.mjs';
import { cairnLauncher, serverLauncher } from './launcher.mjs';
import { licencesOf } from './licences.mjs';
import { packageManifest, SDK_ENTRIES } from './manifest.mjs';

const OTHERWISE = { minifySyntax: true, minifyWhitespace: true, sourcemap: false, metafile: true };

/** @param {string} path @param {string | Uint8Array} contents */
const write = async (path, contents) => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
};

/** Writes everything that the package contains to a folder. @param {string} folder @param {object} fields more of its package.json */
export const stage = async (folder, fields) => {
  const [device, server] = bundles;
  if (device === undefined || server === undefined) throw new Error('build.mjs has other bundles now');
  const sdk = Object.entries(SDK_ENTRIES).map(([name, source]) => [name, `packages/client/src/${source}`]);
  const [rest, ...starts] = device.groups.toReversed();
  const lib = join(folder, 'lib');
  const outputs = await Promise.all([
    // All bundles are in one folder, because the SDK starts the daemon beside it.
    ...[...starts, { ...rest, ...Object.fromEntries(sdk) }].map((entries) =>
      buildBundle({ outdir: lib, entries }, OTHERWISE),
    ),
    buildQuick(lib, OTHERWISE),
    buildPage(join(lib, 'page')),
    ...server.groups.map((entries) => buildBundle({ outdir: join(folder, 'server'), entries }, OTHERWISE)),
  ]);
  const built = outputs.flat();
  for (const { path, contents } of built.flatMap(({ outputFiles = [] }) => outputFiles))
    await write(path, contents);
  await copyFile(tokenTable, join(lib, basename(tokenTable)));
  await copyFile(join(root, 'packages/static-embedder/NOTICE'), join(folder, 'NOTICE'));
  const empty = await buildEmptyDatabase();
  await copyFile(empty, join(folder, 'server', basename(empty)));
  await writeDeclarations(
    Object.values(SDK_ENTRIES).map((source) => `client/${source}`),
    join(folder, 'types'),
  );
  for (const [name, text] of Object.entries({ cairn: cairnLauncher, 'cairn-server': serverLauncher })) {
    await write(join(folder, `bin/${name}.cjs`), text);
    await chmod(join(folder, `bin/${name}.cjs`), 0o755);
  }
  // NODE PROGRAM hook AGENT EVENT
  const asking = await readFile(join(root, 'bin/ask-by-curl.sh'), 'utf8');
  const hook = `#!/bin/sh\n${asking}\nask_by_curl "$4" "$5" 2>/dev/null\nhand_over "$@"\n`;
  await write(join(folder, 'bin/cairn-hook'), hook);
  await chmod(join(folder, 'bin/cairn-hook'), 0o755);
  // The page is made by the packed program, so that it describes this version.
  const page = execFileSync(process.execPath, [join(lib, 'cli.cjs'), 'man'], { encoding: 'utf8' });
  await write(join(folder, 'man/cairn.1'), page);
  for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md'])
    await copyFile(join(root, name), join(folder, name));
  const metafiles = built.flatMap(({ metafile }) => (metafile === undefined ? [] : [metafile]));
  await write(join(folder, 'THIRD-PARTY-LICENSES'), await licencesOf(metafiles));
  await write(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...packageManifest(), ...fields }, null, 2)}\n`,
  );
};

/** Returns the tarball's path. @param {string} target a folder @param {object} [fields] more of its package.json */
export const pack = async (target, fields = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-pack-'));
  try {
    await stage(folder, fields);
    await mkdir(target, { recursive: true });
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const out = execFileSync(npm, ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [{ filename }] = JSON.parse(out);
    return join(target, filename);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

if (process.argv[1] === import.meta.filename) {
  const tarball = await pack(resolve(process.argv[2] ?? join(root, 'dist')));
  process.stdout.write(`${tarball}\n`);
}
