/** The tables of the in-memory store, and its reads. For tests. */
import type { DeviceId, MemberEntry, SealedKey, VaultId } from '@cairn/schema';
import { payloadBytes } from '../log/cursor.ts';
import { isTombstone, type LogRegister } from '../log/register.ts';
import type * as store from '../ports/sync-store.ts';
import { digestReads } from './memory-digests.ts';

type OfVault<T> = T & { readonly vault: VaultId };

export const emptyTables = () => ({
  server: new Map<string, store.ServerValues>(),
  vaults: new Map<string, store.VaultRow>(),
  devices: new Map<string, store.DeviceRow>(),
  /** By vault, then by `registerKey`. */
  registers: new Map<string, Map<string, LogRegister>>(),
  /** Sequences, each with the time of its commit. */
  anchors: new Map<string, OfVault<{ readonly seq: number; readonly atMs: number }>>(),
  pushes: new Map<string, store.StoredPush>(),
  generations: new Map<string, OfVault<store.GenerationRow>>(),
  keys: new Map<string, OfVault<SealedKey>>(),
  members: new Map<string, OfVault<MemberEntry>>(),
  pairings: new Map<string, store.PairingRow>(),
  challenges: new Map<string, store.ChallengeRow>(),
});
export type MemoryTables = ReturnType<typeof emptyTables>;

export const joined = (...parts: readonly (string | number)[]): string => parts.join(' ');

const bounded = (rows: readonly LogRegister[], query: store.PageQuery): readonly LogRegister[] => {
  const out: LogRegister[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (out.length > query.items || bytes >= query.payloadBytes) break;
    out.push(row);
    bytes += payloadBytes(row);
  }
  return out;
};

const readPage = (tables: MemoryTables, query: store.PageQuery): store.PageRead | null => {
  const vault = tables.vaults.get(query.vault);
  if (vault === undefined) return null;
  const all = [...(tables.registers.get(query.vault)?.values() ?? [])];
  const newer = all.filter((row) => row.seq > query.high).sort((a, b) => a.seq - b.seq);
  const older = all
    .filter((row) => row.seq < query.low && !(query.skipTombstones && isTombstone(row)))
    .sort((a, b) => b.seq - a.seq);
  const { claim } = query;
  return {
    state: vault,
    claimKnown:
      claim !== null &&
      tables.anchors.has(joined(vault.id, claim.epoch, claim.anchor.seq, claim.anchor.mark)),
    upwards: bounded(newer, query),
    downwards: bounded(older, query),
  };
};

const generationsOf = (tables: MemoryTables, vault: VaultId): readonly store.GenerationRow[] =>
  [...tables.generations.values()]
    .filter((row) => row.vault === vault)
    .map(({ kg, verifier, endedAt }) => ({ kg, verifier, endedAt }))
    .sort((a, b) => a.kg - b.kg);

const readPushView = (tables: MemoryTables, query: store.PushQuery): store.PushView | null => {
  const vault = tables.vaults.get(query.vault);
  if (vault === undefined) return null;
  const { id } = vault;
  const wanted = new Set<string>(query.entities);
  return {
    vault,
    device: tables.devices.get(joined(id, query.device)) ?? null,
    last: tables.pushes.get(joined(id, query.device)) ?? null,
    anchorKnown: tables.anchors.has(joined(id, query.epoch, query.anchor.seq, query.anchor.mark)),
    generations: generationsOf(tables, id),
    present: [...(tables.registers.get(id)?.values() ?? [])].filter((row) => wanted.has(row.entity)),
  };
};

const NO_SERVER = { setupTokenHash: null, registration: null, adminOutUntil: null };
export const serverIn = (tables: MemoryTables): store.ServerValues => tables.server.get('row') ?? NO_SERVER;

export const memoryReads = (tables: MemoryTables): store.StoreReads => {
  const devicesOf = (vault: VaultId): readonly store.DeviceRow[] =>
    [...tables.devices.values()]
      .filter((row) => row.vault === vault)
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  const revokedOf = (vault: VaultId): readonly DeviceId[] =>
    devicesOf(vault).flatMap((row) => (row.revokedAt === null ? [] : [row.id]));

  return {
    ...digestReads(tables),
    server: async () => {
      const vaults = tables.vaults.size;
      return { ...serverIn(tables), vaults, hasVaults: vaults > 0 };
    },
    adminOutUntil: async () => serverIn(tables).adminOutUntil,
    vault: async (id) => tables.vaults.get(id) ?? null,
    vaultByRecoveryKey: async (signKey) =>
      [...tables.vaults.values()].find((row) => row.recoverySignKey === signKey) ?? null,
    deviceByTokenHash: async (tokenHash) =>
      [...tables.devices.values()].find((row) => row.tokenHash === tokenHash) ?? null,
    devices: async (vault) => devicesOf(vault),
    device: async (vault, id) => tables.devices.get(joined(vault, id)) ?? null,
    generations: async (vault) => generationsOf(tables, vault),
    sealedKeys: async (vault, recipient) =>
      [...tables.keys.values()]
        .filter((row) => row.vault === vault && row.recipient === recipient)
        .map(({ kg, sealed }) => ({ kg, recipient, sealed }))
        .sort((a, b) => a.kg - b.kg),
    members: async (of) =>
      [...tables.members.values()]
        .filter((row) => row.vault === of)
        .map(({ vault: _, ...entry }) => entry)
        .sort((a, b) => a.n - b.n),
    pairing: async (id) => tables.pairings.get(id) ?? null,
    page: async (query) => readPage(tables, query),
    pushView: async (query) => readPushView(tables, query),
    vaultsAfter: async (after, limit) =>
      [...tables.vaults.values()]
        .map(({ id }) => id)
        .filter((id) => after === null || id > after)
        .sort((a, b) => (a < b ? -1 : 1))
        .slice(0, limit),
    heads: async (vaults) =>
      vaults.flatMap((id) => {
        const vault = tables.vaults.get(id);
        if (vault === undefined) return [];
        const { head, epoch, kg } = vault;
        return [{ vault: id, head, epoch, kg, revoked: revokedOf(id) }];
      }),
  };
};
