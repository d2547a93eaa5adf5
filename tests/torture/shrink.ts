// Shrinks a failed plan: first its strikes, then its work.

import { shrink } from '../sim/shrink.ts';
import type { Plan, Step } from './plan.ts';
import { playRound, type RoundOptions } from './round.ts';

/** Limit of tries, because a round takes half a minute. */
const TRIES_MAX = 24;

export const shrinkPlan = async (
  plan: Plan,
  options: RoundOptions,
  say: (line: string) => void,
): Promise<Plan> => {
  let tries = 0;
  const fails = async (steps: readonly Step[]): Promise<boolean> => {
    const { findings } = await playRound({ ...plan, steps }, { ...options, keep: false });
    tries += 1;
    say(`    shrinking, try ${tries}: ${steps.length} steps ${findings.length > 0 ? 'fail' : 'hold'}`);
    return findings.length > 0;
  };
  const isStrike = ({ kind }: Step): boolean => kind === 'strike';
  const working = plan.steps.filter((step) => !isStrike(step));
  const strikes = await shrink(
    plan.steps.filter(isStrike),
    (part) => fails([...working, ...part]),
    TRIES_MAX / 2,
  );
  const left = await shrink(working, (part) => fails([...part, ...strikes]), TRIES_MAX / 2);
  const shrunk = { ...plan, steps: [...left, ...strikes] };
  say(`    shrunk to ${shrunk.steps.length} of ${plan.steps.length} steps: ${JSON.stringify(shrunk)}`);
  return shrunk;
};
