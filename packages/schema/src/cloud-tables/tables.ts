/**
 * The sync server's database. Everything is in the Postgres schema `cairn`, which PostgREST does not serve. Ids and facets compare by
 * bytes (COLLATE "C"). HLCs are 16 bytes that sort by memcmp, times are milliseconds since 1970. Custom SQL in the migrations sets
 * grants, fill factors and storage.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import * as z from 'zod';
import type { AccountId, DeviceId, VaultId } from '../ids.ts';
import { claimRequest, memberEntry } from '../sync-protocol.ts';
import { hex, json } from './columns.ts';

const cairn = pgSchema('cairn');

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
/** Text that sorts by its bytes. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const time = (name: string) => timestamp(name, { withTimezone: true });
const counter = (name: string) => bigint(name, { mode: 'number' });

/** One row with facts about the server. */
export const server = cairn.table(
  'server',
  {
    id: smallint().primaryKey().default(1),
    /** SHA-256 of the token that opens the first vault. [SY-A4] */
    setupTokenHash: hex('setup_token_hash'),
    /** `open` or `closed`, set by an operator at run time; null: the environment decides. [SY-A4] */
    registration: text({ enum: ['open', 'closed'] }),
    /** Milliseconds. Sessions of `/admin` that began until then have ended. Null if nobody has signed out. [RL-34] */
    adminOutUntil: counter('admin_out_until'),
  },
  (table) => [
    check('server_is_one', sql`${table.id} = 1`),
    check('server_registration', sql`${table.registration} in ('open', 'closed')`),
  ],
);

/** The applied migrations. */
export const migrations = cairn.table('migrations', {
  version: integer().primaryKey(),
  name: text().notNull(),
  /** SHA-256 of the SQL, hex. */
  checksum: text().notNull(),
  appliedAt: counter('applied_at').notNull(),
});

/** The owners of vaults: one row per Supabase user with a vault. Empty on a server without Supabase. [SY-A4] */
export const accounts = cairn.table('accounts', {
  /** `auth.users.id`, the `sub` of the user's sessions. */
  id: uuid().primaryKey().$type<AccountId>(),
  createdAt: counter('created_at').notNull(),
});

/** The row whose lock orders all writers of a vault. [SY-U4] */
export const vaults = cairn.table(
  'vaults',
  {
    id: bytewise().primaryKey().$type<VaultId>(),
    /** Null: the setup token opened it. */
    account: uuid()
      .references(() => accounts.id)
      .$type<AccountId>(),
    kind: text({ enum: ['sealed', 'readable'] }).notNull(),
    epoch: hex().notNull(),
    head: counter('head').notNull().default(0),
    /** The mark of the last commit. [SY-E1] */
    anchor: hex().notNull(),
    /** The present key generation. */
    kg: integer().notNull(),
    /** The number of rows in `registers`, including tombstones. */
    registers: counter('registers').notNull().default(0),
    tombstones: counter('tombstones').notNull().default(0),
    /** The quota of this vault; null: the server's. [SY-A5] */
    registersMax: counter('registers_max'),
    /** Anchors below it may have been deleted. [SY-E1] */
    anchorFloor: counter('anchor_floor').notNull().default(0),
    recoveryBoxKey: hex('recovery_box_key').notNull(),
    recoverySignKey: hex('recovery_sign_key').notNull(),
    createdAt: counter('created_at').notNull(),
    /** The database to which the vault is being moved. Nothing is written here meanwhile. [OP-20] */
    movingTo: text('moving_to'),
  },
  (table) => [
    uniqueIndex('vaults_recovery_sign_key').on(table.recoverySignKey),
    index('vaults_account').on(table.account).where(sql`${table.account} is not null`),
    check('vaults_kind', sql`${table.kind} in ('sealed', 'readable')`),
  ],
);

/** A column of rows that are removed with their vault. */
const ofVault = () =>
  bytewise()
    .notNull()
    .$type<VaultId>()
    .references(() => vaults.id, { onDelete: 'cascade' });

export const devices = cairn.table(
  'devices',
  {
    vault: ofVault(),
    id: bytewise().notNull().$type<DeviceId>(),
    name: text().notNull(),
    boxKey: hex('box_key').notNull(),
    signKey: hex('sign_key').notNull(),
    /** SHA-256 of the device's token. [SY-A2] */
    tokenHash: hex('token_hash').notNull(),
    createdAt: counter('created_at').notNull(),
    lastSeenAt: counter('last_seen_at'),
    /** The highest sequence up to which the device has confirmed that it holds everything. */
    acked: counter('acked').notNull().default(0),
    revokedAt: counter('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.vault, table.id] }),
    uniqueIndex('devices_token_hash').on(table.tokenHash),
  ],
);

/** The last push of every device, for replays. Separate from `devices`, so that those rows stay small. [SY-U3] */
export const pushes = cairn.table(
  'pushes',
  {
    vault: bytewise().notNull(),
    device: bytewise().notNull(),
    epoch: bytea().notNull(),
    pushNo: counter('push_no').notNull(),
    sha256: bytea().notNull(),
    /** JSON: head, anchor and one short entry per item. */
    outcome: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.vault, table.device] })],
);

