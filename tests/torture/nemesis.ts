// A nemesis is a plug-in that causes one kind of fault: a file that exports it, and a line in nemeses/index.ts.

import type { Random } from './random.ts';
import type { World } from './world.ts';

/** Ends the fault. It is called once, even when the round fails. */
export type End = () => Promise<void>;

export interface Nemesis {
  readonly name: string;
  /** Description for the table. */
  readonly says: string;
  /** Kind of server that it needs; any when absent. */
  readonly store?: 'pglite' | 'postgres';
  /** Returns why it cannot strike on this machine; null when it can. */
  readonly missing?: (options: { readonly older: string | null }) => string | null;
  /** Causes the fault. Returns null when it could not this time. */
  strike(world: World, random: Random): Promise<End | null>;
}

/** End of a fault that is already over. */
export const over: End = async () => undefined;
