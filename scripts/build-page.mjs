// Bundles the page (a script, a style sheet and the document that names them) for the folder beside the daemon.

import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { root } from './paths.mjs';

const sources = 'packages/dashboard/src';

/**
 * File names carry a hash of the content, so that a browser may cache them forever.
 * @param {string} outdir @returns {Promise<import('esbuild').BuildResult<{ write: false, metafile: true }>>}
 */
const bundle = (outdir) =>
  build({
    absWorkingDir: root,
    entryPoints: { page: `${sources}/main.ts`, style: `${sources}/style/page.css` },
    entryNames: '[name]-[hash]',
    outdir,
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17.2'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  });

/** @param {string} outdir absolute, or relative to the root */
export const buildPage = async (outdir) => {
  const { outputFiles, metafile } = await bundle(outdir);
  const nameOf = (/** @type {string} */ ending) => {
    const file = outputFiles.find(({ path }) => path.endsWith(ending));
    if (file === undefined) throw new Error(`the page has no ${ending}`);
    return basename(file.path);
  };
  const template = await readFile(join(root, sources, 'index.html'), 'utf8');
  const html = template.replace('page.js', nameOf('.js')).replace('page.css', nameOf('.css'));
  const index = { path: resolve(root, outdir, 'index.html'), contents: new TextEncoder().encode(html) };
  // The document is last, so that the files that it names already exist.
  return { outputFiles: [...outputFiles.map(({ path, contents }) => ({ path, contents })), index], metafile };
};
