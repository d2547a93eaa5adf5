/**
 * The simulator on the command line: one seed, whole or shrunk, or very many seeds on all processors.
 *
 *   npm run sim -- --seed 17 [--profile long] [--only 3,8,20] [--mutant NAME]
 *   npm run sim -- --seeds 1-100000 [--profile long] [--workers 4]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MUTANTS } from './mutants.ts';
import { commandOf, findFailure, optionsOf, PROFILES, type Profile, prove, report } from './seeds.ts';

const FAILURES_MAX = 10;
const PROGRESS_MS = 10_000;

const stop = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
};

const HELP = `npm run sim -- --seed 17 [--profile PROFILE] [--only 3,8,20] [--mutant NAME]   one run again
npm run sim -- --seeds 1-100000 [--profile PROFILE] [--workers 4]            very many

PROFILE is one of ${PROFILES.join(', ')}; tests/sim/README.md says what a run does.`;

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        seed: { type: 'string' },
        seeds: { type: 'string' },
        profile: { type: 'string', default: 'short' },
        only: { type: 'string' },
        mutant: { type: 'string' },
        workers: { type: 'string', default: String(availableParallelism()) },
        /** Shard of a worker process, which runs every n-th seed. */
        shard: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
};

const values = readOptions();
if (values.help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}

const number = (text: string, name: string): number =>
  /^\d+$/.test(text) ? Number(text) : stop(`--${name} wants a whole number, not "${text}".`);

const profileOf = (text: string): Profile =>
  PROFILES.find((profile) => profile === text) ??
  stop(`--profile is one of ${PROFILES.join(', ')}, not "${text}".`);

const profile = profileOf(values.profile);

const one = async (seed: number): Promise<number> => {
  const mutant = values.mutant === undefined ? undefined : MUTANTS[values.mutant];
  if (values.mutant !== undefined && mutant === undefined)
    return stop(`There is no mutant "${values.mutant}". There are ${Object.keys(MUTANTS).join(', ')}.`);
  const only = values.only?.split(',').map((index) => number(index, 'only'));
  const options = {
    ...optionsOf(seed, profile),
    ...(mutant === undefined ? {} : { mutant }),
    ...(only === undefined ? {} : { only }),
  };
  const found = await findFailure(options);
  if (found === null) process.stdout.write(`seed ${seed} holds\n`);
  else
    process.stdout.write(
      `${report(found, options, commandOf(seed, profile) + (values.mutant === undefined ? '' : ` --mutant ${values.mutant}`))}\n`,
    );
  return found === null ? 0 : 1;
};

interface Progress {
  readonly done: number;
  readonly failures: readonly string[];
}

/** Runs as a worker, and reports to its parent after every seed. */
const shard = async (from: number, to: number, step: number): Promise<void> => {
  const failures: string[] = [];
  let done = 0;
  for (let seed = from; seed <= to && failures.length < FAILURES_MAX; seed += step) {
    await prove(seed, profile).catch((error: unknown) =>
      failures.push(error instanceof Error ? error.message : String(error)),
    );
    done += 1;
    process.send?.({ done, failures } satisfies Progress);
  }
  process.disconnect?.();
};

const many = async (from: number, to: number, workers: number): Promise<number> => {
  const started = performance.now();
  const states = new Map<ChildProcess, Progress>();
  const sum = (): Progress => {
    const all = [...states.values()];
    return {
      done: all.reduce((total, { done }) => total + done, 0),
      failures: all.flatMap(({ failures }) => failures),
    };
  };
  const say = (): void => {
    const { done, failures } = sum();
    const seconds = (performance.now() - started) / 1_000;
    const left =
      done === 0 ? '' : `, about ${Math.ceil(((to - from + 1 - done) * seconds) / done / 60)} min left`;
    process.stdout.write(
      `${done} of ${to - from + 1} seeds, ${failures.length} failed, ${seconds.toFixed(0)} s${left}\n`,
    );
  };
  const timer = setInterval(say, PROGRESS_MS);
  const codes = await Promise.all(
    Array.from({ length: workers }, (_, worker) => {
      const args = ['--shard', `${from + worker}:${to}:${workers}`, '--profile', profile];
      const child = fork(fileURLToPath(import.meta.url), args);
      states.set(child, { done: 0, failures: [] });
      child.on('message', (progress: Progress) => {
        for (const failure of progress.failures.slice(states.get(child)?.failures.length ?? 0))
          process.stdout.write(`\n${failure}\n\n`);
        states.set(child, progress);
      });
      return new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
    }),
  );
  clearInterval(timer);
  say();
  const { done, failures } = sum();
  return failures.length === 0 && codes.every((code) => code === 0) && done === to - from + 1 ? 0 : 1;
};

const main = async (): Promise<void> => {
  if (values.shard !== undefined) {
    const [from = 1, to = 0, step = 1] = values.shard.split(':').map(Number);
    return shard(from, to, step);
  }
  if (values.seed !== undefined) process.exitCode = await one(number(values.seed, 'seed'));
  else if (values.seeds !== undefined) {
    const [from = '', to = from] = values.seeds.split('-');
    process.exitCode = await many(
      number(from, 'seeds'),
      number(to, 'seeds'),
      number(values.workers, 'workers'),
    );
  } else stop('Say --seed N, or --seeds FROM-TO.');
};

await main();
