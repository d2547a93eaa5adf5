// A nemesis is a plug-in: one file that exports one of these, and a line in nemeses/index.ts.

import type { Random } from './random.ts';
import type { World } from './world.ts';

/** Ends the harm. It is called once, also when the round fails. */
export type End = () => Promise<void>;

export interface Nemesis {
  readonly name: string;
  /** What a reader of the table wants to know. */
  readonly says: string;
  /** Only with this kind of server. */
  readonly store?: 'pglite' | 'postgres';
  /** Why it cannot strike on this machine; null when it can. */
  readonly missing?: (options: { readonly older: string | null }) => string | null;
  /** Null: it could do nothing this time. */
  strike(world: World, random: Random): Promise<End | null>;
}

/** For what is over when it is done. */
export const over: End = async () => undefined;
