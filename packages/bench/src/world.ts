/** The input of every bench, and the cleanup after it. */
import { tempHome } from '@cairn/test-support';
import type { Row } from './report.ts';

export const OPTION_NAMES = ['vaults', 'devices', 'seconds', 'memories'] as const;
export type OptionName = (typeof OPTION_NAMES)[number];

export interface World {
  /** Whether sizes are small. A quick run shows that the benches work, but its figures mean little. */
  readonly quick: boolean;
  readonly cleanup: ReturnType<typeof createCleanup>;
  /** Writes to standard error. */
  say(line: string): void;
  /** Returns `full`, or `small` when `quick` is set. */
  size(full: number, small: number): number;
  /** Returns the value of `--vaults`, `--devices`, `--seconds` or `--memories`, above 0; null when it is not given. */
  option(name: OptionName): number | null;
}

/** Makes a folder that the cleanup deletes. Returns its path. */
export const tempFolder = async ({ cleanup }: Pick<World, 'cleanup'>, name: string): Promise<string> => {
  const home = await tempHome(`bench-${name}`);
  cleanup.add(home.remove);
  return home.path;
};

export type Bench = (world: World) => Promise<readonly Row[]>;

/**
 * Makes the steps that end what a bench started and delete what it made. They run in reverse order, also after a failure or a signal.
 */
export const createCleanup = () => {
  const works: (() => Promise<unknown>)[] = [];
  let running: Promise<void> | null = null;
  const endAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let work = works.pop(); work !== undefined; work = works.pop()) {
      await work().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new Error('not everything could be ended', { cause: failures[0] });
  };
  return {
    add: (work: () => Promise<unknown>): void => {
      works.push(work);
    },
    /** Runs every step, even if some fail. Rejects after the last, with the first failure as cause. Concurrent callers share one run. */
    run: () => {
      // Without steps, endAll ends before the assignment. So only `finally`, which runs later, may reset the variable.
      running ??= endAll().finally(() => {
        running = null;
      });
      return running;
    },
  };
};
