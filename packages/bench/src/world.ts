/** What every bench is given. */
import type { Cleanup } from './cleanup.ts';
import type { Row } from './report.ts';

export interface World {
  /** Small sizes: shows that everything runs; the figures mean little. */
  readonly quick: boolean;
  readonly cleanup: Cleanup;
  /** Goes to standard error. */
  say(line: string): void;
  /** `full` or, when quick, `small`. */
  size(full: number, small: number): number;
}

export type Bench = (world: World) => Promise<readonly Row[]>;
