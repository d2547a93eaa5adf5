// Rules about imports, as functions from files to findings.

import { findCycles } from './cycles.ts';
import {
  type ImportRef,
  isEngine,
  isPure,
  libraryOf,
  readText,
  resolveRelative,
  type SourceFile,
} from './source-files.ts';

/** Packages that each package may import; ARCHITECTURE.md says why. Benchmarks and tests/ may import all. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  core: ['schema'],
  cloud: ['schema'],
  client: ['core', 'schema'],
  'local-daemon': ['client', 'core', 'schema', 'static-embedder'],
  'static-embedder': [],
  dashboard: ['schema'],
  'test-support': [],
};

/** Folders that may import a library. Tests and benchmarks may too, to compare with the library itself. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  '@libsql/client': ['packages/core/src/libsql/'],
  pg: ['packages/cloud/src/postgres/'],
  '@electric-sql/pglite': ['packages/cloud/src/pglite/'],
  'libsodium-wrappers-sumo': ['packages/core/src/crypto/sodium.ts'],
  '@scure/bip39': ['packages/core/src/crypto/', 'packages/core/src/memory/recovery-words.ts'],
  'drizzle-orm': ['packages/schema/src/', 'packages/core/src/libsql/', 'packages/cloud/src/sql/'],
  croner: ['packages/core/src/schedule/croner.ts'],
  stemmer: ['packages/core/src/search/stems.ts'],
  commander: ['packages/local-daemon/src/cli/'],
  '@clack/prompts': ['packages/local-daemon/src/cli/'],
  'get-east-asian-width': ['packages/local-daemon/src/cli/output/'],
  uqr: ['packages/local-daemon/src/cli/', 'packages/dashboard/src/devices/'],
  diff: ['packages/local-daemon/src/cli/', 'packages/dashboard/src/pure/'],
  preact: ['packages/dashboard/src/'],
  '@preact/signals': ['packages/dashboard/src/'],
  'jsonc-parser': ['packages/local-daemon/src/agents/edit/'],
  'smol-toml': ['packages/local-daemon/src/agents/edit/'],
  '@modelcontextprotocol/server': ['packages/local-daemon/src/mcp/'],
  yauzl: ['packages/local-daemon/src/adapters/zip-file.ts'],
  yaml: ['packages/local-daemon/src/cli/formats/front-matter.ts'],
  '@streamparser/json': ['packages/local-daemon/src/cli/import/json-items.ts'],
  vitest: [],
  'fast-check': [],
};

/** Other libraries that only one folder of a package may import. The author chooses the folder. */
const ONE_FOLDER = [
  'tokenx',
  'eventsource-parser',
  '@hono/node-server',
  'pino',
  'prom-client',
  'openai',
  'jose',
  '@supabase/auth-js',
];

/**
 * Libraries that pure code may import besides the schema. croner only computes times: its timers start with a function, and it is given
 * none.
 */
const PURE_LIBRARIES = [
  'zod',
  'drizzle-orm',
  'tokenx',
  'jsonc-parser',
  'smol-toml',
  'diff',
  'croner',
  'stemmer',
  '@scure/bip39',
];
/** Objects for joining paths. Resolving a path would read the process's folder. */
const PURE_FROM_NODE_PATH = ['posix', 'win32'];
const PURE_FROM_NODE_CRYPTO = ['createHash', 'createHmac', 'hash', 'Hash', 'Hmac'];

const at = (file: SourceFile, ref: ImportRef, advice: string): string =>
  `${file.path}:${ref.line} imports ${ref.from}: ${advice}`;

type Judge = (file: SourceFile, ref: ImportRef) => string | null;

const judgeAll = (files: readonly SourceFile[], judge: Judge): string[] =>
  files.flatMap((file) =>
    file.imports.flatMap((ref) => {
      const advice = judge(file, ref);
      return advice === null ? [] : [at(file, ref, advice)];
    }),
  );

const cairnPackage = (from: string): string | null => /^@cairn\/([^/]+)/.exec(from)?.[1] ?? null;
const folderOf = (name: string): string => (name === 'test-support' ? 'tests/support/' : `packages/${name}/`);
const isAllowedInTests = (target: string): boolean => target === 'test-support';

