// Builds the package in whose folder it is started, with esbuild: its executables or its page. What has none is used as sources.

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { builtinsByName, requireInModules } from './build-builtins.mjs';
import { buildPage } from './build-page.mjs';
import { root } from './paths.mjs';

/**
 * Programs of one group share their parts. One that starts often has a group of its own, and so a few large parts: of fifty, each
 * would be found, read and linked by itself. An entry point that is not there is skipped. The libSQL worker and the embedder lie
 * beside the daemon, which starts them from there.
 * @type {{ outdir: string, groups: Record<string, string>[] }[]}
 */
export const bundles = [
  {
    outdir: 'packages/local-daemon/dist',
    groups: [
      { daemon: 'packages/local-daemon/src/main.ts' },
      { 'libsql-worker': 'packages/core/src/libsql/worker.ts' },
      {
        'cli-hook-spool': 'packages/local-daemon/src/cli/spool-hook.ts',
        'cli-program': 'packages/local-daemon/src/cli/program.ts',
        'cli-reading': 'packages/local-daemon/src/reading.ts',
        'cli-routes': 'packages/schema/src/routes/index.ts',
        'cli-start': 'packages/client/src/device/start-daemon.ts',
        embedder: 'packages/local-daemon/src/embedder/main.ts',
        'embedder-onnx': 'packages/local-daemon/src/embedder/onnx-main.ts',
      },
    ],
  },
  { outdir: 'packages/cloud/dist', groups: [{ server: 'packages/cloud/src/main.ts' }] },
];

/**
 * What agents start all day is one CommonJS file each, which starts 20 to 30 ms faster than modules in parts: an `import` of a
 * module of Node's evaluates all of its lazy exports, a `require` does not. The rest is loaded when needed.
 */
const quick = {
  outdir: 'packages/local-daemon/dist',
  /** @type {Readonly<Record<string, string>>} */
  entries: {
    'cli.cjs': 'packages/local-daemon/src/cli/main.ts',
    'mcp.cjs': 'packages/local-daemon/src/mcp-pipe/main.ts',
  },
  /** @type {Readonly<Record<string, string>>} */
  later: {
    'program.ts': './cli-program.js',
    'start-daemon.ts': './cli-start.js',
    'reading.ts': './cli-reading.js',
    'spool-hook.ts': './cli-hook-spool.js',
    '@cairn/schema/routes': './cli-routes.js',
  },
};

/** Read by the daemon as data, beside its bundle. */
export const tokenTable = join(root, 'packages/static-embedder/data/tokens.bin');

const pgliteFolder = join(root, 'packages/cloud/node_modules/@electric-sql/pglite');

/** A running program may still want to load a part of the build before this one. */
const OLD_PART_KEPT_MS = 24 * 60 * 60 * 1_000;

/**
 * `libsql` loads a native library by a computed name, so it stays outside. It is a dependency of a dependency, which pnpm
 * does not let the bundle see by name: the bundle gets its place instead.
 * @param {string} outdir @returns {import('esbuild').Plugin}
 */
const nativeByPath = (outdir) => ({
  name: 'native-by-path',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^libsql$/ }, ({ importer }) => {
      const path = relative(join(root, outdir), createRequire(importer).resolve('libsql'));
      return { path: path.replaceAll('\\', '/'), external: true };
    });
  },
});

/**
 * Its main file asks for its parts by a `require` that no bundler sees; its modules do not.
 * @type {import('esbuild').Plugin}
 */
const jsoncByModules = {
  name: 'jsonc-by-modules',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^jsonc-parser$/ }, ({ importer }) => ({
      path: createRequire(importer).resolve('jsonc-parser/lib/esm/main.js'),
    }));
  },
};

