// Rounds that once found something, each with what it was. `npm run torture -- --seeds` plays them all again.

import type { Plan } from '../plan.ts';

export interface Found {
  readonly name: string;
  /** What it found, and when it was mended. */
  readonly found: string;
  readonly plan: Plan;
}

export const SEEDS: readonly Found[] = [];
