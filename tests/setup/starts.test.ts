// A daemon starts three threads. Each finds, reads and links its parts by itself. So the parts must be few, and no part may load more of
// Node than it uses.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { homeForTest } from '@cairn/test-support/vitest';
import { build, type Metafile } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { buildBundle, bundles } from '../../scripts/build.mjs';
import { builtinsByName } from '../../scripts/build-builtins.mjs';

const OTHERWISE = { minifySyntax: false, minifyWhitespace: false, sourcemap: false, metafile: true } as const;

const outputsOf = async (program: string): Promise<Metafile['outputs']> => {
  const entries = bundles.flatMap(({ groups }) => groups).find((group) => program in group);
  if (entries === undefined) throw new Error(`nothing builds ${program}`);
  const { metafile } = await buildBundle({ outdir: 'nowhere', entries }, OTHERWISE);
  if (metafile === undefined) throw new Error(`nothing is said of ${program}`);
  return metafile.outputs;
};

const partsOf = (
  outputs: Metafile['outputs'],
  name: string,
  seen = new Set<string>(),
): ReadonlySet<string> => {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const { path, kind, external } of outputs[name]?.imports ?? [])
    if (kind === 'import-statement' && external !== true) partsOf(outputs, path, seen);
  return seen;
};

describe('a start', () => {
  test.each([
    ['daemon', 16],
    ['libsql-worker', 4],
    ['server', 12],
  ])(
    '[OP-16] of %s loads %i parts at most, and no module of Node by an import',
    async (program, partsMax) => {
      const outputs = await outputsOf(program);
      const parts = partsOf(outputs, `nowhere/${program}.js`);
      expect([...parts].filter((name) => outputs[name] === undefined)).toEqual([]);
      expect(parts.size).toBeLessThanOrEqual(partsMax);
      const asked = Object.values(outputs).flatMap(({ imports }) => imports);
      const whole = asked.filter(({ path, kind }) => path.startsWith('node:') && kind !== 'require-call');
      expect(whole.map(({ path }) => path)).toEqual([]);
    },
  );
});

describe('a module of Node in a bundle', () => {
  const bundleOf = async (source: string): Promise<string> => {
    const { outputFiles } = await build({
      stdin: { contents: source, resolveDir: import.meta.dirname },
      ...{ write: false, bundle: true, platform: 'node', format: 'esm', plugins: [builtinsByName] },
    });
    return outputFiles[0]?.text ?? '';
  };

  test('is the same one, by name, as a whole and by default; what nobody names is not asked for', async () => {
    const { writeFileSync } = await import('node:fs');
    const text = await bundleOf(`import fs, { readFileSync } from 'fs';
      import * as path from 'node:path';
      import { WebSocket } from 'node:http';
      import { createServer } from 'node:http';
      const { default: os, EOL } = await import('node:os');
      export const found = [fs.readFileSync === readFileSync, path.join('a', 'b'), typeof createServer, os.EOL === EOL];`);
    expect(text).not.toMatch(/WebSocket|ReadStream|^import /m);
    const file = join(await homeForTest('builtins'), 'bundle.mjs');
    writeFileSync(file, text);
    const { found } = await import(pathToFileURL(file).href);
    expect(found).toEqual([true, join('a', 'b'), 'function', true]);
  });
});