/** Every commit of a vault, ordered by sequence, so that the oldest are found first. [SY-E1, SY-E4] */
export const anchors = cairn.table(
  'anchors',
  {
    vault: bytewise().notNull(),
    epoch: bytea().notNull(),
    seq: counter('seq').notNull(),
    anchor: bytea().notNull(),
    createdAt: counter('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vault, table.seq, table.epoch, table.anchor] })],
);

/**
 * The latest value of each register. [SY-D5] There is no foreign key: only writers that hold the vault's lock insert here, and a check
 * would cost a lookup per row.
 */
export const registers = cairn.table(
  'registers',
  {
    vault: bytewise().notNull(),
    entity: bytewise().notNull(),
    facet: bytewise().notNull(),
    seq: counter('seq').notNull(),
    hlc: bytea().notNull(),
    v: smallint().notNull(),
    kg: integer().notNull(),
    payload: bytea().notNull(),
    /** A tombstone. */
    dead: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vault, table.entity, table.facet] }),
    uniqueIndex('registers_seq').on(table.vault, table.seq),
    check('registers_hlc_bytes', sql`octet_length(${table.hlc}) = 16`),
    check('registers_payload_bytes', sql`octet_length(${table.payload}) <= 65536`),
    check('registers_dead', sql`${table.dead} = (${table.facet} = 'gone')`),
  ],
);

export const generations = cairn.table(
  'generations',
  {
    vault: ofVault(),
    kg: integer().notNull(),
    verifier: text().notNull(),
    endedAt: counter('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.vault, table.kg] })],
);

/** The member list: a chain of signed entries, which devices verify and the server only relays. [SY-S6] */
export const members = cairn.table(
  'members',
  {
    vault: ofVault(),
    n: integer().notNull(),
    entry: json(memberEntry)().notNull(),
  },
  (table) => [primaryKey({ columns: [table.vault, table.n] })],
);

/** The key of a generation, sealed to a device or to `recovery`. [SY-S3] */
export const sealedKeys = cairn.table(
  'sealed_keys',
  {
    vault: ofVault(),
    kg: integer().notNull(),
    recipient: bytewise().notNull(),
    sealed: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.vault, table.kg, table.recipient] })],
);

/** Invitations. [SY-A1] */
export const pairings = cairn.table(
  'pairings',
  {
    id: hex().primaryKey(),
    vault: ofVault(),
    inviter: bytewise().notNull().$type<DeviceId>(),
    expiresAt: counter('expires_at').notNull(),
    triesLeft: smallint('tries_left').notNull(),
    /** The claim that waits or was approved. */
    claim: json(claimRequest)(),
    /** MACs of rejected claims. */
    refused: json(z.array(z.string()))().notNull(),
    /** The inviter's MAC; null until it has approved the claim. */
    approvedMac: hex('approved_mac'),
  },
  (table) => [index('pairings_vault').on(table.vault), index('pairings_expires_at').on(table.expiresAt)],
);

/** Challenges for recovery. [SY-S3] */
export const challenges = cairn.table(
  'challenges',
  {
    challenge: hex().primaryKey(),
    vault: ofVault(),
    expiresAt: counter('expires_at').notNull(),
  },
  (table) => [index('challenges_expires_at').on(table.expiresAt)],
);

/**
 * The memories of readable vaults, one row each. The trigger of `vaults` makes them from `registers`. Also memories that were forgotten
 * (`deleted`, then without text), are held, or are shown as another. `shown`: a device lists it. [SY-S5]
 */
export const readableMemories = cairn.table(
  'readable_memories',
  {
    /** `vaults.account`; all zeros if there is none. Part of the key, so that a deleted row still names its owner. */
    userId: uuid('user_id').notNull(),
    id: bytewise().notNull(),
    vault: bytewise().notNull(),
    content: text(),
    namespace: text(),
    key: text(),
    /** The first part of the namespace. */
    layer: text().generatedAlwaysAs(sql`split_part(namespace, '/', 1)`),
    project: text(),
    tags: jsonb().notNull(),
    pinned: boolean().notNull(),
    trust: text(),
    source: text(),
    device: bytewise(),
    session: text(),
    createdAt: time('created_at'),
    /** The newest stamp among its registers. */
    updatedAt: time('updated_at').notNull(),
    /** The time of the first commit with its present state. */
    syncedAt: time('synced_at').notNull(),
    /** The memories that it replaced, by its own links. [RL-1] */
    supersedes: text().array().notNull(),
    /** The memory that hides it; null for a current one. */
    supersededBy: bytewise('superseded_by'),
    deleted: boolean().notNull(),
    shown: boolean().notNull(),
    /** The target of its link, whether that hides it or not. */
    link: bytewise(),
    linkHlc: bytea('link_hlc'),
    /** Equal for memories that are shown as one; null for one that is shown alone. */
    twin: bytea(),
    search: tsvector().generatedAlwaysAs(
      sql`to_tsvector('simple', coalesce(content, '') || ' ' || coalesce(key, '') || ' ' || coalesce(tags, '[]')::text)`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.userId, table.vault] }),
    index('readable_memories_newest').on(table.userId, table.createdAt.desc().nullsFirst()).where(sql`shown`),
    index('readable_memories_twin')
      .on(table.vault, table.twin, table.shown, table.id)
      .where(sql`twin is not null`),
    index('readable_memories_link').on(table.vault, table.link).where(sql`link is not null`),
  ],
);

/** Readable vaults whose table is not filled yet, and the entity up to which it is. */
export const memoryFills = cairn.table('memory_fills', {
  vault: bytewise()
    .primaryKey()
    .references(() => vaults.id, { onDelete: 'cascade' }),
  doneTo: bytewise('done_to').notNull(),
});
