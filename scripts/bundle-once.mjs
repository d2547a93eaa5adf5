// Bundles what tests start as a thread or a program, once per run. From sources, each start strips and links 200 modules, which takes a
// second of processor time, and an engine has two threads. Released programs are bundled too.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

const OUTDIR = 'node_modules/.cache/cairn';
const FOLDER = 'packages/core/src/libsql';
/** Entry points by the words that name them in a module of that folder. */
const NAMES = new Map([
  ['./worker.ts', 'libsql-worker'],
  ['./testdata/hammer.ts', 'hammer'],
  ['./testdata/talker.ts', 'talker'],
  ['./testdata/upgrader.ts', 'upgrader'],
]);
const NAMED_BY =
  /\/packages\/core\/src\/libsql\/(?:open-engine|kill\.slow\.test|migrate-kill\.slow\.test)\.ts$/;

const build = async () => {
  const { buildBundle, writeIfChanged } = await import('./build.mjs');
  // Each is bundled separately, as in the released programs, because few chunks are found and linked faster than many.
  const starts = [...NAMES].map(([words, name]) =>
    buildBundle({ outdir: OUTDIR, entries: { [name]: join(FOLDER, words) } }),
  );
  for (const { outputFiles } of await Promise.all(starts))
    for (const { path, contents } of outputFiles) await writeIfChanged(path, contents);
};

/** @type {Promise<void> | null} */
let built = null;

/** Returns a plugin of vite. When a module starts one of the entry points, it uses the bundle of the present sources. */
export const bundleOnce = () => ({
  name: 'bundle-once',
  enforce: /** @type {const} */ ('pre'),
  /** Leaves these modules out of vitest's cache: a cached module is not transformed, so its bundle would be of earlier sources. */
  configureVitest: (/** @type {import('vitest/node').VitestPluginContext} */ { defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (NAMED_BY.test(id) ? false : undefined)),
  /** @param {string} code @param {string} id */
  transform: async (code, id) => {
    if (!NAMED_BY.test(id)) return undefined;
    built ??= build();
    await built;
    let replaced = code;
    for (const [words, name] of NAMES)
      replaced = replaced.replace(`'${words}'`, `'${pathToFileURL(join(root, OUTDIR, `${name}.js`)).href}'`);
    if (replaced === code)
      throw new Error(`${id} names nothing that is bundled: see scripts/bundle-once.mjs`);
    return { code: replaced, map: null };
  },
});
