import { describe, expect, test } from 'vitest';
import { listFiles, readText, sources, walk } from './source-files.ts';

/** A rule: `- **SY-U3** what must hold`, one line each, in packages/NAME/SPEC.md. */
const LISTED = /^- \*\*([A-Z]{1,4}-[A-Z]{0,2}\d+[a-z]?)\*\*/gm;
/** Rule ids in the name of a test: `[SY-U3]`, or `[SY-U3, SY-U4]` for several. */
const NAMED = /\[((?:[A-Z]{1,4}-[A-Z]{0,2}\d+[a-z]?)(?:,\s*[A-Z]{1,4}-[A-Z]{0,2}\d+[a-z]?)*)\]/g;

const specs = listFiles('packages').filter((path) => /^packages\/[^/]+\/SPEC\.md$/.test(path));

type Spec = { readonly path: string; readonly kept: readonly string[]; readonly gaps: readonly string[] };
const ids = (text: string): string[] =>
  [...text.matchAll(LISTED)].flatMap(([, id]) => (id === undefined ? [] : [id]));
const readSpec = (path: string): Spec => {
  const text = readText(path);
  const start = text.search(/^## Gaps\s*$/m);
  if (start < 0) return { path, kept: ids(text), gaps: [] };
  const after = text.slice(start + 1).search(/^## /m);
  const end = after < 0 ? text.length : start + 1 + after;
  return { path, kept: ids(text.slice(0, start) + text.slice(end)), gaps: ids(text.slice(start, end)) };
};

/** Returns the files whose tests name a rule, by rule id. A contract suite that several adapters share counts as a test file. */
const testsById = (): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  const files = sources.filter(
    ({ path, isTest }) => isTest && !path.startsWith('tests/tidy/') && !path.startsWith('scripts/'),
  );
  for (const { path, tree } of files) {
    walk(tree, (node) => {
      const text =
        node.type === 'Literal'
          ? node.value
          : node.type === 'TemplateElement'
            ? JSON.stringify(node.value)
            : null;
      if (typeof text !== 'string') return;
      for (const id of [...text.matchAll(NAMED)].flatMap(([, list]) => (list ?? '').split(/,\s*/))) {
        found.set(id, (found.get(id) ?? new Set()).add(path));
      }
    });
  }
  return found;
};

describe('rules', () => {
  test.each(['schema', 'core', 'client', 'local-daemon', 'cloud', 'dashboard'])(
    'of %s stand in its SPEC.md, with its gaps',
    (name) => {
      const path = `packages/${name}/SPEC.md`;
      expect(specs, `${path} is missing: list the rules the package holds, "- **SY-U3** …"`).toContain(path);
      expect(readText(path), `${path} needs a section "## Gaps"`).toMatch(/^## Gaps\s*$/m);
    },
  );

  test('are listed once', () => {
    const twice = specs
      .map(readSpec)
      .flatMap(({ path, kept }) =>
        kept.filter((id, at) => kept.indexOf(id) !== at).map((id) => `${path}: ${id}`),
      );
    expect(twice).toEqual([]);
  });

  test('that a SPEC.md lists are proved by a test that names them', () => {
    const proved = testsById();
    const unproved = specs
      .map(readSpec)
      .flatMap(({ path, kept }) => kept.filter((id) => !proved.has(id)).map((id) => `${path} lists ${id}`));
    const advice = "name it in a test, `test('[ID] …')`, or move the line under Gaps with a reason";
    expect(unproved, advice).toEqual([]);
  });

  test('that a test names are listed in a SPEC.md', () => {
    const listed = new Set(specs.map(readSpec).flatMap(({ kept, gaps }) => [...kept, ...gaps]));
    const orphans = [...testsById()]
      .filter(([id]) => !listed.has(id))
      .map(([id, paths]) => `[${id}] in ${[...paths].join(', ')}`);
    expect(orphans, 'list the rule in the SPEC.md of the package that holds it').toEqual([]);
  });
});
