// Runs the tests of `npm test` for the package of the current folder; in the root, those of tests/.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './paths.mjs';
import { nodeProgram, taskEnv } from './toolchain.mjs';

/** Projects of `npm test`. The other projects are proofs; see vitest.config.ts. */
const DAILY = ['quick', 'slow', 'postgres', 'first'];

const folder = relative(root, process.cwd()).replaceAll('\\', '/');
const together = readdirSync(join(root, 'tests')).filter((name) => name !== 'support');
const places = folder === '' ? together.map((name) => `tests/${name}`) : [`${folder}/`];
const report = join(process.cwd(), '.turbo', 'tests.json');

const { status } = spawnSync(
  nodeProgram(),
  [
    ...[join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run'],
    ...DAILY.flatMap((name) => ['--project', name]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...places,
    ...process.argv.slice(2),
  ],
  { cwd: root, env: taskEnv(), stdio: 'inherit' },
);
process.exitCode = status ?? 1;
