// node scripts/run.mjs TASK [ARGUMENT…]: sets up what is missing, then runs the task with the right Node.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { bootstrap } from './bootstrap.mjs';
import { root } from './paths.mjs';
import { nodeProgram, taskEnv } from './toolchain.mjs';

const PROOFS = ['programs', 'faults', 'long', 'page', 'sim', 'attack', 'specification', 'timed'];

/** @param {string[]} args with a path, a name or an option of vitest, all tests are looked through */
const testCommand = (args) =>
  args.length === 0
    ? [
        'turbo',
        'run',
        'drift',
        'test',
        'test:together',
        '--concurrency=1',
        '--continue',
        '--output-logs=new-only',
      ]
    : ['vitest', 'run', ...args];

/** @param {string[]} args the names of proofs, and options of vitest; without a name, all of them */
const proofCommand = (args) => {
  const names = args.filter((arg) => !arg.startsWith('-'));
  const chosen = names.length > 0 ? names : PROOFS;
  const projects = chosen.flatMap((name) => ['--project', name]);
  return ['vitest', 'run', ...projects, ...args.filter((arg) => arg.startsWith('-'))];
};

/** @typedef {{ build: boolean, command: (args: string[]) => string[] | null }} Task */

/** @type {Record<string, Task>} */
const tasks = {
  setup: { build: true, command: () => null },
  build: { build: false, command: (args) => ['turbo', 'run', 'build', ...args] },
  demo: { build: true, command: (args) => ['node', 'scripts/demo/main.ts', ...args] },
  bench: { build: true, command: (args) => ['node', 'packages/bench/src/main.ts', ...args] },
  test: { build: true, command: testCommand },
  proof: { build: true, command: proofCommand },
  sim: { build: false, command: (args) => ['node', 'tests/sim/main.ts', ...args] },
  torture: { build: true, command: (args) => ['node', 'tests/torture/main.ts', ...args] },
  'test:supabase': { build: true, command: (args) => ['node', 'tests/supabase/main.ts', ...args] },
  'test:windows': { build: true, command: (args) => ['node', 'tests/windows/main.ts', ...args] },
  'test:agents': { build: true, command: (args) => ['node', 'tests/agents/main.ts', ...args] },
  'check:full': { build: true, command: (args) => ['node', 'scripts/check-full.mjs', ...args] },
  check: { build: false, command: (args) => ['node', 'scripts/check.mjs', ...args] },
  format: { build: false, command: (args) => ['biome', 'check', '--write', ...args] },
  pack: { build: false, command: (args) => ['node', 'scripts/pack/main.mjs', ...args] },
  release: { build: false, command: (args) => ['node', 'scripts/release/main.mjs', ...args] },
  pictures: { build: true, command: (args) => ['node', 'scripts/pictures/main.ts', ...args] },
  exec: { build: false, command: (args) => args },
};

/** @param {string[]} command @returns {Promise<number>} */
const runTask = ([program = '', ...args]) =>
  new Promise((resolve) => {
    const path = program === 'node' ? nodeProgram() : program;
    const child = spawn(path, args, { cwd: root, env: taskEnv(), stdio: 'inherit' });
    // The terminal also sends Ctrl-C to the task. The task decides what to do, and this process only reports it.
    process.on('SIGINT', () => {});
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
      process.on(signal, () => child.kill(signal));
    child.once('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`);
      resolve(1);
    });
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal])),
    );
  });

/** Help texts of tasks. A task that is missing here prints its own help, or is another program. @type {Record<string, string>} */
const SAYS = {
  setup: 'npm run setup\n\nSets up what is missing: Node, pnpm, the locked dependencies, the bundles.',
  build: 'npm run build [-- OPTION of turbo…]\n\nBundles the programs and the page into packages/*/dist.',
  demo: 'npm run demo\n\nRuns three devices and a server on this machine, which share a memory.',
  test: 'npm test [-- PATH… | -t NAME | OPTION of vitest…]\n\nThe tests that every change needs. A path or a name selects from all tests.',
  proof: `npm run proof [-- NAME… | OPTION of vitest…]\n\nThe long tests that \`npm test\` leaves out. NAME: ${PROOFS.join(', ')}; all of them without one.`,
  check:
    'npm run check\n\nFormat, lint, types, migrations, dead code, tidy and the quick tests: a minute, before commits.',
  'check:full': 'npm run check:full\n\nEverything, and 100,000 seeds of the simulator: hours.',
  format: 'npm run format [-- PATH…]\n\nFormats, and fixes what can be fixed.',
  pack: 'npm run pack\n\nMakes one tarball of everything, in dist/, for `npm i -g`.',
  release:
    'npm run release [-- VERSION]\n\nSets the version, commits and tags. Without one: package, bill of materials and checksums in dist/.',
  pictures:
    'npm run pictures\n\nMakes docs/pictures again, from a demo vault: 80 s. Needs Chromium and tmux.',
  'test:windows':
    "npm run test:windows\n\nThe package with Windows' own Node and libSQL; elsewhere than on Windows under Wine: a minute.",
  'test:supabase': 'npm run test:supabase\n\nTests supabase/ with the Supabase CLI from npm: a minute.',
};

const main = async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const task = tasks[name];
  const says = SAYS[name];
  // The package is built by this Node, and installed with the person's own.
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (name === 'pack' && (major < 22 || (major === 22 && minor < 13)))
    process.stderr.write(
      `The package needs Node 22.13 or newer where it is installed; yours is ${process.versions.node}.\n`,
    );
  // Help is printed before anything is set up, because asking for help must not install anything.
  if (says !== undefined && args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(`${says}\n`);
    return 0;
  }
  if (task === undefined) {
    process.stderr.write(`usage: node scripts/run.mjs ${Object.keys(tasks).join('|')} [ARGUMENT…]\n`);
    return 2;
  }
  try {
    await bootstrap({ build: task.build });
  } catch (error) {
    if (!(error instanceof Error) || !('isSetupFailure' in error)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    return 1;
  }
  const command = task.command(args);
  if (command !== null) return runTask(command);
  process.stderr.write('ready: bin/cairn --help, bin/cairn-server, npm run demo, npm test\n');
  return 0;
};

process.exitCode = await main();
