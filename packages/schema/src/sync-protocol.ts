/**
 * The wire between daemon and sync server, as zod schemas. Bytes are base64url without padding, tokens and hashes lower-case hex, times
 * milliseconds since 1970 UTC. Requests are strict (an unknown field is `malformed`). Responses are loose, so that a newer server may
 * add fields.
 */
import * as z from 'zod';
import { isHlc } from './hlc.ts';
import { isVaultId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { isKeepable } from './plain-text.ts';
import { deviceIdSchema, entityIdSchema, formOf } from './register.ts';

const base64url = z.string().regex(/^[A-Za-z0-9_-]*$/);
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
const counter = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const hlcSchema = formOf(isHlc, 'not a clock stamp');
export const vaultIdSchema = formOf(isVaultId, 'not a vault id');
const facetName = z
  .string()
  .min(1)
  .refine((text) => isKeepable(text) && new TextEncoder().encode(text).length <= LIMITS.facetBytesMax);
const epoch = hex(16);
const deviceName = z.string().min(1).max(LIMITS.deviceNameCharsMax).refine(isKeepable);

export const wireItem = z.strictObject({
  entity: entityIdSchema,
  facet: facetName,
  hlc: hlcSchema,
  v: z.number().int().min(1).max(32_767),
  kg: z.number().int().min(0).max(1_000_000),
  payload: base64url.max(Math.ceil((LIMITS.payloadBytesMax * 4) / 3)),
});
export const pulledItem = wireItem.extend({ seq: counter });
export type WireItem = z.infer<typeof wireItem>;
export type PulledItem = z.infer<typeof pulledItem>;

/**
 * The anchor of a server's commit: `<seq>.<32 hex>`. Devices store it without interpreting it and send it back. A server that does not
 * know an anchor has lost commits, for example by a restore. [SY-E1]
 */
export const anchorSchema = z.string().regex(/^\d{1,16}\.[0-9a-f]{32}$/);

/**
 * The server validates `items` one by one, so that a malformed item gets its own verdict and blocks no other [SY-U5]. This schema only
 * requires that they name an entity and a facet.
 */
export const pushRequest = z.strictObject({
  epoch,
  anchor: anchorSchema,
  pushNo: counter.min(1),
  items: z
    .array(z.looseObject({ entity: z.string().max(64), facet: z.string().max(256) }))
    .min(1)
    .max(LIMITS.batchItemsMax),
});
export type PushRequest = z.infer<typeof pushRequest>;

export const VERDICTS = ['ok', 'stale', 'gone', 'clock_ahead', 'too_big', 'old_key', 'malformed'] as const;
export type Verdict = (typeof VERDICTS)[number];
/**
 * `ok`: stored now or before. `stale`: the server has a value with a larger stamp. `gone`: a tombstone beats the item. These three
 * acknowledge the item, with the `seq` and `hlc` of the stored value. All other verdicts refuse it, with a null `seq` and `hlc`.
 */
export const verdictItem = z.looseObject({
  entity: z.string(),
  facet: z.string(),
  verdict: z.enum(VERDICTS),
  seq: counter.nullable(),
  hlc: hlcSchema.nullable(),
});
export type VerdictItem = z.infer<typeof verdictItem>;

/** Verdicts are in the order of the items. */
export const pushResponse = z.looseObject({
  verdicts: z.array(verdictItem),
  head: counter,
  anchor: anchorSchema,
  serverTime: counter,
});
export type PushResponse = z.infer<typeof pushResponse>;

/**
 * `empty=1`, only without a cursor: the device has no registers, so old tombstones may be left out. [SY-P4] `anchor`: the newest commit
 * that the device knows of the cursor's epoch; without a cursor, of the epoch in `Cairn-Epoch`. [SY-E1, RL-10]
 */
export const pullQuery = z.strictObject({
  cursor: base64url.max(1_024).optional(),
  limit: z.coerce.number().int().min(1).max(LIMITS.pullItemsMax).default(LIMITS.pullItemsDefault),
  empty: z.enum(['0', '1']).default('0'),
  anchor: anchorSchema.optional(),
});
/**
 * `expected`: the number of rows of this bootstrap, counted at its start; null if the pull is no bootstrap. `high`: the sequence up to
 * which everything was served; 0 until a bootstrap is over. `tombFloor`: 0, because tombstones are kept; older devices need it. [TR-2]
 */
export const pullResponse = z.looseObject({
  items: z.array(pulledItem),
  cursor: base64url,
  hasMore: z.boolean(),
  expected: counter.nullable(),
  head: counter,
  high: counter,
  tombFloor: counter.optional(),
  epoch,
  anchor: anchorSchema,
  serverTime: counter,
});
export type PullResponse = z.infer<typeof pullResponse>;

const keyText = z.string().max(64);
/** SY-E5. `above`: tombstones with a sequence at or below it are left out, because this device never got them. The answer repeats it. */
export const digestQuery = z.strictObject({ above: z.coerce.number().pipe(counter).default(0) });
/**
 * Ranges ascend without a gap. Each begins at `from` and ends before the next range's `from`. The first begins at the empty text, and
 * the last has no end. See `digestLine`. Ranges and head are one snapshot.
 */
export const digestResponse = z.looseObject({
  ranges: z.array(z.looseObject({ from: keyText, count: counter, digest: hex(16) })).min(1),
  above: counter,
  head: counter,
  epoch,
  serverTime: counter,
});
export type DigestResponse = z.infer<typeof digestResponse>;
/** A page of registers. It begins after the key (`entity`, `facet`), the last one of the previous page, and ends before `to`. */
export const digestRowsQuery = digestQuery.extend({
  entity: keyText.default(''),
  facet: z.string().max(LIMITS.facetBytesMax).default(''),
  to: keyText.optional(),
});
/** Ordered by the bytes of (entity, facet). `more`: the page is full. */
export const digestRowsResponse = z.looseObject({
  rows: z.array(z.looseObject({ entity: entityIdSchema, facet: facetName, hlc: hlcSchema, seq: counter })),
  more: z.boolean(),
  head: counter,
  epoch,
  serverTime: counter,
});
export type DigestRowsResponse = z.infer<typeof digestRowsResponse>;
/** `POST /v1/registers`: registers that a device lost, requested by name. The answer leaves out unknown ones. */
export const registersRequest = z.strictObject({
  registers: z
    .array(z.strictObject({ entity: entityIdSchema, facet: facetName }))
    .min(1)
    .max(LIMITS.batchItemsMax),
});
/** `more`: the answer was full; request the rest again. */
export const registersResponse = z.looseObject({
  items: z.array(pulledItem),
  more: z.boolean(),
  head: counter,
  epoch,
  serverTime: counter,
});
export type RegistersResponse = z.infer<typeof registersResponse>;

/** Server-sent events on `/v1/events`: `event:` is the kind, `data:` the JSON. They are only hints. [SY-L1] */
export const hintSchema = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('head'), head: counter }),
  z.looseObject({ kind: z.literal('epoch'), epoch }),
  z.looseObject({ kind: z.literal('revoked') }),
  z.looseObject({ kind: z.literal('keys'), kg: counter }),
  z.looseObject({ kind: z.literal('pairing'), id: hex(16) }),
  z.looseObject({ kind: z.literal('ping'), serverTime: counter }),
]);
export type Hint = z.infer<typeof hintSchema>;

