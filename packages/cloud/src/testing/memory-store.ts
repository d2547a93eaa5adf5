/** The in-memory twin of the store: one transaction at a time, undone when it throws. For tests and the simulator. */
import { LIMITS, ok, type VaultId } from '@cairn/schema';
import { type LogRegister, registerKey } from '../log/register.ts';
import type { DeviceRow, PairingRow, StoreTransaction, SyncStore, VaultRow } from '../ports/sync-store.ts';
import { emptyTables, joined, type MemoryTables, memoryReads, serverIn } from './memory-tables.ts';

export interface MemorySyncStore extends SyncStore {
  /** A copy of everything, to be put back later with `restore`. */
  backup(): MemoryTables;
  restore(backup: MemoryTables): void;
}

const createJournal = () => {
  const steps: (() => void)[] = [];
  const set = <V>(map: Map<string, V>, key: string, value: V): void => {
    const had = map.get(key);
    steps.push(() => (had === undefined ? map.delete(key) : map.set(key, had)));
    map.set(key, value);
  };
  return {
    set,
    /** Does nothing without a row. */
    change: <V>(map: Map<string, V>, key: string, to: (row: V) => V): void => {
      const row = map.get(key);
      if (row !== undefined) set(map, key, to(row));
    },
    remove: <V>(map: Map<string, V>, key: string): void => {
      const had = map.get(key);
      if (had === undefined) return;
      steps.push(() => map.set(key, had));
      map.delete(key);
    },
    /** Takes back every write since the start, the last first. */
    undo: (): void => {
      for (const step of steps.toReversed()) step();
    },
  };
};

type Journal = ReturnType<typeof createJournal>;

const registersOf = (tables: MemoryTables, vault: VaultId): Map<string, LogRegister> => {
  const present = tables.registers.get(vault) ?? new Map();
  tables.registers.set(vault, present);
  return present;
};

const isAsSeen = (row: VaultRow, seen: VaultRow): boolean =>
  (['epoch', 'head', 'anchor', 'kg', 'registers', 'tombstones'] as const).every(
    (name) => row[name] === seen[name],
  );

type Seen = Parameters<StoreTransaction['touchDevice']>[2];

const isNews = ({ acked, lastSeenAt }: DeviceRow, seen: Seen): boolean =>
  seen.acked > acked || lastSeenAt === null || seen.atMs >= lastSeenAt + LIMITS.lastSeenMsMax;

const touched = (row: DeviceRow, { acked, atMs }: Seen): DeviceRow => ({
  ...row,
  acked: Math.max(row.acked, acked),
  lastSeenAt: atMs,
});

