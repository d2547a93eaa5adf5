/**
 * The calls that the server makes on a database. Three implementations pass one contract suite (`testing/store-contract`): Postgres,
 * PGlite and an in-memory twin.
 *
 * - `transaction` is atomic and durable: when its promise resolves with a value everything is committed; when `work` throws
 *   nothing is. `lockVault` and `lockServer` wait for the holder of the same lock and hold it to the commit; what is read
 *   after that is what the last holder committed. So commit order is lock order. [SY-U4] Calls inside one transaction take
 *   effect in the order they are made, so several may be made without waiting for each other.
 * - `single` does each call in it by itself, wholly or not at all, in one round trip. Calls of several requests may share a
 *   statement and its commit; each answers, and fails, for itself.
 * - `read` takes no lock; each call inside it sees one snapshot of committed data. [SY-P1]
 * - All answer `unavailable` when the database is away, or a lock or statement took longer than its limit (5 s, 10 s);
 *   trying again may help. A bug in `work` throws.
 *
 * Hashes, keys, epochs and marks are lower-case hex, sealed bytes base64url, times milliseconds since 1970 UTC.
 */
import type { DeviceId, EntityId, Hlc, MemberEntry, Result, SealedKey, VaultId } from '@cairn/schema';
import type { challenges, devices, generations, pairings, vaults } from '@cairn/schema/cloud-tables';
import type { Anchor } from '../log/anchor.ts';
import type { PageBounds, PageRange, PageState } from '../log/cursor.ts';
import type { LastPush } from '../log/decide-push.ts';
import type { LogRegister, PresentRegister } from '../log/register.ts';
import type { AccountId } from './account-sessions.ts';

export interface StoreFailure {
  readonly kind: 'unavailable';
  /** For the log; never sent to a client. */
  readonly reason: string;
}

export type VaultRow = Readonly<typeof vaults.$inferSelect>;
/** The values that move with every commit. */
export type VaultHead = Pick<VaultRow, 'epoch' | 'head' | 'anchor' | 'kg' | 'registers' | 'tombstones'>;
export type DeviceRow = Readonly<typeof devices.$inferSelect>;
export type GenerationRow = Readonly<Omit<typeof generations.$inferSelect, 'vault'>>;
/** An invitation and what became of it. [SY-A1] */
export type PairingRow = Readonly<typeof pairings.$inferSelect>;
export type ChallengeRow = Readonly<typeof challenges.$inferSelect>;

/** SY-A4 */
export interface AccountRow {
  readonly id: AccountId;
  readonly vaults: number;
}

/** The facts that decide a push, in one snapshot. */
export interface PushView {
  readonly vault: VaultRow;
  readonly device: DeviceRow | null;
  readonly last: LastPush | null;
  /** Whether the commit that the device remembers is one of the vault's. */
  readonly anchorKnown: boolean;
  readonly generations: readonly GenerationRow[];
  /** Every stored register of the asked entities. */
  readonly present: readonly PresentRegister[];
}

export interface PushQuery {
  readonly vault: VaultId;
  readonly device: DeviceId;
  readonly epoch: string;
  readonly anchor: Anchor;
  readonly entities: readonly EntityId[];
}

/** All that a push writes, but for what it erases. */
export interface PushWrite {
  /** As it was seen when this was decided. */
  readonly seen: VaultRow;
  readonly after: Pick<VaultHead, 'head' | 'anchor' | 'registers' | 'tombstones'>;
  readonly device: DeviceId;
  readonly push: Omit<StoredPush, 'epoch'>;
  /** Never falls. */
  readonly acked: number;
  /** None of them was stored. */
  readonly inserts: readonly LogRegister[];
  /** All of them were stored, with older values. */
  readonly updates: readonly LogRegister[];
  readonly nowMs: number;
}

export interface StoredPush extends LastPush {
  /** Made by `log/outcome`. */
  readonly outcome: string;
}

export interface PageQuery extends PageRange, PageBounds {
  readonly vault: VaultId;
  /** The commit that the device remembers, looked up in the same snapshot. */
  readonly claim: { readonly epoch: string; readonly anchor: Anchor } | null;
}

/**
 * One snapshot. `upwards` ascend from above `high`, `downwards` descend from below `low`, both at most `items + 1` rows and
 * ending once `payloadBytes` are passed.
 */