/**
 * Public keys: X25519 for sealed boxes, Ed25519 for signatures. `tokenHash` is the SHA-256 of the device's token as text, as in the
 * Authorization header. [SY-A2]
 */
export const newDevice = z.strictObject({
  id: deviceIdSchema,
  name: deviceName,
  boxKey: hex(32),
  signKey: hex(32),
  tokenHash: hex(32),
});
export type NewDevice = z.infer<typeof newDevice>;

/** The key of a generation sealed to one recipient: a device id, or `recovery`. [SY-S3] */
export const sealedKey = z.strictObject({
  kg: counter,
  recipient: z.string().max(64),
  sealed: base64url.max(2_048),
});
export type SealedKey = z.infer<typeof sealedKey>;
const verifier = base64url.max(1_024);
/** `since`: the stamp at which the signer began it. Later values under an older generation are refused. [TR-4] */
export const generation = z.strictObject({ kg: counter, verifier, since: hlcSchema.optional() });
export type Generation = z.infer<typeof generation>;
export const knownGeneration = z.looseObject({
  kg: counter,
  verifier: base64url,
  endedAt: counter.nullable(),
});

export const vaultKind = z.enum(['sealed', 'readable']);
export type VaultKind = z.infer<typeof vaultKind>;

/** The public halves of the keys from the 24 words. [SY-S3] */
export const recoveryKeys = z.strictObject({ boxKey: hex(32), signKey: hex(32) });
export type RecoveryKeys = z.infer<typeof recoveryKeys>;

