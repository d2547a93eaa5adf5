// Runs every check and test, for hours. That is: the checks; all tests, with the long runs of killed processes and of crash points; the
// previous release with a file of this program; the real agents from npm; Node for Windows under Wine; docker compose on an engine; ten
// minutes of torture; and 100,000 seeds of the simulator, 5,000 deep ones, and 10,000 in which the server lies. `--torture MINUTES`,
// `--seeds N`, `--deep N` and `--hostile N` change the amounts.

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    torture: { type: 'string', default: '10' },
    seeds: { type: 'string', default: '100000' },
    deep: { type: 'string', default: '5000' },
    hostile: { type: 'string', default: '10000' },
  },
});

const sim = ['node', 'tests/sim/main.ts', '--seeds'];
const steps = [
  { name: 'format, lint, types', command: ['node', 'scripts/check.mjs', '--no-tests'] },
  {
    name: 'every test, long',
    command: ['vitest', 'run'],
    env: { CAIRN_CHAOS: 'long', CAIRN_MCP: 'long', CAIRN_FUZZ: 'long', CAIRN_CRASH: 'long' },
  },
  { name: 'a file of today in the program before', command: ['node', 'scripts/releases/previous.ts'] },
  { name: 'docker compose with real devices', command: ['bash', 'tests/compose/run.sh'] },
  { name: "Windows' own Node and libSQL", command: ['node', 'tests/windows/main.ts'] },
  { name: 'real agents', command: ['node', 'tests/agents/main.ts', '--long'] },
  { name: 'every pattern judged again', command: ['node', 'tests/attack/regexes/judge.ts', '--again'] },
  {
    name: `${values.torture} minutes of torture`,
    command: ['node', 'tests/torture/main.ts', '--minutes', values.torture],
  },
  { name: `${values.seeds} seeds`, command: [...sim, `1-${values.seeds}`, '--profile', 'short'] },
  { name: `${values.deep} deep seeds`, command: [...sim, `1-${values.deep}`, '--profile', 'long'] },
  {
    name: `${values.hostile} hostile seeds`,
    command: [...sim, `1-${values.hostile}`, '--profile', 'hostile'],
  },
];

const results = steps.map(({ name, command: [program = '', ...args], env }) => {
  process.stdout.write(`\n=== ${name}\n`);
  const started = performance.now();
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return { name, ok: status === 0, seconds: (performance.now() - started) / 1_000 };
});

for (const { name, ok, seconds } of results)
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'}  ${seconds.toFixed(0).padStart(6)} s  ${name}\n`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