/** Finds imports of a package that the importing package must not know. */
export const wrongDirections = (files: readonly SourceFile[]): string[] =>
  judgeAll(files, (file, { from }) => {
    const target = cairnPackage(from);
    if (target === null || file.package === null || file.package === 'bench') return null;
    if (file.isTest && isAllowedInTests(target)) return null;
    if (target === file.package) return 'a package imports itself by relative paths';
    if ((ALLOWED[file.package] ?? []).includes(target)) return null;
    return `${file.package} must not know ${target}; move what both need into schema, or pass it in`;
  });

/** Finds imports of what a package does not export, and of its fakes outside of tests. */
export const wrongEntries = (files: readonly SourceFile[]): string[] =>
  judgeAll(files, (file, { from }) => {
    const target = cairnPackage(from);
    if (target === null) return null;
    const entry = `.${from.slice(`@cairn/${target}`.length)}`;
    const { exports }: { exports: Record<string, string> } = JSON.parse(
      readText(`${folderOf(target)}package.json`),
    );
    if (!(entry in exports)) return 'export it from the index of that package';
    return entry === './testing' && !file.isTest ? 'fakes are for tests only' : null;
  });

/** Finds relative imports that leave the package. */
export const escapes = (files: readonly SourceFile[]): string[] =>
  judgeAll(files, (file, { from }) => {
    if (!from.startsWith('.')) return null;
    const target = resolveRelative(file.path, from);
    if (file.package === null) {
      return /^packages\/[^/]+\/src\//.test(target) ? 'import the package by its name' : null;
    }
    return target.startsWith(folderOf(file.package)) ? null : 'import the package by its name';
  });

/** Finds programs that import test code, and imports of a program. */
export const wrongTargets = (files: readonly SourceFile[]): string[] => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return judgeAll(files, (file, { from }) => {
    if (!from.startsWith('.')) return null;
    if (from.endsWith('/main.ts') && file.package !== null) return 'a program is started, not imported';
    const target = byPath.get(resolveRelative(file.path, from));
    return !file.isTest && target?.isTest === true ? 'programs do not need test code' : null;
  });
};

/** Finds libraries that are imported outside of their folder. */
export const strayLibraries = (files: readonly SourceFile[]): string[] =>
  judgeAll(files, (file, { from }) => {
    const owners = OWNERS[libraryOf(from) ?? ''];
    if (owners === undefined || file.isTest || file.path.endsWith('.config.ts')) return null;
    if (owners.some((owner) => file.path.startsWith(owner))) return null;
    return owners.length === 0 ? 'only tests use it' : `only ${owners.join(', ')} may; go through its port`;
  });

/** Finds libraries that several folders of one package import. */
export const scatteredLibraries = (files: readonly SourceFile[]): string[] => {
  const places = new Map<string, Set<string>>();
  for (const { package: name, inside, isTest, imports } of files) {
    if (name === null || inside === null || isTest) continue;
    const folder = inside.includes('/') ? (inside.split('/')[0] ?? '') : inside;
    for (const { from } of imports) {
      const library = libraryOf(from);
      if (library === null || !ONE_FOLDER.includes(library)) continue;
      const key = `${library} in ${name}`;
      places.set(key, (places.get(key) ?? new Set()).add(folder));
    }
  }
  return [...places]
    .filter(([, folders]) => folders.size > 1)
    .map(([key, folders]) => `${key} is imported by ${[...folders].join(' and ')}: keep it in one folder`);
};

const declaredIn = (path: string): Set<string> => {
  const manifest: { [field: string]: Record<string, string> } = JSON.parse(readText(path));
  const fields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  return new Set(fields.flatMap((field) => Object.keys(manifest[field] ?? {})));
};

/** Peers of the benches. Each has its own manifest, so that it is installed only for its bench. */
const PEER = /^packages\/bench\/peers\/[^/]+\//;

