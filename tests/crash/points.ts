// Points of power failures, and what was promised until each.

import type { createSeededRandom } from '@cairn/core/testing';
import { type Held, NOTHING, type Step } from './device-work.ts';
import type { DiskCall } from './recording.ts';

export type Random = ReturnType<typeof createSeededRandom>;

/** Times at which a step was requested and answered, in milliseconds of the clock that strace reads. */
export interface Asked {
  readonly begunMs: number;
  readonly answeredMs: number;
}

/**
 * Returns the allowed contents when only the calls before this moment were done: everything answered, with or without the step in
 * progress. The two clocks may differ by a millisecond.
 */
export const allowedAt = (steps: readonly Step[], asked: readonly Asked[], atMs: number): readonly Held[] => {
  const answered = asked.filter(({ answeredMs }) => answeredMs + 1 < atMs).length;
  const begun = asked.filter(({ begunMs }) => begunMs - 1 < atMs).length;
  const held: Held[] = [NOTHING];
  for (const step of steps) held.push(step.leads(held.at(-1) ?? NOTHING));
  return held.slice(answered, Math.max(begun, answered) + 1);
};

/**
 * Returns `count` places in rising order. Each step gets one place in turn, between its request and its answer, and so do the start and
 * the end. For a step that writes nothing, the next call is taken.
 */
export const placesIn = (
  calls: readonly DiskCall[],
  asked: readonly Asked[],
  count: number,
  random: Random,
): readonly number[] => {
  const placeAt = (atMs: number): number => {
    const found = calls.findIndex((call) => call.atMs >= atMs);
    return found < 0 ? calls.length : found;
  };
  const stretches = [
    { from: 0, end: placeAt(asked[0]?.begunMs ?? 0) },
    ...asked.map(({ begunMs, answeredMs }) => ({ from: placeAt(begunMs), end: placeAt(answeredMs + 1) })),
    { from: placeAt(asked.at(-1)?.answeredMs ?? 0), end: calls.length },
  ];
  return Array.from({ length: count }, (_, at) => {
    const { from, end } = stretches[at % stretches.length] ?? { from: 0, end: 1 };
    return from + random.below(Math.max(1, end - from));
  }).toSorted((one, other) => one - other);
};
