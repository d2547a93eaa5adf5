/**
 * The server's calls on a database. Three implementations pass one contract suite (`testing/store-contract`): Postgres, PGlite and an
 * in-memory twin.
 *
 * - `transaction` is atomic and durable. When its promise resolves, everything is committed; if `work` throws, nothing is. `lockVault`
 * and `lockServer` wait for the lock's holder, and hold the lock until the commit. Later reads see the last holder's commit, so commit
 * order is lock order. [SY-U4] Calls inside one transaction take effect in their order, so several may be made without waiting.
 * - `single` does each call separately and atomically, in one round trip. Calls of several requests may share a statement and its commit,
 * but each call has its own result or error.
 * - `read` takes no lock. Each call inside it sees its own snapshot of committed data. [SY-P1]
 * - All return `unavailable` if the database cannot be reached, or a lock or statement took longer than its limit (5 s, 10 s). A retry may
 * help. A bug in `work` throws.
 *
 * Hashes, keys, epochs and marks are lower-case hex, sealed bytes base64url, times milliseconds since 1970 UTC.
 */
import type { DeviceId, EntityId, Hlc, MemberEntry, Result, SealedKey, VaultId } from '@cairn/schema';
import type { challenges, devices, generations, pairings, server, vaults } from '@cairn/schema/cloud-tables';
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
/** The values that change with every commit. */
export type VaultHead = Pick<VaultRow, 'epoch' | 'head' | 'anchor' | 'kg' | 'registers' | 'tombstones'>;
export type DeviceRow = Readonly<typeof devices.$inferSelect>;
export type GenerationRow = Readonly<Omit<typeof generations.$inferSelect, 'vault'>>;
/** An invitation and its state. [SY-A1] */
export type PairingRow = Readonly<typeof pairings.$inferSelect>;
export type ChallengeRow = Readonly<typeof challenges.$inferSelect>;

/** The facts that decide a push, from one snapshot. */
export interface PushView {
  readonly vault: VaultRow;
  readonly device: DeviceRow | null;
  readonly last: LastPush | null;
  /** Whether the commit that the device knows belongs to the vault. */
  readonly anchorKnown: boolean;
  readonly generations: readonly GenerationRow[];
  /** All stored registers of the requested entities. */
  readonly present: readonly PresentRegister[];
}

export interface PushQuery {
  readonly vault: VaultId;
  readonly device: DeviceId;
  readonly epoch: string;
  readonly anchor: Anchor;
  readonly entities: readonly EntityId[];
}

/** Everything that a push writes, except what it erases. */
export interface PushWrite {
  /** The vault's row by which the push was decided. */
  readonly seen: VaultRow;
  readonly after: Pick<VaultHead, 'head' | 'anchor' | 'registers' | 'tombstones'>;
  readonly device: DeviceId;
  readonly push: Omit<StoredPush, 'epoch'>;
  /** Never decreases. */
  readonly acked: number;
  /** Registers that are not stored yet. */
  readonly inserts: readonly LogRegister[];
  /** Registers that are stored with older values. */
  readonly updates: readonly LogRegister[];
  readonly nowMs: number;
}

export interface StoredPush extends LastPush {
  /** Encoded by `log/outcome`. */
  readonly outcome: string;
}

export interface PageQuery extends PageRange, PageBounds {
  readonly vault: VaultId;
  /** The commit that the device knows, looked up in the same snapshot. */
  readonly claim: { readonly epoch: string; readonly anchor: Anchor } | null;
}

/**
 * One snapshot. `upwards` ascend from above `high`, `downwards` descend from below `low`. Both have at most `items + 1` rows and end
 * after `payloadBytes`.
 */
export interface PageRead {
  readonly state: PageState & { readonly anchorFloor: number };
  readonly claimKnown: boolean;
  readonly upwards: readonly LogRegister[];
  readonly downwards: readonly LogRegister[];
}

/** `open`: anyone may make a vault after the first one exists. */
export type Registration = 'closed' | 'open';

/** One snapshot. `above`: as requested; tombstones with a sequence at or below it are not counted. [SY-E5] */
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
  /** `DIGEST_CHARS` of hex. See `digestLine` of the schema. */
  readonly digest: string;
};

export interface DigestRead {
  readonly state: DigestState;
  /** Ascending. Empty if there is no register. */
  readonly ranges: readonly DigestRange[];
}

export interface DigestRowsQuery {
  readonly vault: VaultId;
  readonly above: number;
  /** Exclusive. An empty facet is below every facet of the entity. */
  readonly after: { readonly entity: string; readonly facet: string };
  /** Exclusive; null: to the end. */
  readonly to: string | null;
  readonly limit: number;
}

export interface DigestRows {
  readonly state: DigestState;
  /** Ordered by the bytes of (entity, facet). */
  readonly rows: readonly PresentRegister[];
}

export interface RegisterName {
  readonly entity: EntityId;
  readonly facet: string;
}

/** `registration`: an operator's choice at run time; null: the setting that the server started with applies. [SY-A4] */
export type ServerValues = Readonly<
  Pick<typeof server.$inferSelect, 'setupTokenHash' | 'registration' | 'adminOutUntil'>
>;
export interface ServerRow extends ServerValues {
  readonly hasVaults: boolean;
}

