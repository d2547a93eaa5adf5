/** The input of every bench. */
import type { Cleanup } from './cleanup.ts';
import type { Row } from './report.ts';

export const OPTION_NAMES = ['vaults', 'devices', 'seconds', 'memories'] as const;
export type OptionName = (typeof OPTION_NAMES)[number];

export interface World {
  /** Small sizes: shows that everything runs; the figures mean little. */
  readonly quick: boolean;
  readonly cleanup: Cleanup;
  /** Goes to standard error. */
  say(line: string): void;
  /** `full` or, when quick, `small`. */
  size(full: number, small: number): number;
  /** The value of `--vaults`, `--devices`, `--seconds` or `--memories`, above 0; null when it was not given. */
  option(name: OptionName): number | null;
}

export type Bench = (world: World) => Promise<readonly Row[]>;
