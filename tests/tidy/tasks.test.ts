import { spawnSync } from 'node:child_process';
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
    // The root's tasks have their own names, so that one of these only lists packages.
    expect(TASKS.filter((task) => turbo.tasks[`//#${task}`] !== undefined)).toEqual([]);
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
    // A package that the root depends on is an input of every task of every package.
    const named = Object.keys(manifestOf('package.json').devDependencies ?? {});
    expect(named.filter((name) => name.startsWith('@cairn/'))).toEqual([]);
  });
});

describe('who asks what a script of the root does', () => {
  const { scripts = {} } = manifestOf('package.json');
  const tasks = Object.values(scripts).flatMap(
    (line) => /^node scripts\/run\.mjs (\S+)$/.exec(line)?.[1] ?? [],
  );
  /** These programs print their own help, with their options, once they are set up. */
  const own: Readonly<Record<string, string>> = {
    bench: 'packages/bench/src/main.ts',
    sim: 'tests/sim/main.ts',
    'test:agents': 'tests/agents/main.ts',
    torture: 'tests/torture/options.ts',
  };

  test.each(tasks.filter((task) => own[task] === undefined))('%s: is told, and nothing is begun', (task) => {
    const ran = spawnSync(process.execPath, ['scripts/run.mjs', task, '--help'], { encoding: 'utf8' });
    expect({ status: ran.status, out: ran.stdout }).toEqual({
      status: 0,
      out: expect.stringMatching(/^npm (run )?\S+.*\n\n[A-Z]/),
    });
  });

  test.each([
    ['20.19.4', /^The package needs Node 22\.13 or newer .*yours is 20\.19\.4\.\n$/],
    ['22.13.0', /^$/],
  ])('pack: says first what a package cannot be installed with, to Node %s', (version, says) => {
    const pretends = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
    const args = ['--import', pretends, 'scripts/run.mjs', 'pack', '--help'];
    expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr).toMatch(says);
  });

  test.each(Object.entries(own))('%s: is told by its program', (task, program) => {
    expect(tasks).toContain(task);
    expect(readText(program)).toMatch(/npm run \S+ --/);
  });
});
