// Rules about code, as functions from files to findings.

import { type AstNode, isPure, lineAt, nameOf, type SourceFile, walk } from './source-files.ts';

const isProgram = (file: SourceFile): boolean =>
  file.package !== null && file.package !== 'test-support' && file.inside !== null && !file.isTest;

/** Folders that may use time, randomness, environment and console. */
const EDGE_FOLDERS = ['adapters', 'libsql', 'postgres', 'pglite', 'cli'];
const isEdge = ({ inside }: SourceFile): boolean => {
  const parts = (inside ?? '').split('/');
  return parts.at(-1) === 'main.ts' || parts.slice(0, -1).some((folder) => EDGE_FOLDERS.includes(folder));
};

const TIMERS = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];
const PURE_BANNED = [...TIMERS, 'process', 'console', 'fetch', 'performance', 'crypto', 'Promise'];

type Judge = (node: AstNode) => string | null;

const judgeAll = (files: readonly SourceFile[], judge: Judge): string[] =>
  files.flatMap((file) => {
    const found: string[] = [];
    walk(file.tree, (node) => {
      const advice = judge(node);
      if (advice !== null) found.push(`${file.path}:${lineAt(file.text, node.start)} ${advice}`);
    });
    return found;
  });

const isMember = (node: AstNode, object: string, property: string): boolean =>
  node.type === 'MemberExpression' && nameOf(node.object) === object && nameOf(node.property) === property;

const readsClock = (node: AstNode): boolean =>
  isMember(node, 'Date', 'now') ||
  isMember(node, 'performance', 'now') ||
  (node.type === 'NewExpression' &&
    nameOf(node.callee) === 'Date' &&
    Array.isArray(node.arguments) &&
    node.arguments.length === 0);

/** Returns the used global name. A property or key with the same name does not count. */
const usesGlobal = (node: AstNode, names: readonly string[]): string | null => {
  const candidates =
    node.type === 'MemberExpression' ? [node.object] : node.type === 'CallExpression' ? [node.callee] : [];
  const name = candidates.map(nameOf).find((candidate) => candidate !== null && names.includes(candidate));
  if (name !== undefined) return name;
  if (node.type === 'NewExpression' || node.type === 'TSTypeReference') {
    const type = nameOf(node.callee ?? node.typeName);
    return type !== null && names.includes(type) ? type : null;
  }
  return null;
};

/** Finds async code, I/O, clock and randomness in pure folders. */
export const impurities = (files: readonly SourceFile[]): string[] =>
  judgeAll(files.filter(isPure), (node) => {
    if (node.async === true) return 'async: pure code computes; await in the engine or a service';
    if (node.type === 'AwaitExpression') return 'await: pure code computes; await in the engine or a service';
    if (node.type === 'ImportExpression') return 'import(): pure code imports at its top';
    if (readsClock(node)) return 'reads the clock: take the time as an argument';
    if (isMember(node, 'Math', 'random')) return 'Math.random: take random bytes or a number as an argument';
    const used = usesGlobal(node, PURE_BANNED);
    return used === null ? null : `${used}: pure code has no such thing; take the value as an argument`;
  });

/** Finds time, randomness, environment and console outside of main.ts and adapters. */
export const strayEdges = (files: readonly SourceFile[]): string[] =>
  judgeAll(
    files.filter((file) => isProgram(file) && !isEdge(file)),
    (node) => {
      if (readsClock(node)) return 'reads the clock: take a clock as a dependency';
      if (isMember(node, 'Math', 'random')) return 'Math.random: take a source of randomness as a dependency';
      if (isMember(node, 'process', 'env'))
        return 'process.env: main.ts reads the environment and passes it on';
      const used = usesGlobal(node, [...TIMERS, 'console']);
      return used === null ? null : `${used}: take a timer or a logger as a dependency`;
    },
  );

const brandsOf = (files: readonly SourceFile[]): Set<string> => {
  const brands = new Set<string>();
  for (const { tree, text } of files) {
    walk(tree, (node) => {
      if (node.type !== 'TSTypeAliasDeclaration') return;
      if (/\b__brand\b|\bunique symbol\b/.test(text.slice(node.start, node.end)))
        brands.add(nameOf(node.id) ?? '');
    });
  }
  return brands;
};

const typeName = (value: unknown): string | null => {
  let name: string | null = null;
  walk(value, (node) => {
    if (node.type === 'TSTypeReference') name ??= nameOf(node.typeName);
  });
  return name;
};

/** Finds casts to anything but a constant or a branded type that one of the files declares. */
export const casts = (files: readonly SourceFile[]): string[] => {
  const brands = brandsOf(files);
  return judgeAll(files.filter(isProgram), (node) => {
    if (node.type !== 'TSAsExpression' && node.type !== 'TSTypeAssertion') return null;
    const name = typeName(node.typeAnnotation);
    if (name === 'const' || (name !== null && brands.has(name))) return null;
    return 'as: narrow with a check, a type guard or zod; only `as const` and brands are cast';
  });
};

/** Finds classes that are not errors. */
export const classes = (files: readonly SourceFile[]): string[] =>
  judgeAll(files.filter(isProgram), (node) => {
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return null;
    return nameOf(node.superClass) === 'Error' ? null : 'class: write a factory, `createX(deps): X`';
  });

const MARKUP = [
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'dangerouslySetInnerHTML',
  'srcdoc',
  'setHTMLUnsafe',
];
const MARKUP_CALLS = ['write', 'writeln', 'createContextualFragment', 'parseFromString'];

/** PG-10: finds code of the page that turns a text into markup. */
export const markup = (files: readonly SourceFile[]): string[] =>
  judgeAll(
    files.filter((file) => file.package === 'dashboard'),
    (node) => {
      const advice = 'a text is shown as text: put it between tags';
      const names = [node.name, node.value].filter((name) => typeof name === 'string');
      const isNamed = /^(Identifier|JSXIdentifier|Literal)$/.test(node.type);
      if (isNamed && names.some((name) => MARKUP.includes(name))) return advice;
      if (node.type !== 'MemberExpression') return null;
      const property = nameOf(node.property) ?? '';
      const isWrite = property.startsWith('write') ? nameOf(node.object) === 'document' : true;
      return MARKUP_CALLS.includes(property) && isWrite ? advice : null;
    },
  );
