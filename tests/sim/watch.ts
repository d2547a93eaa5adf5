/**
 * Invariants that hold at every step. The watch sees each commit of the server and of every device. It keeps only what it needs to judge
 * the next one, so that watching costs little.
 */
import type { WriteSet } from '@cairn/core';
import { type EntityId, type Hlc, hlcMs, hlcNode, LIMITS } from '@cairn/schema';
import { createBounds } from './bounds.ts';
import type { Ledger } from './ledger.ts';
import { isPastFacet, type Truth } from './truth.ts';
import { fail } from './violation.ts';
import type { WatchedDevice } from './watched-device.ts';

/** A row of the server's log. */
export interface LogRow {
  readonly entity: EntityId;
  readonly facet: string;
  readonly seq: number;
  readonly hlc: Hlc;
  readonly kg: number;
}

/** A commit. Commits arrive in the order of the calls. */
export interface ServerCommit {
  readonly written: readonly LogRow[];
  readonly erased: readonly { readonly entity: EntityId; readonly facet: string }[];
}

export interface Watch {
  /** Returns the first violation. It is not thrown inside the watched program, which would handle it like a fault. */
  readonly noticed: () => Error | null;
  /** Notes a bug that showed as an exception. */
  broke(error: unknown): void;
  serverCommits(commit: ServerCommit): void;
  /** Notes that the server was restored to an older state with these rows. */
  serverRestored(rows: readonly LogRow[]): void;
  deviceCommits(device: WatchedDevice, sets: readonly WriteSet[]): void;
  /** Notes that the device's file was replaced, or that its stamps are those of a new node. */
  deviceReplaced(device: WatchedDevice): void;
  /** Whether the server was restored and the device may not have noticed yet. */
  isLost(device: WatchedDevice): boolean;
  /** Whether the server holds this value or one that beats it. */
  isSettled(register: { readonly entity: string; readonly facet: string; readonly hlc: Hlc }): boolean;
  /** [SY-E3] Only a device whose file was copied takes a new identity. */
  checkIdentity(device: WatchedDevice): void;
  /** [SY-P2] No cursor passed a row that was not applied. */
  checkCursor(device: WatchedDevice): Promise<void>;
}

/** State that the watch keeps per device. */
interface Seen {
  /** Sequence up to which the cursor was compared with the device's rows. */
  checkedTo: number;
  identity: string | null;
  /** Largest stamp per register that came from the server. */
  readonly confirmed: Map<string, Hlc>;
  /**
   * Whether the server was restored, so that the device's cursor may be of the lost history, until the device begins again. A device
   * that began before may still get a page of that history, which was in flight. [SY-E2]
   */
  isLost: boolean;
  /** Largest stamp of each node that the server confirmed to the device. */
  readonly published: Map<string, Hlc>;
  /** Every value that was written, by register and stamp. */
  readonly known: Set<string>;
}

const keyOf = ({ entity, facet }: { readonly entity: string; readonly facet: string }): string =>
  `${entity} ${facet}`;

const isFree = (entity: string): boolean => !entity.startsWith('k_');