export interface PageRead {
  readonly state: PageState & { readonly anchorFloor: number };
  readonly claimKnown: boolean;
  readonly upwards: readonly LogRegister[];
  readonly downwards: readonly LogRegister[];
}

/** `open`: anybody may make a vault once the first is there. */
export type Registration = 'closed' | 'open';

/** SY-E5. One snapshot. `above`: tombstones at or below it are left out, at least all up to the floor. */
export interface DigestState {
  readonly epoch: string;
  readonly head: number;
  readonly above: number;
}

/** A type rather than an interface, so that it is assignable to the wire's loose object. */
export type DigestRange = {
  /** The first entity of the range. */
  readonly from: string;
  readonly count: number;
  /** See schema's `digestLine`; `DIGEST_CHARS` of hex. */
  readonly digest: string;
};

export interface DigestRead {
  readonly state: DigestState;
  /** Ascending. Empty when there is no register. */
  readonly ranges: readonly DigestRange[];
}

export interface DigestRowsQuery {
  readonly vault: VaultId;
  readonly above: number;
  /** Exclusive; an empty facet is below every facet of the entity. */
  readonly after: { readonly entity: string; readonly facet: string };
  /** Exclusive. */
  readonly to: string | null;
  readonly limit: number;
}

export interface DigestRows {
  readonly state: DigestState;
  /** In the order of (entity, facet) as bytes. */
  readonly rows: readonly PresentRegister[];
}

export interface RegisterName {
  readonly entity: EntityId;
  readonly facet: string;
}

export interface ServerRow {
  readonly setupTokenHash: string | null;
  /** An operator's choice at run time; null: as the server was started. [SY-A4] */
  readonly registration: Registration | null;
  readonly hasVaults: boolean;
}

export interface StoreReads {
  /** `vaults` are counted, which takes long where there are many: for operators. */
  server(): Promise<ServerRow & { readonly vaults: number }>;
  /** Milliseconds: sessions of `/admin` that began until then have ended. [RL-34] */
  adminOutUntil(): Promise<number | null>;
  vault(id: VaultId): Promise<VaultRow | null>;
  vaultByRecoveryKey(signKey: string): Promise<VaultRow | null>;
  deviceByTokenHash(tokenHash: string): Promise<DeviceRow | null>;
  /** In order of creation, revoked ones included. */
  devices(vault: VaultId): Promise<readonly DeviceRow[]>;
  device(vault: VaultId, id: DeviceId): Promise<DeviceRow | null>;
  /** Ascending. */
  generations(vault: VaultId): Promise<readonly GenerationRow[]>;
  /** Ascending by generation. */
  sealedKeys(vault: VaultId, recipient: string): Promise<readonly SealedKey[]>;
  /** The member list, in order. [SY-S6] */
  members(vault: VaultId): Promise<readonly MemberEntry[]>;
  pairing(id: string): Promise<PairingRow | null>;
  page(query: PageQuery): Promise<PageRead | null>;
  /** Null without the vault. */
  pushView(query: PushQuery): Promise<PushView | null>;
  heads(vaults: readonly VaultId[]): Promise<readonly VaultPulse[]>;
  /** Ranges of `entitiesPerRange` entities each, the last of fewer. */
  digest(vault: VaultId, above: number, entitiesPerRange: number): Promise<DigestRead | null>;
  digestRows(query: DigestRowsQuery): Promise<DigestRows | null>;
  /** Those of the named registers that are here, ending once their payloads have passed `payloadBytes`. */
  registersByName(
    vault: VaultId,
    names: readonly RegisterName[],
    payloadBytes: number,
  ): Promise<readonly LogRegister[]>;
  /** Ids in ascending order, for work that visits every vault; without those that move. */
  vaultsAfter(after: VaultId | null, limit: number): Promise<readonly VaultId[]>;
}

/** The facts of its vault that a live stream has to know. [SY-L3, SY-A3] */
export interface VaultPulse {
  readonly vault: VaultId;
  readonly head: number;
  readonly epoch: string;
  readonly kg: number;
  readonly revoked: readonly DeviceId[];
}