export interface StoreReads {
  /** Counts `vaults`, which takes long if there are many. For operators. */
  server(): Promise<ServerRow & { readonly vaults: number }>;
  /** Returns a time or null. Sessions of `/admin` that began at or before it have ended. [RL-34] */
  adminOutUntil(): Promise<number | null>;
  vault(id: VaultId): Promise<VaultRow | null>;
  vaultByRecoveryKey(signKey: string): Promise<VaultRow | null>;
  deviceByTokenHash(tokenHash: string): Promise<DeviceRow | null>;
  /** Returns all devices in order of creation, revoked ones too. */
  devices(vault: VaultId): Promise<readonly DeviceRow[]>;
  device(vault: VaultId, id: DeviceId): Promise<DeviceRow | null>;
  /** Returns generations in ascending order. */
  generations(vault: VaultId): Promise<readonly GenerationRow[]>;
  /** Returns keys by ascending generation. */
  sealedKeys(vault: VaultId, recipient: string): Promise<readonly SealedKey[]>;
  /** Returns the member list in order. [SY-S6] */
  members(vault: VaultId): Promise<readonly MemberEntry[]>;
  pairing(id: string): Promise<PairingRow | null>;
  page(query: PageQuery): Promise<PageRead | null>;
  /** Returns null if the vault does not exist. */
  pushView(query: PushQuery): Promise<PushView | null>;
  heads(vaults: readonly VaultId[]): Promise<readonly VaultPulse[]>;
  /** Returns ranges of `entitiesPerRange` entities each; the last may have fewer. */
  digest(vault: VaultId, above: number, entitiesPerRange: number): Promise<DigestRead | null>;
  digestRows(query: DigestRowsQuery): Promise<DigestRows | null>;
  /** Returns the named registers that exist. Ends after `payloadBytes` of payloads. */
  registersByName(
    vault: VaultId,
    names: readonly RegisterName[],
    payloadBytes: number,
  ): Promise<readonly LogRegister[]>;
  /** Returns ids in ascending order, for work on every vault. Vaults that are being moved are left out. */
  vaultsAfter(after: VaultId | null, limit: number): Promise<readonly VaultId[]>;
}

/** The facts of a vault that a live stream needs. [SY-L3, SY-A3] */
export interface VaultPulse {
  readonly vault: VaultId;
  readonly head: number;
  readonly epoch: string;
  readonly kg: number;
  readonly revoked: readonly DeviceId[];
}

export interface StoreTransaction extends StoreReads {
  lockServer(): Promise<ServerRow>;
  /** Makes or finds the account, and holds its lock. Returns the number of its vaults. [SY-A4] */
  openAccount(id: AccountId, nowMs: number): Promise<number>;
  /** Changes what is given. The caller holds the lock of the server. [RL-34] */
  updateServer(values: Partial<ServerValues>): Promise<void>;
  /** The transaction returns `unavailable` for a vault that is being moved to another database. [OP-20] */
  lockVault(id: VaultId): Promise<VaultRow | null>;
  insertVault(vault: VaultRow): Promise<void>;
  updateVault(id: VaultId, head: VaultHead): Promise<void>;
  setRegistersMax(id: VaultId, registersMax: number | null): Promise<void>;
  anchorKnown(vault: VaultId, epoch: string, anchor: Anchor): Promise<boolean>;
  /** Returns whether the vault was ever in this epoch, as far as its kept commits show. */
  epochKnown(vault: VaultId, epoch: string): Promise<boolean>;
  insertAnchor(vault: VaultId, epoch: string, anchor: Anchor, nowMs: number): Promise<void>;
  lastPush(vault: VaultId, device: DeviceId): Promise<StoredPush | null>;
  /**
   * Takes the vault's lock, and writes only if the vault's head, epoch, anchor, generation and counts equal those in `seen`, because
   * they decided the push. If they differ or another push holds the lock, writes nothing and returns false. [SY-U4]
   */
  writePush(write: PushWrite): Promise<boolean>;
  eraseRegisters(
    vault: VaultId,
    registers: readonly { readonly entity: EntityId; readonly facet: string }[],
  ): Promise<void>;
  /** Erases registers that are sealed below a generation and stamped after it began. Returns them. [TR-4] */
  eraseLate(
    vault: VaultId,
    which: { readonly below: number; readonly since: Hlc },
  ): Promise<readonly { readonly entity: EntityId; readonly facet: string }[]>;
  /**
   * Among the `examined` oldest commits, returns the sequence of the last one at or before `atMs`; null if there is none. All sequences
   * up to it are at least that old. [SY-E4]
   */
  oldCommit(
    vault: VaultId,
    which: { readonly atMs: number; readonly examined: number },
  ): Promise<number | null>;
  /** Erases at most `limit` of the oldest commits below a sequence. Returns their number. */
  eraseAnchors(vault: VaultId, which: { readonly below: number; readonly limit: number }): Promise<number>;
  /** Never decreases. */
  raiseAnchorFloor(vault: VaultId, anchorFloor: number): Promise<void>;
  insertDevice(device: DeviceRow): Promise<void>;
  /** `acked` never decreases. If it does not rise, nothing is written before `LIMITS.lastSeenMsMax` have passed. */
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
  /** `newest`: the number of the device's newest invitations that stay. */
  erasePairings(
    which:
      | { readonly expiredBefore: number }
      | { readonly vault: VaultId; readonly inviter: DeviceId; readonly newest: number },
  ): Promise<void>;
  insertChallenge(challenge: ChallengeRow): Promise<void>;
  /** Removes and returns the challenge, because it is valid once. */
  takeChallenge(challenge: string): Promise<ChallengeRow | null>;
  eraseChallenges(expiredBefore: number): Promise<void>;
}

/** Writes that need no other call. */
export type SingleWrites = Pick<StoreTransaction, 'writePush' | 'touchDevice'>;

export interface SyncStore {
  single<T>(work: (writes: SingleWrites) => Promise<T>): Promise<Result<T, StoreFailure>>;
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<Result<T, StoreFailure>>;
  read<T>(work: (reads: StoreReads) => Promise<T>): Promise<Result<T, StoreFailure>>;
  close(): Promise<void>;
}
