// Which programs the daemons and the server start while they are attacked. Only files of `/proc` are read, so nothing is started here.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';

/** The rows of docs/security.md whose programs a daemon or a server may start by itself, and how such a one is known. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  'packages/local-daemon/src/adapters/local-embedder.ts': /\/(?:embedder(?:\/main)?)\.(?:js|cjs|ts)$/,
};

const EVERY_MS = 50;

interface Watched {
  readonly name: string;
  readonly pid: () => number | null;
}

export interface ChildrenWatch {
  /** What was seen so far and is not allowed, each once; ends the watch. */
  end(): readonly string[];
}

export const watchChildren = (watched: readonly Watched[]): ChildrenWatch => {
  const seen = new Set<string>();
  const look = (): void => {
    for (const { name, pid } of watched) {
      const parent = pid();
      if (parent === null) continue;
      for (const child of childrenOf(parent)) {
        const words = readOrEmpty(`/proc/${child}/cmdline`).split('\0').filter(Boolean);
        // One that has ended already leaves its name only.
        const said = words.join(' ') || readOrEmpty(`/proc/${child}/comm`).trim();
        const isAllowed = Object.values(ALLOWED).some((known) => words.some((word) => known.test(word)));
        if (!isAllowed) seen.add(`${name} runs another program: ${said}`);
      }
    }
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  return {
    end: () => {
      clearInterval(timer);
      look();
      return [...seen];
    },
  };
};

/** Until the test is over. It fails when one of them has started a program that it may not. */
export const watchInTest = (watched: readonly Watched[]): void => {
  const watch = watchChildren(watched);
  onTestFinished(() => expect(watch.end()).toEqual([]));
};

/** Of all threads. None where there is no `/proc`. */
const childrenOf = (pid: number): readonly string[] => {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  try {
    return readdirSync(tasks).flatMap((task) =>
      readOrEmpty(`${tasks}/${task}/children`).split(' ').filter(Boolean),
    );
  } catch {
    // The process has just ended.
    return [];
  }
};

const readOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Those of the table that no attack may see, or whose row is not there any more. */
export const unlisted = (table: string): readonly string[] =>
  Object.keys(ALLOWED).filter((path) => !table.includes(`\`${path}\``));
