// Emits the type declarations of the SDK with the compiler: only those that its entries lead to, with relative paths.

import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { root } from '../paths.mjs';

/** @param {string} name of the package @param {string} outDir */
const emit = async (name, outDir) => {
  const config = join(outDir, `${name}.json`);
  await writeFile(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: false,
        // `npm run check` does that.
        noCheck: true,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: join(root, 'packages', name, 'src'),
        outDir: join(outDir, name),
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: [join(root, 'packages', name, 'src')],
      exclude: [join(root, 'packages', name, 'src/**/*.test.ts')],
    }),
  );
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
};

const SPECIFIER = /(from |import\()(['"])([^'"]+)\2/g;

/**
 * @param {readonly string[]} entries as `client/index.ts`
 * @param {string} target a folder
 * @returns {Promise<void>}
 */
export const writeDeclarations = async (entries, target) => {
  const work = await mkdtemp(join(tmpdir(), 'cairn-types-'));
  try {
    for (const name of ['schema', 'client']) await emit(name, work);
    /** @type {Set<string>} */
    const done = new Set();
    const wanted = entries.map((entry) => entry.replace(/\.ts$/, '.d.ts'));
    for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
      if (done.has(path)) continue;
      done.add(path);
      const from = dirname(path);
      const text = (await readFile(join(work, path), 'utf8')).replaceAll(
        SPECIFIER,
        (whole, before, quote, specifier) => {
          const place = placeOf(from, specifier);
          if (place === null) return whole;
          wanted.push(place);
          const written = relative(from, place)
            .replaceAll('\\', '/')
            .replace(/\.d\.ts$/, '.js');
          return `${before}${quote}${written.startsWith('.') ? written : `./${written}`}${quote}`;
        },
      );
      await mkdir(dirname(join(target, path)), { recursive: true });
      await writeFile(join(target, path), text);
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

/** @param {string} from @param {string} specifier */
const placeOf = (from, specifier) => {
  if (specifier === '@cairn/schema') return 'schema/index.d.ts';
  if (specifier.startsWith('@cairn/'))
    throw new Error(`${from} shows types of ${specifier}: the SDK must not`);
  return specifier.startsWith('.') ? join(from, specifier).replace(/\.ts$/, '.d.ts') : null;
};