export interface StoreTransaction extends StoreReads {
  lockServer(): Promise<ServerRow>;
  setSetupTokenHash(hash: string): Promise<void>;
  /** Opens or finds it, and holds its lock. */
  openAccount(id: AccountId, nowMs: number): Promise<AccountRow>;
  setRegistration(registration: Registration | null): Promise<void>;
  /** Never takes it back. [RL-34] */
  endAdminSessions(untilMs: number): Promise<void>;
  /** Of a vault that moves to another database, the transaction answers `unavailable`. [OP-20] */
  lockVault(id: VaultId): Promise<VaultRow | null>;
  insertVault(vault: VaultRow): Promise<void>;
  updateVault(id: VaultId, head: VaultHead): Promise<void>;
  setRegistersMax(id: VaultId, registersMax: number | null): Promise<void>;
  anchorKnown(vault: VaultId, epoch: string, anchor: Anchor): Promise<boolean>;
  /** Whether the vault ever was in this epoch, as far as its commits go back. */
  epochKnown(vault: VaultId, epoch: string): Promise<boolean>;
  insertAnchor(vault: VaultId, epoch: string, anchor: Anchor, nowMs: number): Promise<void>;
  lastPush(vault: VaultId, device: DeviceId): Promise<StoredPush | null>;
  /**
   * Takes the vault's lock, and writes only if the vault's head, epoch, anchor, generation and counts are as they were seen:
   * then nothing that the push was decided by has changed. False: they are not, or somebody else holds the lock, and nothing
   * was written. [SY-U4]
   */
  writePush(write: PushWrite): Promise<boolean>;
  eraseRegisters(
    vault: VaultId,
    registers: readonly { readonly entity: EntityId; readonly facet: string }[],
  ): Promise<void>;
  /** Erases what is sealed below a generation and stamped later than it began, and says what that was. [TR-4] */
  eraseLate(
    vault: VaultId,
    which: { readonly below: number; readonly since: Hlc },
  ): Promise<readonly { readonly entity: EntityId; readonly facet: string }[]>;
  /**
   * SY-E4: among the `examined` oldest commits, the sequence of the last one made at or before `atMs`; null when there is
   * none. Every sequence up to it is at least that old.
   */
  oldCommit(
    vault: VaultId,
    which: { readonly atMs: number; readonly examined: number },
  ): Promise<number | null>;
  /** The oldest commits below a sequence, at most `limit`: how many are gone now. */
  eraseAnchors(vault: VaultId, which: { readonly below: number; readonly limit: number }): Promise<number>;
  /** It never falls. */
  raiseAnchorFloor(vault: VaultId, anchorFloor: number): Promise<void>;
  insertDevice(device: DeviceRow): Promise<void>;
  /** `acked` never falls. When it does not rise, nothing is written before `LIMITS.lastSeenMsMax` have passed. */
  touchDevice(
    vault: VaultId,
    id: DeviceId,
    seen: { readonly acked: number; readonly atMs: number },
  ): Promise<void>;
  revokeDevice(vault: VaultId, id: DeviceId, atMs: number): Promise<void>;
  insertGeneration(vault: VaultId, generation: GenerationRow): Promise<void>;
  endGeneration(vault: VaultId, kg: number, atMs: number): Promise<void>;
  /** Upserts by (generation, recipient). */
  writeSealedKeys(vault: VaultId, keys: readonly SealedKey[]): Promise<void>;
  eraseSealedKeys(vault: VaultId, recipient: string): Promise<void>;
  insertMember(vault: VaultId, entry: MemberEntry): Promise<void>;
  /** Upserts by id. */
  writePairing(pairing: PairingRow): Promise<void>;
  erasePairings(
    which: { readonly expiredBefore: number } | { readonly vault: VaultId; readonly inviter: DeviceId },
  ): Promise<void>;
  insertChallenge(challenge: ChallengeRow): Promise<void>;
  /** Removes it and answers it: a challenge is good once. */
  takeChallenge(challenge: string): Promise<ChallengeRow | null>;
  eraseChallenges(expiredBefore: number): Promise<void>;
}

/** Writes that stand alone. */
export type SingleWrites = Pick<StoreTransaction, 'writePush' | 'touchDevice'>;

export interface SyncStore {
  single<T>(work: (writes: SingleWrites) => Promise<T>): Promise<Result<T, StoreFailure>>;
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<Result<T, StoreFailure>>;
  read<T>(work: (reads: StoreReads) => Promise<T>): Promise<Result<T, StoreFailure>>;
  close(): Promise<void>;
}
