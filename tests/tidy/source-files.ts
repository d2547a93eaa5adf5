// The repository's sources as data: each file's path, its imports and its syntax tree.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.git', '.tools', '.turbo', '.vite']);

/** Returns every file below a folder, as paths from the root with forward slashes. */
export const listFiles = (folder = ''): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : listFiles(path);
    return entry.isFile() ? [path] : [];
  });

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

export type AstNode = { readonly type: string; readonly start: number; readonly end: number } & {
  readonly [key: string]: unknown;
};

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Calls `see` for a node and everything below it, parents first. */
export const walk = (value: unknown, see: (node: AstNode) => void): void => {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, see);
    return;
  }
  if (!isNode(value)) return;
  see(value);
  for (const child of Object.values(value)) {
    if (typeof child === 'object' && child !== null) walk(child, see);
  }
};

/** Returns the text of a string literal, or null. */
export const stringOf = (value: unknown): string | null =>
  isNode(value) && value.type === 'Literal' && typeof value.value === 'string' ? value.value : null;

/** Returns the name of an identifier, or null. */
export const nameOf = (value: unknown): string | null =>
  isNode(value) && value.type === 'Identifier' && typeof value.name === 'string' ? value.name : null;

export type ImportRef = {
  /** Specifier as written: `./x.ts`, `@cairn/schema`, `node:fs`. */
  readonly from: string;
  /** Imported names, without renames; `*` for everything, `default` for the default. */
  readonly names: readonly string[];
  /** Whether the import disappears when types are stripped, so that it runs no code. */
  readonly isTypeOnly: boolean;
  readonly line: number;
};

export type SourceFile = {
  readonly path: string;
  readonly text: string;
  readonly tree: AstNode;
  readonly imports: readonly ImportRef[];
  /** Package: `core` for packages/core, `test-support` for tests/support, null outside of packages. */
  readonly package: string | null;
  /** Path inside `src/`; null outside of a package's `src/`. */
  readonly inside: string | null;
  /** Whether the file is a test, a fake or contract suite for tests, a benchmark or a script. */
  readonly isTest: boolean;
};

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const importedName = (specifier: unknown): string => {
  if (!isNode(specifier)) return '*';
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return nameOf(specifier.imported) ?? nameOf(specifier.local) ?? '*';
};

const isTypeOnly = (node: AstNode, specifiers: readonly unknown[]): boolean =>
  node.importKind === 'type' ||
  node.exportKind === 'type' ||
  (specifiers.length > 0 &&
    specifiers.every((one) => isNode(one) && (one.importKind === 'type' || one.exportKind === 'type')));

const importsOf = (tree: AstNode, text: string): ImportRef[] => {
  const found: ImportRef[] = [];
  walk(tree, (node) => {
    const from = stringOf(node.source);
    if (from === null) return;
    const specifiers = Array.isArray(node.specifiers) ? node.specifiers : ['*'];
    const names = specifiers.map(importedName);
    found.push({ from, names, isTypeOnly: isTypeOnly(node, specifiers), line: lineAt(text, node.start) });
  });
  return found;
};

const placeOf = (path: string): { package: string | null; inside: string | null } => {
  const [, name, inside] = /^packages\/([^/]+)\/(?:src\/(.*))?/.exec(path) ?? [];
  if (name !== undefined) return { package: name, inside: inside ?? null };
  const support = /^tests\/support\/src\/(.*)/.exec(path);
  return support === null
    ? { package: null, inside: null }
    : { package: 'test-support', inside: support[1] ?? null };
};

const isTestPath = (path: string): boolean =>
  path.startsWith('tests/') ||
  path === 'vitest.config.ts' ||
  path.startsWith('scripts/') ||
  path.startsWith('examples/') ||
  path.startsWith('packages/bench/') ||
  /^packages\/[^/]+\/scripts\//.test(path) ||
  /^packages\/[^/]+\/src\/testing\//.test(path) ||
  /\.test\.tsx?$/.test(path) ||
  path.includes('/testdata/');

/** Parses a file for the rules. With `text`, a rule can be tested on a file that does not exist. */
export const parseSource = (path: string, text = readText(path)): SourceFile => {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const tree: unknown = program;
  if (!isNode(tree)) throw new Error(`${path}: no syntax tree`);
  return { path, text, tree, imports: importsOf(tree, text), isTest: isTestPath(path), ...placeOf(path) };
};

export const sources: readonly SourceFile[] = listFiles()
  .filter((path) => /\.(ts|tsx|mts|mjs|js|cjs)$/.test(path))
  .map((path) => parseSource(path));

/** Folders that only compute: no I/O, clock, randomness or async. */
const PURE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  core: [
    'memory',
    'merge',
    'search',
    'passages',
    'vectors',
    'summary',
    'extraction',
    'context',
    'days',
    'profile',
    'removed',
    'review',
    'session',
    'schedule',
    'sync',
  ],
  cloud: ['log'],
  'local-daemon': ['agents', 'git'],
  dashboard: ['pure'],
};

/** Whether the file is a use case of the engine. Use cases of a noun are in its folder, beside the code that they compute with. */
export const isEngine = ({ package: name, inside }: Pick<SourceFile, 'package' | 'inside'>): boolean =>
  name === 'core' && inside !== null && (inside.startsWith('engine/') || /\.engine\./.test(inside));

export const isPure = (file: SourceFile): boolean => {
  const { package: name, inside, isTest } = file;
  if (name === null || inside === null || isTest || isEngine(file)) return false;
  if (name === 'schema') return inside !== 'migrations.ts';
  return (PURE_FOLDERS[name] ?? []).includes(inside.split('/')[0] ?? '');
};

/** Returns the file that a relative import means, as a path from the root. */
export const resolveRelative = (path: string, from: string): string => posix.join(posix.dirname(path), from);

/** Returns `@scope/name` or `name` of an import that is neither relative nor Node's own. */
export const libraryOf = (from: string): string | null => {
  if (from.startsWith('.') || from.startsWith('node:')) return null;
  return from.split('/', from.startsWith('@') ? 2 : 1).join('/');
};
