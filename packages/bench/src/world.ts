/** The input of every bench. */
import type { Row } from './report.ts';

export const OPTION_NAMES = ['vaults', 'devices', 'seconds', 'memories'] as const;
export type OptionName = (typeof OPTION_NAMES)[number];

export interface World {
  /** Whether sizes are small. This shows that everything runs, but the figures mean little. */
  readonly quick: boolean;
  readonly cleanup: Cleanup;
  /** Writes to standard error. */
  say(line: string): void;
  /** Returns `full`, or `small` when `quick` is set. */
  size(full: number, small: number): number;
  /** Returns the value of `--vaults`, `--devices`, `--seconds` or `--memories`, above 0; null when it is not given. */
  option(name: OptionName): number | null;
}

export type Bench = (world: World) => Promise<readonly Row[]>;

/** Ends everything that a bench started or made, in reverse order. It also runs when the bench fails or is interrupted. */
interface Cleanup {
  add(work: () => Promise<unknown>): void;
  /** Ends everything, even when some steps fail. Rejects with the first failure. Concurrent callers share one run. */
  run(): Promise<void>;
}

export const createCleanup = (): Cleanup => {
  const works: (() => Promise<unknown>)[] = [];
  let running: Promise<void> | null = null;
  const endAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let work = works.pop(); work !== undefined; work = works.pop()) {
      await work().catch((error: unknown) => failures.push(error));
    }
    running = null;
    if (failures.length > 0) throw new Error('not everything could be ended', { cause: failures[0] });
  };
  return {
    add: (work) => {
      works.push(work);
    },
    run: () => {
      running ??= endAll();
      return running;
    },
  };
};
