import { join, posix, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { bundleOnce } from './scripts/bundle-once.mjs';

const everywhere = (name: string): string[] => [`packages/*/src/**/${name}`, `tests/**/${name}`];

/** Slow tests. `npm test` leaves them out, `npm run proof` runs them, and `.ci/run` has a step for each project. */
const proofs = {
  faults: [
    'tests/{crash,releases,torture}/**/*.test.ts',
    'tests/e2e/daemon/{bootstrap-kill,chaos,chaos.pg,lost-tail,newer-older,remote-store,unwritable}.test.ts',
    'packages/cloud/src/{faults,replicas,writers}.pg.test.ts',
    'packages/cloud/src/postgres/readable-chain.pg.test.ts',
    'packages/core/src/libsql/{kill,migrate-kill,remote/remote-faults}.slow.test.ts',
  ],
  page: ['tests/e2e/page/**/*.test.ts'],
  sim: ['tests/sim/seeds/**/*.test.ts', 'tests/sim/*.{slow,pg}.test.ts', 'tests/sim/mutants.test.ts'],
  attack: ['tests/attack/**/*.test.ts', 'packages/core/src/memory/guard-secrets.slow.test.ts'],
  long: [
    'packages/core/src/libsql/{exact-words,open-engine,remote/remote-store}.slow.test.ts',
    'packages/cloud/src/{embedded,main}.slow.test.ts',
    'packages/cloud/src/cli/admin/{admin,backups}.slow.test.ts',
    'packages/cloud/src/pglite/{pglite-store,readable-memories}.slow.test.ts',
    'packages/cloud/src/moving.pg.test.ts',
    'packages/local-daemon/src/{adapters/child-embedder,cli/cli}.slow.test.ts',
    'packages/bench/src/retrieval/felt/felt.slow.test.ts',
    'tests/readable-view.pg.test.ts',
  ],
  specification: ['tests/specification/{loop,nebo,oxydra,stack}.test.ts'],
};
/** Tests that judge wall-clock time. Each runs beside at most one other file, and a slow try is weighed against the load. */
const timed = ['tests/attack/{bodies,folders,in-time,ranges,texts,twins}.test.ts'];

/** Tests of several programs that run for every change. The others are the proof called `programs`. */
const firstPrograms = [
  'tests/e2e/{cli-commands,getting-started,hooks,install,journey}.test.ts',
  'tests/e2e/daemon/api.test.ts',
];
/** CI runs a third of the rows of docs/specification.md. `npm run check:full` runs the rest as the proof `specification`. */
const programs = ['tests/e2e/**/*.test.ts', 'tests/specification/{ctx0,navi}.test.ts'];
const postgresTests = everywhere('*.pg.test.ts');
const slowTests = everywhere('*.slow.test.ts');
const inProofs = [...Object.values(proofs).flat(), ...timed];

/**
 * Files that start first, in this order, so that no long file is left at the end. Most of them wait, so computing files run beside them.
 */
const longestFirst = [
  'tests/sim/**/*.test.ts',
  'tests/e2e/daemon/{unwritable,care}.test.ts',
  'tests/e2e/{examples,cli-in-the-way,cli-terminal}.test.ts',
  'tests/attack/{pages,verdicts}.test.ts',
  'tests/attack/{half-characters,pasts,lines,regexes}.test.ts',
  'packages/core/src/libsql/open-engine.slow.test.ts',
  ...[...everywhere('*.slow.test.ts'), ...everywhere('*.pg.test.ts')],
];

/** Files that are in each part of the proofs. */
const inEachPart = ['tests/torture/**/*.test.ts', 'tests/specification/{ctx0,navi}.test.ts'];

/** Limit of waiting for an expected state. Vitest's second is too short for a busy machine. */
const POLL_MS = 20_000;
const QUICK_MS = 60_000;
const SLOW_MS = 120_000;

/** Order of the groups of projects. Projects with the same number of workers run together, and those that judge time are last. */
const GROUPS = [2, 3, 4] as const;

/** Plugin for what a test starts. Without it, a thread of an engine takes 55 ms more processor time. */
const THREADS_ENV = { NODE_COMPILE_CACHE: join(import.meta.dirname, '.tools/compile-cache') };

interface Kind {
  readonly setup?: readonly string[];
  readonly timeoutMs?: number;
  /** Number of workers. Programs that wait for each other leave a processor free for a third file. */
  readonly workers?: (typeof GROUPS)[number];
  /** Files that run in each worker before its test file. */
  readonly before?: readonly string[];
}

const withServerData = ['./tests/global-server-data.ts'];
const withPostgres = ['./tests/support/src/global-postgres.ts'];

const project = (name: string, include: readonly string[], exclude: readonly string[], kind: Kind = {}) => {
  const {
    setup = [...withServerData, ...withPostgres],
    timeoutMs = SLOW_MS,
    workers = 2,
    before = [],
  } = kind;
  return {
    plugins: [bundleOnce()],
    test: {
      name,
      include: [...include],
      exclude: [...exclude, '**/node_modules/**'],
      testTimeout: timeoutMs,
      hookTimeout: Math.max(timeoutMs, 2 * QUICK_MS),
      expect: { poll: { timeout: POLL_MS } },
      globalSetup: [...setup],
      setupFiles: [...before],
      env: THREADS_ENV,
      // A process per file would take two thirds of the time of quick tests.
      isolate: name !== 'quick',
      maxWorkers: workers,
      sequence: { groupOrder: name === 'timed' ? GROUPS.length : GROUPS.indexOf(workers) },
    },
  };
};

/**
 * Each test file is in exactly one project. `npm run check` runs `quick`, `npm test` runs it and the next three, and the others are
 * proofs.
 */
export const projects = [
  project('quick', everywhere('*.test.ts'), [...postgresTests, ...slowTests, ...inProofs, ...programs], {
    ...{ setup: [], timeoutMs: QUICK_MS },
  }),
  project('slow', slowTests, [...inProofs, ...programs], { setup: [] }),
  project('postgres', postgresTests, [...inProofs, ...programs], { setup: withPostgres }),
  project('first', firstPrograms, [], { setup: withServerData, workers: 3 }),
  // In one run, half of these wait while the other half computes.
  project('programs', programs, [...firstPrograms, ...inProofs], { workers: 4 }),
  project('faults', proofs.faults, [], { workers: 4 }),
  project('long', proofs.long, [], { setup: withPostgres, workers: 4 }),
  project('page', proofs.page, [], { setup: withServerData, workers: 4 }),
  project('sim', proofs.sim, [], {
    ...{ setup: withPostgres, workers: 4, before: ['./tests/sim/beside-others.ts'] },
  }),
  project('attack', proofs.attack, timed, { setup: withServerData, workers: 4 }),
  project('specification', proofs.specification, []),
  project('timed', timed, [], { setup: withServerData }),
];

const isIn = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => posix.matchesGlob(path, pattern));

