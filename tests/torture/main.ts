// npm run torture: plays rounds until the time is over. Prints a line for each, and a table of the faults and their outcome.

import { withOwnMounts } from './disks.ts';
import { NEMESES } from './nemeses/index.ts';
import { olderProgram } from './nemeses/program.ts';
import type { Nemesis } from './nemesis.ts';
import { olderProgramFolder } from './older.ts';
import { HELP, parseOptions, type TortureOptions } from './options.ts';
import { makePlan, type Plan, type Store } from './plan.ts';
import { startPostgres } from './postgres.ts';
import { root } from './processes.ts';
import { createReport } from './report.ts';
import { playRound, type RoundOptions, type Verdict } from './round.ts';
import { SEEDS } from './seeds/index.ts';
import { shrinkPlan } from './shrink.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const list = (): void => {
  for (const { name, says, missing } of NEMESES) {
    // The older program is built only when it is needed.
    const why = missing?.({ older: root }) ?? null;
    say(`${name.padEnd(22)} ${says}${why === null ? '' : `  [not here: ${why}]`}`);
  }
};

const chosenOf = ({ nemeses }: TortureOptions): readonly Nemesis[] =>
  NEMESES.filter(
    ({ name }) => nemeses.length === 0 || nemeses.some((one) => name === one || name.startsWith(`${one}-`)),
  );

/** Returns the older program that was given, else the newest earlier release. */
const olderOf = (options: TortureOptions, chosen: readonly Nemesis[]): string | null => {
  if (options.older !== null || !chosen.includes(olderProgram)) return options.older;
  const folder = olderProgramFolder(say);
  if (typeof folder === 'string') return folder;
  say(`!!! ${folder.why}`);
  return null;
};

/** Returns the nemeses that can strike here, and prints the others. */
const able = (chosen: readonly Nemesis[], older: string | null): readonly Nemesis[] =>
  chosen.filter(({ name, missing }) => {
    const why = missing?.({ older }) ?? null;
    if (why !== null) say(`!!! ${name} is SKIPPED: ${why}`);
    return why === null;
  });

const planOf = (options: TortureOptions, nemeses: readonly Nemesis[], seed: number, store: Store): Plan =>
  makePlan({
    seed,
    store,
    ticks: options.ticks,
    isAll: options.nemeses.length > 0,
    nemeses: nemeses.filter((one) => one.store === undefined || one.store === store).map(({ name }) => name),
  });

function* plans(
  options: TortureOptions,
  nemeses: readonly Nemesis[],
  stores: readonly Store[],
): Generator<Plan> {
  if (options.seeds) {
    for (const { name, found, options: of } of SEEDS) {
      say(`${name}: ${found}`);
      yield makePlan(of);
    }
    return;
  }
  for (let seed = options.seed; ; seed += 1) {
    yield planOf(options, nemeses, seed, stores[seed % stores.length] ?? 'pglite');
    if (options.isOne) return;
  }
}

/** Returns the verdict of a round whose world could not be opened. */
const unplayed = (error: unknown): Verdict => ({
  findings: [
    { check: 'harness', sentence: error instanceof Error ? (error.stack ?? error.message) : String(error) },
  ],
  known: [],
  struck: new Map(),
  answers: new Map(),
  phases: new Map(),
  acknowledged: 0,
  seconds: 0,
  folder: null,
});

const main = async (): Promise<number> => {
  const options = parseOptions(process.argv.slice(2));
  if (options === 'help' || options === 'list') {
    if (options === 'help') process.stdout.write(HELP);
    else list();
    return 0;
  }
  if ('usage' in options) {
    process.stderr.write(`${options.usage}\n\n${HELP}`);
    return 2;
  }
  const chosen = chosenOf(options);
  const older = options.seeds ? null : olderOf(options, chosen);
  const nemeses = able(chosen, older);
  const postgres = options.store === 'pglite' ? null : await startPostgres();
  if (postgres === null && options.store !== 'pglite')
    say('!!! No Postgres on this machine: two replicas are SKIPPED.');
  const stores: readonly Store[] =
    options.store === null ? (postgres === null ? ['pglite'] : ['pglite', 'postgres']) : [options.store];
  const round: RoundOptions = {
    nemeses,
    postgres,
    older,
    keep: options.keep,
  };
  const report = createReport(say);
  let isStopped = false;
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => (isStopped = true));
  const until = performance.now() + options.minutes * 60_000;
  try {
    for (const plan of plans(options, nemeses, stores)) {
      const verdict = await playRound(plan, round).catch((error: unknown) => unplayed(error));
      report.add(plan, verdict, options);
      if (verdict.findings.length > 0 && options.shrink) await shrinkPlan(plan, round, say);
      if (isStopped || (!options.isOne && !options.seeds && performance.now() > until)) break;
    }
  } finally {
    await postgres?.close();
  }
  report.table();
  return report.failed() === 0 ? 0 : 1;
};

process.exitCode = await (withOwnMounts() ?? main());