const writesTo = (tables: MemoryTables, { set, change, remove }: Journal) => {
  const anchorsOf = (vault: VaultId) =>
    [...tables.anchors].filter(([, row]) => row.vault === vault).sort(([, a], [, b]) => a.seq - b.seq);
  return {
    anchorKnown: async (vault, epoch, anchor) =>
      tables.anchors.has(joined(vault, epoch, anchor.seq, anchor.mark)),
    epochKnown: async (vault, epoch) =>
      [...tables.anchors.keys()].some((key) => key.startsWith(`${joined(vault, epoch)} `)),
    insertAnchor: async (vault, epoch, anchor, atMs) =>
      set(tables.anchors, joined(vault, epoch, anchor.seq, anchor.mark), { vault, seq: anchor.seq, atMs }),
    lastPush: async (vault, device) => tables.pushes.get(joined(vault, device)) ?? null,
    writePush: async ({ seen, after, device, push, acked, inserts, updates, nowMs }) => {
      const row = tables.vaults.get(seen.id);
      if (row === undefined || !isAsSeen(row, seen)) return false;
      set(tables.vaults, seen.id, { ...row, ...after });
      const anchor = { vault: seen.id, seq: after.head, atMs: nowMs };
      set(tables.anchors, joined(seen.id, seen.epoch, after.head, after.anchor), anchor);
      set(tables.pushes, joined(seen.id, device), { ...push, epoch: seen.epoch });
      change(tables.devices, joined(seen.id, device), (row) => touched(row, { acked, atMs: nowMs }));
      const registers = registersOf(tables, seen.id);
      for (const register of inserts) {
        if (registers.has(registerKey(register))) throw new Error('the register is stored already');
        set(registers, registerKey(register), register);
      }
      for (const register of updates) {
        if (!registers.has(registerKey(register))) throw new Error('the register is not stored');
        set(registers, registerKey(register), register);
      }
      return true;
    },
    eraseRegisters: async (vault, registers) => {
      for (const row of registers) remove(registersOf(tables, vault), registerKey(row));
    },
    eraseLate: async (vault, { below, since }) => {
      const late = [...registersOf(tables, vault).values()].filter(
        ({ kg, hlc }) => kg < below && hlc > since,
      );
      for (const row of late) remove(registersOf(tables, vault), registerKey(row));
      return late.map(({ entity, facet }) => ({ entity, facet }));
    },
    oldCommit: async (vault, { atMs, examined }) =>
      anchorsOf(vault)
        .slice(0, examined)
        .reduce<number | null>((seq, [, row]) => (row.atMs <= atMs ? row.seq : seq), null),
    eraseAnchors: async (vault, { below, limit }) => {
      const rows = anchorsOf(vault)
        .filter(([, { seq }]) => seq < below)
        .slice(0, limit);
      for (const [key] of rows) remove(tables.anchors, key);
      return rows.length;
    },
    raiseAnchorFloor: async (id, floor) =>
      change(tables.vaults, id, (row) => ({ ...row, anchorFloor: Math.max(row.anchorFloor, floor) })),
    updateServer: async (values) => set(tables.server, 'row', { ...serverIn(tables), ...values }),
    setRegistersMax: async (id, registersMax) =>
      change(tables.vaults, id, (row) => ({ ...row, registersMax })),
    openAccount: async (id) => [...tables.vaults.values()].filter((row) => row.account === id).length,
    insertVault: async (vault) => set(tables.vaults, vault.id, vault),
    updateVault: async (id, { epoch, head, anchor, kg, registers, tombstones }) =>
      change(tables.vaults, id, (row) => ({ ...row, epoch, head, anchor, kg, registers, tombstones })),
    insertDevice: async (device) => set(tables.devices, joined(device.vault, device.id), device),
    touchDevice: async (vault, id, seen) =>
      change(tables.devices, joined(vault, id), (row) => (isNews(row, seen) ? touched(row, seen) : row)),
    revokeDevice: async (vault, id, revokedAt) =>
      change(tables.devices, joined(vault, id), (row) => ({ ...row, revokedAt })),
    insertGeneration: async (vault, row) => set(tables.generations, joined(vault, row.kg), { vault, ...row }),
    endGeneration: async (vault, kg, endedAt) =>
      change(tables.generations, joined(vault, kg), (row) => ({ ...row, endedAt })),
    writeSealedKeys: async (vault, keys) => {
      for (const key of keys) set(tables.keys, joined(vault, key.kg, key.recipient), { vault, ...key });
    },
    eraseSealedKeys: async (vault, recipient) => {
      for (const [key, row] of [...tables.keys]) {
        if (row.vault === vault && row.recipient === recipient) remove(tables.keys, key);
      }
    },
    insertMember: async (vault, entry) => set(tables.members, joined(vault, entry.n), { vault, ...entry }),
    writePairing: async (pairing) => set(tables.pairings, pairing.id, pairing),
    erasePairings: async (which) => {
      const rows = [...tables.pairings.values()];
      const own = (row: PairingRow): boolean =>
        'inviter' in which && row.vault === which.vault && row.inviter === which.inviter;
      const erased =
        'expiredBefore' in which
          ? rows.filter((row) => row.expiresAt < which.expiredBefore)
          : rows
              .filter(own)
              .sort((a, b) => b.expiresAt - a.expiresAt)
              .slice(which.newest);
      for (const { id } of erased) remove(tables.pairings, id);
    },
    insertChallenge: async (row) => set(tables.challenges, row.challenge, row),
    takeChallenge: async (challenge) => {
      const row = tables.challenges.get(challenge) ?? null;
      remove(tables.challenges, challenge);
      return row;
    },
    eraseChallenges: async (expiredBefore) => {
      for (const [key, row] of [...tables.challenges]) {
        if (row.expiresAt < expiredBefore) remove(tables.challenges, key);
      }
    },
  } satisfies Partial<StoreTransaction>;
};

export const createMemorySyncStore = (): MemorySyncStore => {
  let tables = emptyTables();
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time, in the order of the calls; a failure stops nobody behind it. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  const transaction: SyncStore['transaction'] = (work) =>
    inTurn(async () => {
      const journal = createJournal();
      const reads = memoryReads(tables);
      const locks = { lockServer: reads.server, lockVault: reads.vault };
      try {
        return ok(await work({ ...reads, ...locks, ...writesTo(tables, journal) }));
      } catch (error) {
        journal.undo();
        throw error;
      }
    });
  return {
    transaction,
    single: transaction,
    read: (work) => inTurn(async () => ok(await work(memoryReads(tables)))),
    close: async () => {},
    backup: () => structuredClone(tables),
    restore: (backup) => {
      tables = structuredClone(backup);
    },
  };
};