const placeOf = (path: string): number => {
  const at = longestFirst.findIndex((pattern) => isIn([pattern], path));
  return at === -1 ? longestFirst.length : at;
};

/**
 * Returns part `index` (from 1) of `count`, for `--shard`. The longest files are dealt out first, so that all parts take about as long.
 * Files of `inEachPart` are in every part.
 */
export const partOf = (
  paths: readonly string[],
  { index, count }: { readonly index: number; readonly count: number },
): readonly string[] => {
  const dealt = paths
    .filter((path) => !isIn(inEachPart, path))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
  const mine = new Set(dealt.filter((_, at) => at % count === index - 1));
  return paths.filter((path) => mine.has(path) || isIn(inEachPart, path));
};

const pathOf = ({ moduleId, project: { config } }: TestSpecification): string =>
  relative(config.root, moduleId).replaceAll('\\', '/');

/** Replaces Vitest's order, which is by project and then by file size. */
const sequencer = new Proxy(BaseSequencer, {
  construct: (Base, [vitest]) => {
    const base = new Base(vitest);
    const { shard } = vitest.config;
    return {
      shard: async (files: TestSpecification[]) => {
        const mine = shard === undefined ? null : new Set(partOf(files.map(pathOf), shard));
        return files.filter((file) => mine?.has(pathOf(file)) ?? true);
      },
      sort: async (files: TestSpecification[]) =>
        (await base.sort(files)).toSorted(
          (a, b) =>
            a.project.config.sequence.groupOrder - b.project.config.sequence.groupOrder ||
            placeOf(pathOf(a)) - placeOf(pathOf(b)),
        ),
    };
  },
});

export default defineConfig({ test: { pool: 'forks', maxWorkers: 2, projects, sequence: { sequencer } } });
