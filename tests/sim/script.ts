/**
 * What happens in a run, drawn up front: a list of steps, each with a seed of its own, so that a part of them can be left out
 * and the others still do what they did.
 */
import { createSeededRandom, type SeededRandom } from '@cairn/core/testing';

export interface Step {
  /** Its place in the whole script, which names it when the script was shrunk. */
  readonly index: number;
  readonly action: string;
  /** Which device, modulo how many there are by then. */
  readonly device: number;
  readonly random: () => SeededRandom;
  /** Virtual time that passes afterwards. */
  readonly restMs: number;
}

/** Names and weights; a weight says how often an action is drawn beside the others. */
export type Weights = readonly (readonly [weight: number, name: string])[];

/** A history that is told, not drawn: what is done, by which device, and how long everybody rests afterwards. */
export type Story = readonly (readonly [action: string, device: number, restMs: number])[];

export const tellStory = (seed: number | string, story: Story): readonly Step[] =>
  story.map(([action, device, restMs], index) => ({
    index,
    action,
    device,
    random: () => createSeededRandom(`${seed}/step ${index}`),
    restMs,
  }));

const LONG_REST_MS = 20_000;
const SHORT_REST_MS = 1_500;

export const drawScript = (seed: number | string, steps: number, weights: Weights): readonly Step[] => {
  const random = createSeededRandom(`${seed}/script`);
  const total = weights.reduce((sum, [weight]) => sum + weight, 0);
  const draw = (): string => {
    let at = random.below(total);
    for (const [weight, name] of weights) {
      at -= weight;
      if (at < 0) return name;
    }
    throw new Error('no action has any weight');
  };
  return Array.from({ length: steps }, (_, index) => ({
    index,
    action: draw(),
    device: random.below(1_000_000),
    random: () => createSeededRandom(`${seed}/step ${index}`),
    restMs: random.below(random.chance(0.1) ? LONG_REST_MS : SHORT_REST_MS),
  }));
};
