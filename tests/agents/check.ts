import type { Agent } from './agent.ts';
import type { Machine } from './machine.ts';

/** `detail`: what was seen when it does not hold. */
export type Hold = (says: string, isHeld: boolean, detail?: unknown) => void;

export interface Check {
  readonly name: string;
  /** Takes minutes: only where `--long` is said. */
  readonly isLong?: boolean;
  /** Of every agent unless told otherwise. */
  readonly isFor?: (agent: Agent) => boolean;
  play(machine: Machine, hold: Hold): Promise<void>;
}