/** The name of the recovery words as a signer of entries and a recipient of keys, in place of a device id. */
export const RECOVERY = 'recovery';

/** The fact in an entry of the member list. [SY-S6] */
export const memberFact = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('found'),
    vaultKind,
    device: newDevice,
    recovery: recoveryKeys,
    generation,
  }),
  z.strictObject({ kind: z.literal('add'), device: newDevice }),
  z.strictObject({ kind: z.literal('revoke'), device: deviceIdSchema }),
  z.strictObject({ kind: z.literal('generation'), generation }),
  /** Everything is sealed under generation `kg` or a later one, so earlier ones are no longer accepted. [TR-4] */
  z.strictObject({ kind: z.literal('complete'), kg: counter }),
]);
export type MemberFact = z.infer<typeof memberFact>;
/**
 * One entry of the chain. `prev` is the hash of the previous entry. `signature` covers all other fields and the vault. `member-list`
 * verifies entries. The server relays them and cannot forge one. [SY-S6]
 */
export const memberEntry = z.strictObject({
  n: counter.min(1),
  prev: hex(32),
  fact: memberFact,
  by: z.union([deviceIdSchema, z.literal(RECOVERY)]),
  signature: hex(64),
});
export type MemberEntry = z.infer<typeof memberEntry>;
const memberEntries = z.array(memberEntry).max(LIMITS.memberEntriesMax);
const sealedKeys = z.array(sealedKey).max((LIMITS.devicesPerVaultMax + 1) * 16);

/** The bearer is the setup token. A readable vault begins with generation 0, whose sealed keys carry the id salt. */
export const createVaultRequest = z.strictObject({
  vault: vaultIdSchema,
  kind: vaultKind,
  device: newDevice,
  generation,
  keys: z.array(sealedKey).min(1).max(8),
  recovery: recoveryKeys,
  /** The first entry of the member list. It repeats the fields above, signed by the recovery key. [SY-S6] */
  entry: memberEntry,
});
export type CreateVaultRequest = z.infer<typeof createVaultRequest>;

/** The facts that a device needs to start syncing. */
export const vaultInfo = z.looseObject({
  vault: vaultIdSchema,
  kind: vaultKind,
  epoch,
  anchor: anchorSchema,
  head: counter,
  generations: z.array(knownGeneration),
  serverTime: counter,
});
export type VaultInfo = z.infer<typeof vaultInfo>;

/** SY-A1: `id` is derived from the code and does not reveal it. */
export const pairingRequest = z.strictObject({ id: hex(16) });
export const pairingResponse = z.looseObject({ id: hex(16), expiresAt: counter, serverTime: counter });

/** Needs no bearer: anyone who knows the id may claim. `mac` is the HMAC over the device, keyed by the code. */
export const claimRequest = z.strictObject({ device: newDevice, mac: hex(32) });
export type ClaimRequest = z.infer<typeof claimRequest>;
/** A device polls by repeating the same claim. `inviter` is the name of the inviting device. */
export const claimResponse = z.discriminatedUnion('state', [
  z.looseObject({
    state: z.literal('waiting'),
    inviter: z.string(),
    expiresAt: counter,
    serverTime: counter,
  }),
  z.looseObject({
    state: z.literal('approved'),
    keys: z.array(sealedKey),
    members: memberEntries,
    mac: hex(32),
    info: vaultInfo,
    serverTime: counter,
  }),
]);
export type ClaimResponse = z.infer<typeof claimResponse>;

