// Runs format, lint, types, migrations, dead code, tidy and the quick tests, and prints the time of each. With --no-tests, it runs all
// but the tests.

import { spawnSync } from 'node:child_process';

const steps = [
  {
    name: 'format, lint, types and migrations',
    command: [
      'turbo',
      'run',
      'lint:all',
      'types',
      'types:all',
      'drift',
      '--continue',
      '--output-logs=errors-only',
    ],
  },
  { name: 'unused files, exports and dependencies', command: ['knip'] },
  ...(process.argv.includes('--no-tests')
    ? []
    : [{ name: 'tidy and quick tests', command: ['vitest', 'run', '--project', 'quick'] }]),
];

const results = steps.map(({ name, command: [program = '', ...args] }) => {
  const started = performance.now();
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  return { name, ok: status === 0, seconds: (performance.now() - started) / 1_000 };
});

for (const { name, ok, seconds } of results) {
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'}  ${seconds.toFixed(1).padStart(5)} s  ${name}\n`);
}
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