/** Finds libraries that the importing package does not declare. Tests may use those of the root. */
export const undeclared = (files: readonly SourceFile[]): string[] => {
  const cache = new Map<string, Set<string>>();
  const declares = (folder: string, library: string): boolean => {
    const known = cache.get(folder) ?? declaredIn(`${folder}package.json`);
    cache.set(folder, known);
    return known.has(library);
  };
  return judgeAll(files, (file, { from }) => {
    const library = libraryOf(from);
    if (library === null) return null;
    const mayUseRoot = file.package === null || file.isTest || file.path.endsWith('.config.ts');
    // Every package of this repository is linked into the root; see pnpm-workspace.yaml.
    if (mayUseRoot && (cairnPackage(from) !== null || declares('', library))) return null;
    if (file.package === null) return 'add it to the root package.json';
    const folder = PEER.exec(file.path)?.[0] ?? folderOf(file.package);
    return declares(folder, library) ? null : `add it to ${folder}package.json with an exact version`;
  });
};

/** Finds impure imports of pure code. */
export const impureImports = (files: readonly SourceFile[]): string[] => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return judgeAll(files.filter(isPure), (file, ref) => purityOf(byPath, file, ref));
};

/** Finds adapters that the engine imports instead of taking them as dependencies. */
export const engineAdapters = (files: readonly SourceFile[]): string[] =>
  judgeAll(files, (file, { from, isTypeOnly }) => {
    if (!isEngine(file) || file.isTest) return null;
    if (!from.startsWith('.') || isTypeOnly) return null;
    const target = resolveRelative(file.path, from).replace('packages/core/src/', '');
    return /^(libsql|crypto|testing)\//.test(target) ? 'take it as a dependency, typed by a port' : null;
  });

/** Finds ports that import more than types, or types of their users and implementations. */
export const portImports = (files: readonly SourceFile[]): string[] => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return judgeAll(files, (file, { from, isTypeOnly }) => {
    if (file.inside?.startsWith('ports/') !== true || file.isTest || !from.startsWith('.')) return null;
    const target = byPath.get(resolveRelative(file.path, from));
    if (target?.inside?.startsWith('ports/') === true) return null;
    if (target !== undefined && isPure(target) && isTypeOnly) return null;
    return 'a port names types of the schema, of ports and of pure code';
  });
};

const SERVED = /^(?:services|routes|middleware|api|mcp)\//;
const ADAPTERS = /^(?:adapters|libsql|postgres|pglite|supabase)\//;

/** Finds services and doors that import an adapter's code instead of taking it as a dependency. */
export const servedAdapters = (files: readonly SourceFile[]): string[] => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return judgeAll(files, (file, { from, isTypeOnly }) => {
    if (!SERVED.test(file.inside ?? '') || file.isTest || isTypeOnly || !from.startsWith('.')) return null;
    const target = byPath.get(resolveRelative(file.path, from));
    return ADAPTERS.test(target?.inside ?? '') ? 'take it as a dependency; composition puts it in' : null;
  });
};

/** Finds files that import each other, directly or through others. */
export const cycles = (files: readonly SourceFile[]): string[] => {
  const graph = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter(({ from }) => from.startsWith('.')).map(({ from }) => resolveRelative(path, from)),
    ]),
  );
  return findCycles(graph).map((cycle) => `${cycle.join(' → ')}: move what both need into a third file`);
};

const purityOf = (
  byPath: ReadonlyMap<string, SourceFile>,
  file: SourceFile,
  { from, names, isTypeOnly }: ImportRef,
): string | null => {
  if (from === '@cairn/schema') return null;
  if (from === 'node:crypto') {
    const others = names.filter((name) => !PURE_FROM_NODE_CRYPTO.includes(name));
    return others.length === 0 ? null : `only ${PURE_FROM_NODE_CRYPTO.join(' and ')} are pure`;
  }
  if (from === 'node:path') {
    const isPureName = names.every((name) => PURE_FROM_NODE_PATH.includes(name));
    return isPureName ? null : `only ${PURE_FROM_NODE_PATH.join(' and ')} are pure`;
  }
  if (from.startsWith('.')) {
    const target = byPath.get(resolveRelative(file.path, from));
    if (isTypeOnly && target?.inside?.startsWith('ports/') === true) return null;
    return target === undefined || isPure(target)
      ? null
      : 'pure code knows only pure code; take it as an argument';
  }
  const library = libraryOf(from);
  return library !== null && PURE_LIBRARIES.includes(library) ? null : 'pure code has no such dependency';
};
