/**
 * Bounds that hold at every commit of a device. They limit how far ahead its own stamps are [RL-39], and how much others' forgets delete
 * from it without a copy [TR-3]. The same limit applies to forgets by a key that a revoked device also has [TR-51]. The bounds are
 * counted from what is written, not from what the program counts.
 */
import type { MemoryRow, WriteSet } from '@cairn/core';
import { COMPARING_LIMITS, hlcMs, LIMITS } from '@cairn/schema';
import { fail } from './violation.ts';
import type { WatchedDevice } from './watched-device.ts';

export interface Bounds {
  /** Checks a commit. `sets` are the write sets of one transaction. */
  deviceCommits(device: WatchedDevice, sets: readonly WriteSet[]): void;
  /** Notes that the device's file was replaced. */
  deviceReplaced(device: WatchedDevice): void;
}

interface Seen {
  /** Whether the device's file was ever restored or copied, so that its content is unknown here. */
  isUnsure: boolean;
  readonly stamped: Set<string>;
  /** Largest stamp that the device has opened, in milliseconds. */
  lastMs: number;
  /** Stamps of values that the device could not read, in milliseconds. */
  readonly unreadMs: Set<number>;
  readonly living: Set<string>;
  /** Key generation that the device uses. */
  kg: number;
  /** Since `sinceMs`: the number of memories that others ended, and how many of these left no copy. */
  window: { readonly sinceMs: number; readonly ended: number; readonly uncopied: number };
}

const isShown = ({ state }: Pick<MemoryRow, 'state'>): boolean => state === 0 || state === 3;

export const createBounds = (): Bounds => {
  const devices = new Map<string, Seen>();
  const seenOf = (device: WatchedDevice): Seen => {
    const seen = devices.get(device.name) ?? {
      isUnsure: false,
      stamped: new Set(),
      lastMs: 0,
      unreadMs: new Set(),
      living: new Set(),
      kg: 0,
      window: { sinceMs: 0, ended: 0, uncopied: 0 },
    };
    devices.set(device.name, seen);
    seen.isUnsure ||= device.copied;
    return seen;
  };

  const judgeStamps = (device: WatchedDevice, seen: Seen, set: WriteSet): void => {
    const sent = new Set((set.outboxAdd ?? []).map(({ entity, facet, hlc }) => `${entity} ${facet} ${hlc}`));
    for (const { entity, facet, hlc, seq } of set.registers ?? []) {
      const name = `${entity} ${facet} ${hlc}`;
      const isMade = seq === null && sent.has(name) && !seen.stamped.has(name);
      const leadMs = device.clock.nowMs() + LIMITS.stampLeadMsMax;
      // A person's write is stamped above an unreadable value if the server would accept that stamp. [TR-6]
      const reached = [...seen.unreadMs].filter((ms) => ms <= leadMs + LIMITS.clockAheadMsMax);
      const limitMs = Math.max(leadMs, seen.lastMs + LIMITS.stampLeadMsMax, ...reached);
      if (isMade && device.entered && !seen.isUnsure && hlcMs(hlc) > limitMs)
        fail(
          'I44',
          `${device.name} stamped ${name}, ${hlcMs(hlc) - limitMs} ms beyond what moves its stamps`,
        );
      seen.stamped.add(name);
      seen.lastMs = Math.max(seen.lastMs, hlcMs(hlc));
    }
    // The clock also moves for a value that changed nothing, because it came too late or its memory is forgotten.
    const clock = set.isTaken === true ? (set.meta?.clock ?? null) : null;
    if (clock !== null) seen.lastMs = Math.max(seen.lastMs, hlcMs(clock));
    for (const { hlc } of set.quarantineAdd ?? []) seen.unreadMs.add(hlcMs(hlc));
  };

  const judgeEnds = (device: WatchedDevice, seen: Seen, set: WriteSet): void => {
    const kept = new Set((set.memories ?? []).map(({ id }) => String(id)));
    const byOthers = new Map(
      (set.registers ?? []).flatMap(({ entity, facet, seq, kg }) =>
        facet === 'gone' && seq !== null ? [[String(entity), kg] as const] : [],
      ),
    );
    const copied = new Set((set.removedAdd ?? []).map(({ entity }) => String(entity)));
    const ended = (set.eraseMemories ?? []).filter(
      (id) => seen.living.has(id) && byOthers.has(id) && !kept.has(id),
    );
    const before = seen.living.size;
    for (const id of set.eraseMemories ?? []) seen.living.delete(id);
    for (const row of [...(set.memories ?? []), ...(set.states ?? [])])
      if (isShown(row)) seen.living.add(row.id);
      else seen.living.delete(row.id);
    if (ended.length === 0 || seen.isUnsure) return;
    const old = ended.find((id) => !copied.has(id) && (byOthers.get(id) ?? seen.kg) < seen.kg);
    if (old !== undefined)
      fail(
        'I47',
        `${device.name} kept no copy of ${old}, which a key before generation ${seen.kg} has ended`,
      );
    const nowMs = device.clock.nowMs();
    const isOpen = Math.abs(nowMs - seen.window.sinceMs) < COMPARING_LIMITS.removedWindowMs;
    const window = isOpen ? seen.window : { sinceMs: nowMs, ended: 0, uncopied: 0 };
    const lost = ended.filter((id) => !copied.has(id)).length;
    seen.window = { ...window, ended: window.ended + ended.length, uncopied: window.uncopied + lost };
    const bound = Math.max(
      COMPARING_LIMITS.removedAtOnceMin,
      (before + window.ended) * COMPARING_LIMITS.removedAtOnceShare,
    );
    if (lost > 0 && seen.window.ended > bound)
      fail(
        'I43',
        `${device.name} kept no copy of ${ended.filter((id) => !copied.has(id)).join()}, though others ended ${seen.window.ended} within a day`,
      );
  };

  return {
    deviceCommits: (device, sets) => {
      const seen = seenOf(device);
      for (const set of sets) {
        seen.kg = set.meta?.vault?.kg ?? seen.kg;
        judgeStamps(device, seen, set);
        judgeEnds(device, seen, set);
      }
    },
    deviceReplaced: (device) => {
      seenOf(device).isUnsure = true;
    },
  };
};