/** `GET /v1/pairing/:id` by the inviter: the waiting claim, if any. */
export const pairingState = z.looseObject({
  id: hex(16),
  expiresAt: counter,
  triesLeft: counter,
  claim: claimRequest.nullable(),
  approved: z.boolean(),
  serverTime: counter,
});
export type PairingState = z.infer<typeof pairingState>;
/** `device`: the device of the answered claim. `reject` uses up one try and clears the claim. */
export const approveRequest = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('approve'),
    device: deviceIdSchema,
    keys: sealedKeys,
    /** Adds the device to the member list. [SY-S6] */
    entry: memberEntry,
    mac: hex(32),
  }),
  z.strictObject({ kind: z.literal('reject'), device: deviceIdSchema }),
]);
export type ApproveRequest = z.infer<typeof approveRequest>;

/**
 * SY-S3. `challenge` needs no proof. `look` signs the challenge, and returns the member list and the keys that are sealed to the words.
 * `answer` signs the challenge together with the new device, and consumes the challenge.
 */
export const recoverRequest = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('challenge'), signKey: hex(32) }),
  z.strictObject({ step: z.literal('look'), signKey: hex(32), challenge: hex(32), signature: hex(64) }),
  z.strictObject({
    step: z.literal('answer'),
    signKey: hex(32),
    challenge: hex(32),
    device: newDevice,
    /** Adds the device to the member list, signed by the recovery key, with every generation's key sealed to it. [SY-S6] */
    entry: memberEntry,
    keys: sealedKeys,
    signature: hex(64),
  }),
]);
export type RecoverRequest = z.infer<typeof recoverRequest>;
export const recoverChallenge = z.looseObject({
  challenge: hex(32),
  expiresAt: counter,
  serverTime: counter,
});
export const recoverResponse = z.looseObject({
  info: vaultInfo,
  keys: z.array(sealedKey),
  members: memberEntries,
  serverTime: counter,
});
export type RecoverResponse = z.infer<typeof recoverResponse>;

/** SY-E3: a forked device registers a new id with its present token. `device` has the new token's hash. */
export const forkRequest = z.strictObject({ device: newDevice, keys: sealedKeys, entry: memberEntry });
export type ForkRequest = z.infer<typeof forkRequest>;

/**
 * `POST /v1/members`: entries that follow the last one of the list (existing ones are skipped), and the keys that they require: every
 * generation for an added device, a new generation for all remaining members and for recovery. To revoke a device, one request contains
 * the revocation's entry and the next generation's entry. [SY-S6, SY-A3]
 */
export const membersRequest = z.strictObject({
  entries: z.array(memberEntry).min(1).max(LIMITS.memberEntriesMax),
  keys: sealedKeys,
});
export type MembersRequest = z.infer<typeof membersRequest>;
/** `GET /v1/keyring`: every generation, the keys sealed to the requesting device, and the whole member list. */
export const keyringResponse = z.looseObject({
  generations: z.array(knownGeneration),
  keys: z.array(sealedKey),
  members: memberEntries,
  serverTime: counter,
});
export type KeyringResponse = z.infer<typeof keyringResponse>;

export const wireDevice = z.looseObject({
  id: deviceIdSchema,
  name: z.string(),
  boxKey: hex(32),
  signKey: hex(32),
  createdAt: counter,
  lastSeenAt: counter.nullable(),
  /** The highest sequence that this device has confirmed. `lag` is the head minus `acked`. */
  acked: counter,
  lag: counter,
  revokedAt: counter.nullable(),
});
export type WireDevice = z.infer<typeof wireDevice>;
export const devicesResponse = z.looseObject({ devices: z.array(wireDevice), serverTime: counter });
export const statusResponse = z.looseObject({
  vault: vaultIdSchema,
  kind: vaultKind,
  head: counter,
  epoch,
  kg: counter,
  registers: counter,
  tombstones: counter,
  devices: z.array(wireDevice),
  serverTime: counter,
});
export type StatusResponse = z.infer<typeof statusResponse>;
