import type { Agent } from './agent.ts';
import type { Machine } from './machine.ts';

/** Notes a check. `detail` is what was seen when it does not hold. */
export type Hold = (says: string, isHeld: boolean, detail?: unknown) => void;

export interface Check {
  readonly name: string;
  /** Whether the check takes minutes. It then runs only with `--long`. */
  readonly isLong?: boolean;
  /** Returns whether the check is for this agent; for every agent when absent. */
  readonly isFor?: (agent: Agent) => boolean;
  play(machine: Machine, hold: Hold): Promise<void>;
}