export const createWatch = (
  ledger: Ledger,
  truth: Truth,
  nowMs: () => number,
  /** Whether the server deceived the device. Its clock may have been moved ahead, and back when that was healed. [TR-5] */
  isDeceived: (device: string) => boolean,
): Watch => {
  const rows = new Map<string, LogRow>();
  const gone = new Set<string>();
  let log: LogRow[] = [];
  let last = 0;
  let wasRestored = false;
  const bounds = createBounds();
  const devices = new Map<string, Seen>();
  const seenOf = (device: WatchedDevice): Seen => {
    const seen = devices.get(device.name) ?? {
      checkedTo: 0,
      identity: null,
      isLost: wasRestored,
      confirmed: new Map(),
      published: new Map(),
      known: new Set(),
    };
    devices.set(device.name, seen);
    return seen;
  };

  const put = (row: LogRow): void => {
    rows.set(keyOf(row), row);
    log.push(row);
    last = Math.max(last, row.seq);
    if (row.facet === 'gone' && isFree(row.entity)) gone.add(row.entity);
  };

  const judgeRow = (row: LogRow): void => {
    if (row.seq <= last) fail('I2', `the server gave the sequence ${row.seq} after ${last}`);
    const before = rows.get(keyOf(row));
    const isEcho =
      before !== undefined && (row.hlc < before.hlc || (row.hlc === before.hlc && row.kg <= before.kg));
    if (isEcho) fail('I6', `a loser or a duplicate of ${keyOf(row)} was given the sequence ${row.seq}`);
    if (hlcMs(row.hlc) > nowMs() + LIMITS.clockAheadMsMax)
      fail('I14', `the server took ${keyOf(row)}, stamped ${hlcMs(row.hlc) - nowMs()} ms ahead of it`);
    if (row.facet !== 'gone' && gone.has(row.entity))
      fail('I15', `the server took ${keyOf(row)}, which was forgotten`);
  };

  const judgeDevice = (device: WatchedDevice, seen: Seen, set: WriteSet): void => {
    const made = new Set<string>();
    for (const register of set.registers ?? []) {
      if (register.facet === 'gone' && isFree(register.entity) && !truth.isForeign(register))
        ledger.sawTombstones([register.entity]);
      const name = `${keyOf(register)} ${register.hlc}`;
      const isKnown = seen.known.has(name);
      seen.known.add(name);
      if (register.seq === null) {
        // A value that is sent again after a comparison keeps its stamp. [TR-15]
        if (!isKnown) made.add(name);
        continue;
      }
      const before = seen.confirmed.get(keyOf(register));
      if (before !== undefined && register.hlc < before)
        fail('I9', `${device.name} fell back from ${before} to ${register.hlc} in ${keyOf(register)}`);
      if (!truth.isForeign(register)) seen.confirmed.set(keyOf(register), register.hlc);
    }
    for (const key of set.outboxAdd ?? []) {
      const published = seen.published.get(hlcNode(key.hlc));
      const isNew =
        made.has(`${keyOf(key)} ${key.hlc}`) &&
        !isPastFacet(key.facet) &&
        !ledger.bad.has(key.entity) &&
        !truth.knows(key) &&
        !isDeceived(device.name);
      if (isNew && published !== undefined && key.hlc <= published)
        fail('I13', `${device.name} stamped ${keyOf(key)} ${key.hlc}, not above ${published}`);
    }
  };

  const publish = (seen: Seen, set: WriteSet): void => {
    for (const { hlc } of set.confirmed ?? [])
      if (hlc > (seen.published.get(hlcNode(hlc)) ?? '')) seen.published.set(hlcNode(hlc), hlc);
  };

  const commit = ({ written, erased }: ServerCommit): void => {
    for (const one of erased) {
      rows.delete(keyOf(one));
      // The tombstone was stamped after the end of its key. [TR-4]
      if (one.facet === 'gone') gone.delete(one.entity);
    }
    for (const row of [...written].sort((a, b) => a.seq - b.seq)) {
      judgeRow(row);
      put(row);
    }
    const forgotten = new Set(written.flatMap(({ entity }) => (gone.has(entity) ? [entity] : [])));
    if (forgotten.size === 0) return;
    for (const row of rows.values())
      if (forgotten.has(row.entity) && row.facet !== 'gone')
        fail('I16', `the server keeps ${keyOf(row)}, though it was forgotten`);
  };

  let noticed: Error | null = null;
  const broke = (error: unknown): void => {
    noticed ??= error instanceof Error ? error : new Error(String(error));
  };
  const noticing = (judge: () => void): void => {
    try {
      judge();
    } catch (error) {
      broke(error);
    }
  };

  return {
    noticed: () => noticed,
    broke,
    serverCommits: (committed) => noticing(() => commit(committed)),
    serverRestored: (present) => {
      rows.clear();
      gone.clear();
      log = [];
      last = 0;
      for (const row of [...present].sort((a, b) => a.seq - b.seq)) put(row);
      wasRestored = true;
      for (const seen of devices.values()) Object.assign(seen, { checkedTo: 0, isLost: true });
    },
    deviceCommits: (device, sets) =>
      noticing(() => {
        const seen = seenOf(device);
        for (const set of sets) {
          judgeDevice(device, seen, set);
          publish(seen, set);
          if (set.meta?.pull?.cursor === null) seen.isLost = false;
        }
        truth.deviceCommits(device, sets);
        bounds.deviceCommits(device, sets);
      }),
    deviceReplaced: (device) => {
      devices.delete(device.name);
      bounds.deviceReplaced(device);
    },
    isLost: (device) => seenOf(device).isLost,
    isSettled: (register) =>
      [rows.get(keyOf(register)), rows.get(`${register.entity} gone`)].some(
        (row) => row !== undefined && (row.hlc >= register.hlc || gone.has(row.entity)),
      ),
    checkIdentity: (device) => {
      const id = device.ring.secrets?.device.id ?? null;
      const seen = seenOf(device);
      if (seen.identity !== null && seen.identity !== id) {
        if (!device.copied) fail('I21', `${device.name} became ${id}, though nobody copied its file`);
        device.copied = false;
      }
      seen.identity = id;
    },
    checkCursor: async (device) => {
      const seen = seenOf(device);
      if (seen.isLost) return;
      const high = (await device.stores.reader.meta('pull'))?.high ?? 0;
      if (high > last)
        fail('I3', `${device.name} believes to hold ${high}, but the server's head is ${last}`);
      if (high <= seen.checkedTo) return;
      const passed = log.filter(
        (row) => row.seq > seen.checkedTo && row.seq <= high && rows.get(keyOf(row)) === row,
      );
      await checkHolds(device, high, passed);
      seen.checkedTo = high;
    },
  };
};

const checkHolds = async (device: WatchedDevice, high: number, passed: readonly LogRow[]): Promise<void> => {
  const entities = [...new Set(passed.map(({ entity }) => entity))];
  const { registers, quarantined } = await device.stores.writer.write(async (tx) => ({
    registers: await tx.registersOf(entities),
    quarantined: await tx.quarantinedOf(entities),
  }));
  const held = new Map(registers.map((one) => [keyOf(one), one.hlc]));
  const unread = new Set(quarantined.map(keyOf));
  for (const row of passed) {
    const own = held.get(keyOf(row));
    if ((own !== undefined && own >= row.hlc) || unread.has(keyOf(row))) continue;
    const gone = held.get(`${row.entity} gone`);
    if (gone !== undefined && (isFree(row.entity) || gone >= row.hlc)) continue;
    const isLeftOut = device.joinedEmpty && row.facet === 'gone';
    if (!isLeftOut) fail('I3', `${device.name} is at ${high} but lacks ${keyOf(row)} of sequence ${row.seq}`);
  }
};
