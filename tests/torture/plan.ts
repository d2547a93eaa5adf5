// A round as a list of steps, made from a seed. Any part of the list is also a plan, so a failure can be shrunk.

import { createRandom, type Random } from './random.ts';

export const STORES = ['pglite', 'postgres'] as const;
export type Store = (typeof STORES)[number];

/** Ways to come to rest. `asked`: a person types `cairn sync --wait`. `alone`: all devices wait. */
export const RESTS = ['asked', 'alone'] as const;
export type Rest = (typeof RESTS)[number];

/** A step. `work`: a person or an agent uses a device. `strike`: a nemesis that ends `ticks` later. */
export type Step =
  | { readonly kind: 'work'; readonly tick: number; readonly device: number; readonly seed: number }
  | {
      readonly kind: 'strike';
      readonly tick: number;
      readonly nemesis: string;
      readonly ticks: number;
      readonly seed: number;
    };

export interface Plan {
  readonly seed: number;
  readonly store: Store;
  readonly rest: Rest;
  readonly devices: number;
  readonly steps: readonly Step[];
}

export interface PlanOptions {
  readonly seed: number;
  readonly store: Store;
  /** Nemeses that may strike. */
  readonly nemeses: readonly string[];
  readonly ticks: number;
  readonly rest?: Rest;
  /** Whether every nemesis strikes. Otherwise each round uses a few of them. */
  readonly isAll?: boolean;
}

const DEVICES = 3;
const NEMESES_MAX = 4;
const STRIKES_EACH_MAX = 3;
const STRIKE_TICKS_MAX = 6;
const WORK_PER_TICK_MAX = 3;
const SEEDS = 2 ** 31;

export const makePlan = ({ seed, store, nemeses, ticks, rest, isAll }: PlanOptions): Plan => {
  const random = createRandom(seed);
  const count = 1 + random.below(Math.max(1, Math.min(NEMESES_MAX, nemeses.length)));
  const taking = random.shuffle(nemeses).slice(0, isAll === true ? nemeses.length : count);
  const steps = [
    ...Array.from({ length: ticks }, (_, tick) => workOf(random, tick)).flat(),
    ...taking.flatMap((nemesis) => strikesOf(random, nemesis, ticks)),
  ];
  return {
    seed,
    store,
    rest: rest ?? (random.chance(0.3) ? 'alone' : 'asked'),
    devices: DEVICES,
    steps,
  };
};

const workOf = (random: Random, tick: number): readonly Step[] =>
  Array.from({ length: DEVICES }, (_, device) =>
    Array.from({ length: random.below(WORK_PER_TICK_MAX + 1) }, () => ({
      kind: 'work' as const,
      tick,
      device,
      seed: random.below(SEEDS),
    })),
  ).flat();

const strikesOf = (random: Random, nemesis: string, ticks: number): readonly Step[] =>
  Array.from({ length: 1 + random.below(STRIKES_EACH_MAX) }, () => ({
    kind: 'strike' as const,
    // The first ticks are spared, so that there is something to lose.
    tick: Math.min(ticks - 1, 2 + random.below(Math.max(1, ticks - 2))),
    nemesis,
    ticks: 1 + random.below(STRIKE_TICKS_MAX),
    seed: random.below(SEEDS),
  }));
