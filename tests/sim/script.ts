/** The steps of a run, drawn in advance. Each step has its own seed, so that removing some steps does not change the others. */
import { createSeededRandom, type SeededRandom } from '@cairn/core/testing';

export interface Step {
  /** Index in the whole script. It identifies the step in a shrunk script. */
  readonly index: number;
  readonly action: string;
  /** Device number, modulo the number of devices at that time. */
  readonly device: number;
  readonly random: () => SeededRandom;
  /** Virtual time that passes afterwards. */
  readonly restMs: number;
}

/** Actions with weights. An action's weight is relative to the sum of all weights. */
export type Weights = readonly (readonly [weight: number, name: string])[];

/** A fixed script: each action, its device, and the rest afterwards. */
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
