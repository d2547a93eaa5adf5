/** Which run a seed stands for, and what is said when it fails. */
import { createSeededRandom } from '@cairn/core/testing';
import { RunFailure, type RunOptions, run } from './run.ts';
import { shrink } from './shrink.ts';
import type { World } from './world.ts';

/** `short`: many of them, for every change. `long`: deeper, for the full check. `hostile`: the server lies for stretches of it. */
export const PROFILES = ['short', 'long', 'hostile'] as const;
export type Profile = (typeof PROFILES)[number];

export type SeedOptions = Pick<
  RunOptions,
  'seed' | 'steps' | 'devices' | 'kind' | 'isThorough' | 'isHostile'
>;

const STEPS: Readonly<Record<Profile, readonly [min: number, spread: number]>> = {
  short: [8, 24],
  long: [30, 120],
  hostile: [10, 30],
};
/** Two or three devices find most; each further one costs as much as the first. */
const DEVICES = [2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 5, 6, 7, 8] as const;
const THOROUGH_EVERY = 10;

export const optionsOf = (seed: number, profile: Profile): SeedOptions => {
  const random = createSeededRandom(`${seed}/options`);
  const [min, spread] = STEPS[profile];
  return {
    seed,
    steps: min + random.below(spread),
    devices: random.pick(DEVICES),
    kind: random.chance(0.25) && profile !== 'hostile' ? 'readable' : 'sealed',
    isThorough: seed % THOROUGH_EVERY === 0,
    isHostile: profile === 'hostile',
  };
};

const SHRINK_RUNS_MAX = 300;

export interface Found {
  readonly failure: RunFailure;
  /** The steps that it needs, by their place in the script. */
  readonly only: readonly number[];
}

/** Null when the run holds; else how it fails, with as few steps as possible. */
export const findFailure = async (options: RunOptions): Promise<Found | null> => {
  const fails = async (only: readonly number[]): Promise<RunFailure | null> => {
    try {
      await run({ ...options, only });
      return null;
    } catch (error) {
      if (error instanceof RunFailure) return error;
      throw error;
    }
  };
  const all = options.only ?? Array.from({ length: options.steps }, (_, index) => index);
  const first = await fails(all);
  if (first === null) return null;
  const isSame = async (only: readonly number[]): Promise<boolean> =>
    (await fails(only))?.kind === first.kind;
  const only = await shrink(all, isSame, SHRINK_RUNS_MAX);
  return { failure: (await fails(only)) ?? first, only };
};

/** The sentence, the command that shows it again, and what happened in the shortest run that has it. */
export const report = (found: Found, options: RunOptions, command: string): string =>
  [
    found.failure.message,
    `seed ${options.seed}, ${options.steps} steps, ${options.devices} devices, ${options.kind}`,
    `again:  ${command}`,
    `shrunk: ${command} --only ${found.only.join(',')}`,
    ...found.failure.log,
  ].join('\n');

export const commandOf = (seed: number | string, profile: Profile): string =>
  `npm run sim -- --seed ${seed} --profile ${profile}`;

/** Throws the report when the seed fails. */
export const prove = async (
  seed: number,
  profile: Profile,
  more: Partial<RunOptions> = {},
): Promise<World> => {
  const options = { ...optionsOf(seed, profile), ...more };
  try {
    return await run(options);
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    const found = await findFailure(options);
    const kept = found ?? { failure: error, only: [] };
    throw new Error(report(kept, options, commandOf(seed, profile)), { cause: error });
  }
};
