import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { partOf, projects } from '../../vitest.config.ts';
import { listFiles, readText } from './source-files.ts';

const takes = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => posix.matchesGlob(path, pattern));

const projectsOf = (path: string): readonly string[] =>
  projects
    .filter(({ test: { include, exclude } }) => takes(include, path) && !takes(exclude, path))
    .map(({ test: { name } }) => name);

const files = listFiles().filter((path) => path.endsWith('.test.ts'));
const DAILY = ['quick', 'slow', 'postgres', 'first'];
/** Proofs that CI does not run. `programs` runs a third of the rows of docs/specification.md in CI, and this proof runs the rest. */
const FULL_ONLY = ['specification'];
const proofs = projects.map(({ test: { name } }) => name).filter((name) => !DAILY.includes(name));

/** The number of parts in `.ci/run`, of all proofs by the commit or of those that judge time. */
const partsOf = (which: 'the commit' | 'timed'): number => {
  const [commit, timed] = [...readText('.ci/run').matchAll(/% (\d+) \+ 1\)\)\/\1/g)].map(([, count]) =>
    Number(count),
  );
  return (which === 'timed' ? timed : commit) ?? 0;
};

describe('test files', () => {
  test('are each in exactly one project', () => {
    expect(files.length).toBeGreaterThan(300);
    const odd = files
      .filter((path) => projectsOf(path).length !== 1)
      .map((path) => `${path} is in ${projectsOf(path).join(' and ') || 'none'}: see vitest.config.ts`);
    expect(odd).toEqual([]);
  });

  test('that are named in vitest.config.ts are there', () => {
    const patterns = projects.flatMap(({ test: { include } }) => include);
    const empty = patterns.filter((pattern) => !files.some((path) => takes([pattern], path)));
    expect(empty).toEqual([]);
  });

  test('of the proofs are each in a part of eight, and of what kills programs some are in each', () => {
    const paths = files.filter((path) => projectsOf(path).some((name) => !DAILY.includes(name)));
    const count = partsOf('the commit');
    const parts = Array.from({ length: count }, (_, at) => partOf(paths, { index: at + 1, count }));
    expect(count).toBe(8);
    expect(paths.filter((path) => !parts.some((part) => part.includes(path)))).toEqual([]);
    for (const part of parts) {
      expect(part.filter((path) => path.startsWith('tests/torture/'))).not.toEqual([]);
      expect(part.length).toBeLessThan(paths.length / 3);
    }
  });

  test('are all run by CI: the daily ones by `npm test`, each proof by a step; one by `check:full` alone', () => {
    const ci = readText('.ci/run');
    expect(ci).toMatch(/^daily_tests$/m);
    const steps = [...ci.matchAll(/^(?:TMPDIR=\S+ )?proof \d+ ([a-z ]+)$/gm)].map(([, names = '']) =>
      names.split(' '),
    );
    expect([...steps.flat(), ...FULL_ONLY].toSorted()).toEqual(proofs.toSorted());
    // Every night and before a release, all parts run.
    expect(ci).toContain('part=--shard=$proofs');
    for (const name of ['ci', 'release'])
      expect(readText(`.github/workflows/${name}.yml`)).toMatch(/CAIRN_PROOFS: .*\ball\b/);
    // Vitest refuses more parts than files.
    const timed = files.filter((path) => projectsOf(path).includes('timed'));
    expect(partsOf('timed')).toBe(timed.length);
    // A test that judges time runs alone.
    expect(steps.at(-1)).toEqual(['timed']);
    // Without a project, all projects run.
    expect(readText('scripts/check-full.mjs')).toContain("command: ['vitest', 'run']");
    const listed = (names: readonly string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`;
    expect(readText('scripts/test.mjs')).toContain(`DAILY = ${listed(DAILY)}`);
    expect(readText('scripts/run.mjs')).toContain(`PROOFS = ${listed(proofs)}`);
  });
});
