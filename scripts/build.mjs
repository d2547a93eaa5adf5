// Builds the package of the current folder with esbuild: its programs or its page. A package without either is used from its sources.

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
 * Programs of one group share chunks. A program that starts often has its own group, and so a few large chunks, because each chunk is
 * found, read and linked separately. A missing entry point is skipped. The libSQL worker and the embedder are beside the daemon, which
 * starts them from there.
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
        'cli-git-projects': 'packages/local-daemon/src/adapters/git-projects.ts',
        'embedder-onnx': 'packages/local-daemon/src/embedder/onnx-main.ts',
      },
    ],
  },
  { outdir: 'packages/cloud/dist', groups: [{ server: 'packages/cloud/src/main.ts' }] },
];

/**
 * Programs that agents start often are one CommonJS file each. That starts 20 to 30 ms faster than modules in chunks: an `import` of one
 * of Node's modules evaluates all of its lazy exports, and a `require` does not. Other code is loaded when it is needed.
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
    'git-projects.ts': './cli-git-projects.js',
    'reading.ts': './cli-reading.js',
    'spool-hook.ts': './cli-hook-spool.js',
    '@cairn/schema/routes': './cli-routes.js',
  },
};

/** Data that the daemon reads, beside its bundle. */
export const tokenTable = join(root, 'packages/static-embedder/data/tokens.bin');

const pgliteFolder = join(root, 'packages/cloud/node_modules/@electric-sql/pglite');

/** Time for which old chunks are kept, because a running program may still load one. */
const OLD_PART_KEPT_MS = 24 * 60 * 60 * 1_000;

/**
 * `libsql` loads a native library by a computed name, so it stays outside of the bundle. It is a dependency of a dependency, which pnpm
 * hides from the bundle. So the bundle gets its path.
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
 * Resolves jsonc-parser to its ES modules, because its main file loads its parts by a `require` that no bundler sees.
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

/**
 * Runs the module that reads the migrations, and puts in its place what it exports.
 * @type {import('esbuild').Plugin}
 */
const migrationsInside = {
  name: 'migrations-inside',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]schema[\\/]src[\\/]migrations\.ts$/ }, async ({ path }) => {
      const exported = Object.entries(await import(pathToFileURL(path).href));
      return {
        contents: exported
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n'),
      };
    });
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
 * Options of a build for another place; see pack.mjs. There, `libsql` is found by its name.
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
    // All chunks are in one folder, so that the path to a native package is the same from each.
    chunkNames: 'part-[hash]',
    external: [
      '@electric-sql/pglite',
      '@libsql/darwin-*',
      '@libsql/linux-*',
      '@libsql/win32-*',
      ...(otherwise === undefined ? [] : ['libsql']),
    ],
    plugins: [
      ...(otherwise === undefined ? [nativeByPath(outdir)] : []),
      jsoncByModules,
      migrationsInside,
      builtinsByName,
    ],
    banner: { js: requireInModules },
  });
};

const laterParts = {
  name: 'later',
  /** @type {import('esbuild').Plugin['setup']} */
  setup: ({ onResolve }) => {
    // Lazily imported code is external. Inside the bundle, the parts that it shares with the rest would not be ready at the start.
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
      // Each start reads the whole file, and half of it would be comments and spaces.
      minifyWhitespace: true,
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
 * Makes an empty, initialised database beside the server's bundle. Unpacking it is five times faster than initialising one. It is remade
 * only for another version of PGlite.
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
  // The document is last, so that the files that it names already exist.
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
 * Returns the files of each package that has programs, with absolute paths.
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
 * Checks a library, which is used from its sources. The build keeps no output, but fails for an import that cannot be resolved.
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
