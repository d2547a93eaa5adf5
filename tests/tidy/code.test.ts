import { describe, expect, test } from 'vitest';
import { casts, classes, impurities, markup, strayEdges } from './code-rules.ts';
import { parseSource, type SourceFile, sources } from './source-files.ts';

describe('code', () => {
  test('in pure folders is neither async nor does it reach outside', () => {
    expect(impurities(sources)).toEqual([]);
  });

  test('touches time, randomness, environment and console only in main.ts and adapters', () => {
    expect(strayEdges(sources)).toEqual([]);
  });

  test('casts only to a constant or to a brand', () => {
    expect(casts(sources)).toEqual([]);
  });

  test('has no classes but errors', () => {
    expect(classes(sources)).toEqual([]);
  });
});

describe('the page', () => {
  test('[PG-10] makes markup of no text', () => {
    expect(markup(sources)).toEqual([]);
  });
});

describe('the rules for code see', () => {
  const count = (rule: (files: readonly SourceFile[]) => string[], path: string, text: string): number =>
    rule([parseSource(path, text)]).length;

  test.each([
    'export const f = async () => 1;',
    'export const f = (x: Promise<number>) => x;',
    'export const f = () => Date.now();',
    'export const f = () => new Date();',
    'export const f = () => Math.random();',
    'setTimeout(() => {}, 1);',
    'export const f = () => process.cwd();',
    'console.log(1);',
    'export const f = () => import("node:fs");',
    'export const f = () => fetch("/");',
  ])('in a pure folder: %s', (text) => {
    expect(count(impurities, 'packages/core/src/merge/x.ts', text)).toBeGreaterThan(0);
    expect(count(impurities, 'packages/schema/src/x.ts', text)).toBeGreaterThan(0);
    expect(count(impurities, 'packages/core/src/engine/x.ts', text)).toBe(0);
  });

  test.each([
    'export const f = (ms: number) => new Date(ms).toISOString();',
    'export const f = (input: { process: number; fetch: string }) => input.process + input.fetch;',
    '// await setTimeout, Date.now()',
    'export const f = () => "async console.log";',
  ])('nothing wrong with: %s', (text) => {
    expect(count(impurities, 'packages/core/src/merge/x.ts', text)).toBe(0);
  });

  test.each([
    'Date.now();',
    'new Date();',
    'Math.random();',
    'process.env.HOME;',
    'setInterval(f, 1);',
    'console.error(1);',
  ])('outside of the edge: %s', (text) => {
    expect(count(strayEdges, 'packages/core/src/engine/x.ts', text)).toBe(1);
    expect(count(strayEdges, 'packages/local-daemon/src/services/x.ts', text)).toBe(1);
    expect(count(strayEdges, 'packages/local-daemon/src/main.ts', text)).toBe(0);
    expect(count(strayEdges, 'packages/local-daemon/src/adapters/x.ts', text)).toBe(0);
    expect(count(strayEdges, 'packages/core/src/engine/x.test.ts', text)).toBe(0);
  });

  test('a cast, but not one to a brand or a constant', () => {
    const brand = "type Id = string & { readonly __brand: 'Id' };\n";
    expect(
      count(casts, 'packages/core/src/engine/x.ts', `${brand}const a = x as Id; const b = [1] as const;`),
    ).toBe(0);
    expect(count(casts, 'packages/core/src/engine/x.ts', 'const a = x as string;')).toBe(1);
    expect(count(casts, 'packages/core/src/engine/x.ts', 'const a = x as unknown as Other;')).toBe(2);
  });

  test.each([
    'x.innerHTML = y;',
    "x['outerHTML'] = y;",
    'export const f = () => <p dangerouslySetInnerHTML={{ __html: y }} />;',
    'x.insertAdjacentHTML("beforeend", y);',
    'document.write(y);',
    'export const f = () => <iframe srcdoc={y} />;',
    'new DOMParser().parseFromString(y, "text/html");',
  ])('markup made of a text: %s', (text) => {
    expect(count(markup, 'packages/dashboard/src/x.tsx', text)).toBeGreaterThan(0);
    expect(count(markup, 'packages/core/src/x.tsx', text)).toBe(0);
  });

  test('a class, but not an error', () => {
    expect(count(classes, 'packages/core/src/engine/x.ts', 'class A {}')).toBe(1);
    expect(count(classes, 'packages/core/src/libsql/x.ts', 'class A extends Error {}')).toBe(0);
  });
});
