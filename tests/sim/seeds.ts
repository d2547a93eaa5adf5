/** Maps a seed to a run, and reports a failing seed. */
import { createSeededRandom } from '@cairn/core/testing';
import { RunFailure, type RunOptions, run } from './run.ts';
import { shrink } from './shrink.ts';
import type { World } from './world.ts';

/** Profiles of runs. `short`: many, for every change. `long`: deeper, for the full check. `hostile`: the server lies at times. */
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
/** Distribution of the number of devices. Two or three find most faults, and each further device costs as much as the first. */
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
  /** Indexes of the steps that the failure needs. */
  readonly only: readonly number[];
}

/** Returns null when the run holds, else the failure with as few steps as possible. */
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

/** Returns the violation, the command that reproduces it, and the log of the shortest run with it. */
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