/** @param {string} path @param {Uint8Array} contents */
export const writeIfChanged = async (path, contents) => {
  const before = await readFile(path).catch(() => null);
  if (before?.equals(contents)) return;
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}.new`;
  await writeFile(fresh, contents);
  await rename(fresh, path);
};

/** @param {string} outdir @param {Set<string>} current */
const removeOldParts = async (outdir, current) => {
  for (const name of await readdir(outdir)) {
    const path = join(outdir, name);
    if (current.has(path) || [...current].some((one) => dirname(one) === path)) continue;
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > OLD_PART_KEPT_MS) await rm(path, { recursive: true, force: true });
  }
};

/** @satisfies {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  write: false,
  bundle: true,
  platform: 'node',
  target: 'node22',
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * What a build for elsewhere has otherwise, see pack.mjs. `libsql` is found by its name there.
 * @typedef {Pick<import('esbuild').BuildOptions, 'minifySyntax' | 'minifyWhitespace' | 'sourcemap' | 'metafile'>} Otherwise
 */

/** @param {{ outdir: string, entries: Record<string, string> }} bundle @param {Otherwise} [otherwise] */
export const buildBundle = async ({ outdir, entries }, otherwise) => {
  const present = Object.entries(entries).filter(([, path]) => existsSync(join(root, path)));
  if (present.length === 0) return { outputFiles: [], metafile: undefined };
  return build({
    ...common,
    ...otherwise,
    write: false,
    entryPoints: Object.fromEntries(present),
    outdir,
    format: 'esm',
    splitting: true,
    // All parts in one folder: the path to a native package is then the same from each of them.
    chunkNames: 'part-[hash]',
    external: [
      '@electric-sql/pglite',
      '@energetic-ai/*',
      '@libsql/darwin-*',
      '@libsql/linux-*',
      '@libsql/win32-*',
      ...(otherwise === undefined ? [] : ['libsql']),
    ],
    plugins: [...(otherwise === undefined ? [nativeByPath(outdir)] : []), jsoncByModules, builtinsByName],
    banner: { js: requireInModules },
  });
};

const laterParts = {
  name: 'later',
  /** @type {import('esbuild').Plugin['setup']} */
  setup: ({ onResolve }) => {
    // One that stayed inside would keep what it shares with the rest from being there at the start.
    onResolve({ filter: /\.ts$|^@cairn\// }, ({ kind, path }) => {
      if (kind !== 'dynamic-import') return undefined;
      const place = quick.later[path.startsWith('@') ? path : basename(path)];
      if (place === undefined)
        throw new Error(`${path} is loaded lazily: give it a place in scripts/build.mjs`);
      return { path: place, external: true };
    });
  },
};

/** @param {string} outdir @param {Otherwise} [otherwise] */
export const buildQuick = (outdir, otherwise) => {
  const present = Object.entries(quick.entries).filter(([, path]) => existsSync(join(root, path)));
  const builds = present.map(([name, entry]) =>
    build({
      ...common,
      ...otherwise,
      write: false,
      entryPoints: [entry],
      outfile: join(outdir, name),
      format: 'cjs',
      plugins: [laterParts],
    }),
  );
  return Promise.all(builds);
};

/**
 * An empty, initialised database beside the server's bundle: unpacking one is five times quicker than initialising one. Made
 * again only for another version of PGlite.
 */
export const buildEmptyDatabase = async () => {
  const { version } = JSON.parse(await readFile(join(pgliteFolder, 'package.json'), 'utf8'));
  const path = join(root, 'packages/cloud/dist', `empty-database-${version}.tar.gz`);
  /** @type {string[]} */
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names.filter((one) => one.startsWith('empty-database-') && one !== basename(path)))
    await rm(join(dirname(path), name), { force: true });
  if (!names.includes(basename(path))) {
    const { PGlite } = await import(pathToFileURL(join(pgliteFolder, 'dist/index.js')).href);
    const db = await PGlite.create();
    const empty = await db.dumpDataDir('gzip');
    await db.close();
    await writeIfChanged(path, new Uint8Array(await empty.arrayBuffer()));
  }
  return path;
};

/** @param {string} folder @returns {Promise<{ path: string, contents: Uint8Array }[]>} */
const filesOf = async (folder) => {
  const names = await readdir(join(root, folder));
  // The document last: what it names is there before it.
  const inOrder = names.filter((name) => name !== 'index.html').concat('index.html');
  return Promise.all(
    inOrder.map(async (name) => ({
      path: join(root, quick.outdir, 'page', name),
      contents: await readFile(join(root, folder, name)),
    })),
  );
};

/** @param {string} folder */
const bundleOf = async (folder) => {
  const outdir = `${folder}/dist`;
  const groups = bundles.find((one) => one.outdir === outdir)?.groups ?? [];
  const built = await Promise.all(groups.map((entries) => buildBundle({ outdir, entries })));
  return built.flatMap(({ outputFiles }) => outputFiles);
};

/**
 * The files of each package that has programs. Their paths are absolute.
 * @type {Readonly<Record<string, () => Promise<{ path: string, contents: Uint8Array }[]>>>}
 */
const programsOf = {
  'packages/cloud': () => bundleOf('packages/cloud'),
  'packages/dashboard': async () => (await buildPage('packages/dashboard/dist')).outputFiles,
  'packages/local-daemon': async () => {
    const [quickOnes, bundle] = await Promise.all([
      buildQuick(quick.outdir),
      bundleOf('packages/local-daemon'),
    ]);
    const page = await filesOf('packages/dashboard/dist');
    const table = {
      path: join(root, quick.outdir, basename(tokenTable)),
      contents: await readFile(tokenTable),
    };
    return [...quickOnes.flatMap((one) => one.outputFiles), ...bundle, ...page, table];
  },
};

/**
 * A library is used as its sources. Its build keeps nothing: it finds an import that leads nowhere.
 * @param {string} folder
 */
const checkLibrary = async (folder) => {
  const { exports } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const entryPoints = Object.values(exports).map((entry) => join(root, folder, entry));
  await build({ ...common, entryPoints, outdir: 'unused', format: 'esm', packages: 'external' });
};

/** @param {string} folder */
const buildPackage = async (folder) => {
  const programs = programsOf[folder];
  if (programs === undefined) return checkLibrary(folder);
  if (folder === 'packages/dashboard') await rm(join(root, folder, 'dist'), { recursive: true, force: true });
  const outputFiles = await programs();
  for (const { path, contents } of outputFiles) await writeIfChanged(path, contents);
  const empty = folder === 'packages/cloud' ? [await buildEmptyDatabase()] : [];
  const current = new Set([...empty, ...outputFiles.map(({ path }) => path)]);
  for (const outdir of new Set([...current].map(dirname))) await removeOldParts(outdir, current);
};

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await buildPackage(relative(root, process.cwd()).replaceAll('\\', '/'));
