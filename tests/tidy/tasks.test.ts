import { describe, expect, test } from 'vitest';
import { listFiles, readText } from './source-files.ts';

const TASKS = ['build', 'test', 'types', 'lint'];
const files = listFiles();
const packages = files.filter((path) => /^(packages\/[^/]+|tests\/support)\/package\.json$/.test(path));

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (path: string): Manifest => JSON.parse(readText(path));
const turbo: { readonly tasks: Readonly<Record<string, object>> } = JSON.parse(readText('turbo.json'));

describe('tasks of turbo', () => {
  test('are answered by each package', () => {
    expect(packages.length).toBeGreaterThan(7);
    const silent = packages.flatMap((path) =>
      TASKS.filter((task) => manifestOf(path).scripts?.[task] === undefined).map(
        (task) => `${path} has no script "${task}"`,
      ),
    );
    expect(silent).toEqual([]);
    expect(TASKS.filter((task) => turbo.tasks[task] === undefined)).toEqual([]);
  });

  test('a table without its migration fails `npm run check` and `npm test`, and so CI', () => {
    expect(turbo.tasks).toHaveProperty('drift');
    expect(manifestOf('packages/schema/package.json').scripts).toHaveProperty('drift');
    for (const path of ['scripts/check.mjs', 'scripts/run.mjs'])
      expect(readText(path)).toMatch(/'turbo',\s+'run',[^\]]*'drift'/);
    for (const command of [/npm test --silent$/m, /npm run --silent check -- --no-tests$/m])
      expect(readText('.ci/run')).toMatch(command);
  });

  test('of a package depend on no package that it does not name', () => {
    // A package that the root names counts as an input of every task of every package.
    const named = Object.keys(manifestOf('package.json').devDependencies ?? {});
    expect(named.filter((name) => name.startsWith('@cairn/'))).toEqual([]);
  });
});
