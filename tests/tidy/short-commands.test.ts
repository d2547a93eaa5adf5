// Reading a command, and running a short one, must not load the code that checks documents. Loading that takes longer than the command.

import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const cli = 'packages/local-daemon/src/cli';

const bundled = async (entry = `${cli}/program.ts`): Promise<Metafile['outputs']> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: 'nowhere',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external: ['libsql', '@libsql/*', 'onnxruntime-*', 'sharp'],
    logLevel: 'silent',
  });
  return metafile.outputs;
};

/** Returns all sources that are loaded at once with this one. */
const loadedWith = (outputs: Metafile['outputs'], source: string): readonly string[] => {
  const start = Object.keys(outputs).find((name) => outputs[name]?.inputs[source] !== undefined);
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === 'import-statement') visit(path);
  };
  if (start !== undefined) visit(start);
  return [...seen].flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}));
};

describe('a short command', () => {
  test.each(['program.ts', 'commands/status.ts', 'commands/list.ts'])(
    'loads no zod with %s',
    async (source) => {
      const loaded = loadedWith(await bundled(), `${cli}/${source}`);
      expect(loaded.length).toBeGreaterThan(1);
      expect(loaded.filter((path) => /node_modules\/(?:zod|drizzle-orm)\//.test(path)).slice(0, 3)).toEqual(
        [],
      );
    },
  );
});

describe('what signs in and what checks a session', () => {
  const daemon = 'packages/local-daemon/src/main.ts';
  const server = 'packages/cloud/src/main.ts';
  test.each([
    ['@supabase/auth-js', `${cli}/program.ts`, null],
    ['@supabase/auth-js', daemon, 'packages/local-daemon/src/adapters/supabase-auth.ts'],
    ['jose', server, 'packages/cloud/src/supabase/supabase-sessions.ts'],
  ])('[SY-A7] %s is loaded by no start of %s', async (library, entry, user) => {
    const outputs = await bundled(entry);
    const holds = (paths: readonly string[]) =>
      paths.some((path) => path.includes(`node_modules/${library}/`));
    const loaded = loadedWith(outputs, entry);
    expect([loaded.length > 1, holds(loaded)]).toEqual([true, false]);
    // The code exists in a separate part.
    if (user !== null) expect(holds(loadedWith(outputs, user))).toBe(true);
  });
});
