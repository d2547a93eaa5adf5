// The command line of `npm run torture`.

import { parseArgs } from 'node:util';
import { STORES, type Store } from './plan.ts';

export interface TortureOptions {
  readonly minutes: number;
  /** Seed of the first round. Each later round adds 1. */
  readonly seed: number;
  /** Whether only the round of this seed is played. */
  readonly isOne: boolean;
  /** Names of nemeses. Empty for all that can strike here. */
  readonly nemeses: readonly string[];
  /** Store of the server. Null alternates between both, where Postgres is installed. */
  readonly store: Store | null;
  readonly ticks: number;
  readonly keep: boolean;
  readonly shrink: boolean;
  readonly older: string | null;
  readonly seeds: boolean;
}

export const HELP = `usage: npm run torture -- [--minutes 10] [--seed N] [--nemeses a,b] [--store pglite|postgres] [--keep]

Real daemons and servers are killed, cut off, restored and starved while they work, round after round, and judged at rest.

  --minutes N        how long; 10 unless given
  --seed N           the seed of the first round; by itself, without --minutes, one round
  --nemeses a,b      only these, all of them in each round; --list names them
  --store S          pglite or postgres (two replicas); by turns unless given, where a Postgres is installed
  --ticks N          how long a round torments, in steps of a quarter of a second or more; 24 unless given
  --seeds            only those that once found something, from tests/torture/seeds
  --shrink           with --seed: when it fails, leaves out what the failure does not need
  --older FOLDER     a built checkout of an older commit, for the nemesis that changes the program; unless given,
                     the newest commit of tests/fixtures/releases is built, once, in a minute or more
  --keep             leaves the folder of each failed round
  --list             names what can strike, and what cannot on this machine

Seeds fix the choices, not the interleavings: a round that failed may hold the next time. Exit code 1: a round failed.
`;

/** Returns the options, a sentence when they are invalid, or null for --help. */
export const parseOptions = (
  args: readonly string[],
): TortureOptions | { readonly usage: string } | 'help' | 'list' => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string' },
        seed: { type: 'string' },
        nemeses: { type: 'string' },
        store: { type: 'string' },
        ticks: { type: 'string' },
        older: { type: 'string' },
        seeds: { type: 'boolean' },
        shrink: { type: 'boolean' },
        keep: { type: 'boolean' },
        list: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help === true) return 'help';
    if (values.list === true) return 'list';
    const store = STORES.find((one) => one === values.store) ?? null;
    if (values.store !== undefined && store === null)
      return { usage: `--store is one of ${STORES.join(', ')}.` };
    const [minutes, seed, ticks] = [
      values.minutes ?? '10',
      values.seed ?? String(Date.now() % 1_000_000),
      values.ticks ?? '24',
    ].map(Number);
    if (
      minutes === undefined ||
      seed === undefined ||
      ticks === undefined ||
      ![minutes, seed, ticks].every((n) => n >= 0)
    )
      return { usage: '--minutes, --seed and --ticks want a number.' };
    return {
      minutes,
      seed,
      ticks,
      isOne: values.seed !== undefined && values.minutes === undefined,
      nemeses: values.nemeses?.split(',') ?? [],
      store,
      keep: values.keep === true,
      shrink: values.shrink === true,
      older: values.older ?? null,
      seeds: values.seeds === true,
    };
  } catch (error) {
    return { usage: error instanceof Error ? error.message : String(error) };
  }
};
