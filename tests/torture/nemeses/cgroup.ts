// The kernel kills a daemon or a server that uses more memory than its control group allows.

import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitUntil } from '@cairn/test-support';
import type { Nemesis } from '../nemesis.ts';

interface Groups {
  /** Group of this program's processes. */
  readonly own: string;
  /** Group in which a new group can be made, inside all limits of this program. */
  readonly parent: string;
  readonly limit: string;
}

const SYSTEM = '/sys/fs/cgroup';
const pathIn = (groups: string, line: RegExp): string | null => line.exec(groups)?.[1] ?? null;

/** Returns the groups of version 1 and version 2, whichever has the memory controller. */
const groupsOf = (groups: string): readonly Groups[] => {
  const first = pathIn(groups, /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m);
  const second = pathIn(groups, /^0::(.*)$/m);
  const [one, two] = [join(SYSTEM, 'memory', first ?? ''), join(SYSTEM, second ?? '')];
  return [
    ...(first === null ? [] : [{ own: one, parent: one, limit: 'memory.limit_in_bytes' }]),
    // A group with processes cannot have child groups with controllers, so the new group becomes a sibling.
    ...(second === null || second === '/' ? [] : [{ own: two, parent: dirname(two), limit: 'memory.max' }]),
  ];
};

let count = 0;
const make = ({ parent, limit }: Groups, bytes: number): string => {
  count += 1;
  const group = join(parent, `cairn-torture-${process.pid}-${count}`);
  mkdirSync(group);
  try {
    writeFileSync(join(group, limit), String(bytes));
    return group;
  } catch (error) {
    rmdirSync(group);
    throw error;
  }
};

const remove = (group: string): Promise<unknown> =>
  waitUntil(
    () => {
      rmdirSync(group);
      return Promise.resolve(true);
    },
    { timeoutMs: 5_000, what: `${group} to be empty`, everyMs: 50 },
  );

const TRIAL_BYTES = 1_048_576;

/** Returns the groups in which a group could be made, or why none could. */
const findGroups = (): Groups | { readonly why: string } => {
  let why = 'there is no controller of memory';
  try {
    for (const groups of groupsOf(readFileSync('/proc/self/cgroup', 'utf8'))) {
      try {
        rmdirSync(make(groups, TRIAL_BYTES));
        return groups;
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
      }
    }
  } catch {
    why = 'this system has none';
  }
  return { why: `no control group can be made: ${why}` };
};

const moveTo = (group: string, pid: number): boolean => {
  try {
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
    return true;
  } catch {
    // The process has ended.
    return false;
  }
};

const STEP_BYTES = 65_536;
const STEPS_MAX = 8;

/** Limits memory. Only later allocations count, about one MiB in a second. */
export const memoryOfGroup: Nemesis = {
  name: 'memory-cgroup',
  says: 'a daemon or a server process gets 64 to 512 KiB more by its control group, and the kernel ends it',
  missing: () => {
    const found = findGroups();
    return 'why' in found ? found.why : null;
  },
  strike: async ({ devices, server }, random) => {
    const groups = findGroups();
    if ('why' in groups) return null;
    const pid = random.pick([...devices, ...server.nodes]).pid();
    const group = make(groups, (1 + random.below(STEPS_MAX)) * STEP_BYTES);
    if (pid === null || !moveTo(group, pid)) {
      await remove(group);
      return null;
    }
    return async () => {
      moveTo(groups.own, pid);
      await remove(group);
      for (const node of server.nodes) await server.alone(() => node.start());
    };
  },
};
