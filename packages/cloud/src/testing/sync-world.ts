/** A server without HTTP, a clock that only a test advances, and devices with the state of a real device. For tests. */
import { createHash, type KeyObject } from 'node:crypto';
import {
  type CreateVaultRequest,
  type DeviceId,
  deviceId,
  type EntityId,
  type Hlc,
  hlcOf,
  keyedId,
  memoryId,
  type NewDevice,
  nodeOf,
  type PulledItem,
  type PushResponse,
  RECOVERY,
  type Result,
  type VaultInfo,
  type VaultKind,
  vaultId,
  type WireItem,
} from '@cairn/schema';
import { ed25519 } from '../adapters/ed25519.ts';
import type { AccountSessions } from '../ports/account-sessions.ts';
import type { Random } from '../ports/clock.ts';
import type { Hints, PublishedHint } from '../ports/hints.ts';
import type { PushWrite, Registration, SyncStore } from '../ports/sync-store.ts';
import { toHex } from '../services/hashing.ts';
import type { Problem } from '../services/problem.ts';
import type { Session } from '../services/session.ts';
import { createSyncServer, type SyncServer } from '../sync-server.ts';
import { createSigning, newSigningKey, sealedTo, signFounding, unwrap } from './sign-members.ts';

export { newSigningKey, sealedTo, signWith, unwrap } from './sign-members.ts';

export const SETUP_TOKEN = 'a-setup-token-for-tests';
export const START_MS = 1_800_000_000_000;

/** Makes deterministic bytes from the seed: SHA-256 of seed and counter. */
export const createTestRandom = (seed: string): Random => {
  let counter = 0;
  const block = (): Buffer => createHash('sha256').update(`${seed}/${counter++}`).digest();
  return {
    bytes: (count) => {
      const blocks = Array.from({ length: Math.ceil(count / 32) }, block);
      return new Uint8Array(Buffer.concat(blocks).subarray(0, count));
    },
  };
};

export const createRecordedHints = (): Hints & { readonly published: PublishedHint[] } => {
  const published: PublishedHint[] = [];
  return {
    published,
    publish: (vault, hint, audience) => published.push({ vault, hint, audience }),
    subscribe: () => () => {},
  };
};

export const kindOf = (result: Result<unknown, Problem>): string => (result.ok ? 'ok' : result.error.kind);

/** The keys and the token of a test device. */
export interface TestIdentity {
  readonly device: NewDevice;
  readonly token: string;
  /** Signs entries of the member list. */
  readonly signing: KeyObject;
}

export interface TestVault {
  readonly request: CreateVaultRequest;
  readonly info: VaultInfo;
  readonly first: TestDevice;
  /** Signs for `cairn recover`. */
  readonly recoveryKey: KeyObject;
}

export type TestDevice = ReturnType<typeof createTestDevice>;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Makes a device that keeps epoch, anchor, push number, cursor and all pulled items, like a real device. */
export const createTestDevice = (server: SyncServer, identity: TestIdentity, info: VaultInfo) => {
  const session: Session = { vault: info.vault, device: identity.device.id };
  let { epoch, anchor } = info;
  let pushNo = 0;
  let cursor: string | null = null;
  const held = new Map<string, PulledItem>();

  /** `claim`: other facts than those of this device. */
  const bodyOf = (items: readonly object[], claim: object = {}): Buffer =>
    Buffer.from(JSON.stringify({ epoch, anchor, pushNo: pushNo + 1, ...claim, items }));
  const pushBytes = async (bytes: Uint8Array): Promise<Result<PushResponse, Problem>> => {
    const answer = await server.push(session, bytes);
    if (answer.ok) {
      pushNo += 1;
      anchor = answer.value.anchor;
    }
    return answer;
  };
  const pullPage = async (limit = 1_000, empty = false) => {
    const answer = await server.pull(session, { cursor, limit, empty });
    if (answer.ok) {
      cursor = answer.value.cursor;
      for (const item of answer.value.items) held.set(`${item.entity} ${item.facet}`, item);
    }
    return answer;
  };
  return {
    ...identity,
    session,
    held,
    id: identity.device.id,
    epoch: () => epoch,
    anchor: () => anchor,
    cursor: () => cursor,
    bodyOf,
    pushBytes,
    push: (items: readonly object[]) => pushBytes(bodyOf(items)),
    /** Pushes with such a claim, and forgets the answer. */
    pushAs: (claim: object, items: readonly object[]) => server.push(session, bodyOf(items, claim)),
    pullPage,
    pullAll: async (limit = 1_000, empty = false): Promise<readonly PulledItem[]> => {
      const all: PulledItem[] = [];
      for (;;) {
        const page = unwrap(await pullPage(limit, empty));
        all.push(...page.items);
        if (!page.hasMore) return all;
      }
    },
    /** Adopts a new epoch, as a device does after `epoch_changed`. */
    startAgain: (newEpoch: string, newAnchor: string) => {
      epoch = newEpoch;
      anchor = newAnchor;
      pushNo = 0;
      cursor = null;
      held.clear();
    },
    forgetCursor: () => {
      cursor = null;
    },
  };
};

export interface WorldOptions {
  readonly registration?: Registration;
  readonly registersPerVaultMax?: number;
  readonly sessions?: AccountSessions;
}

/** `seed` determines every id and token, so worlds with different seeds can share a store. */
export const createWorld = (store: SyncStore, seed: string, options: WorldOptions = {}) => {
  const random = createTestRandom(seed);
  const hints = createRecordedHints();
  let nowMs = START_MS;
  const clock = { nowMs: () => nowMs };
  const { registration = 'open', ...rest } = options;
  const server = createSyncServer({
    ...rest,
    store,
    clock,
    random: createTestRandom(`${seed}/server`),
    hints,
    signatures: ed25519,
    registration,
  });
  const signing = createSigning(server);
  let stamps = 0;

  const newIdentity = (name: string): TestIdentity => {
    const token = hex(random.bytes(32));
    const pair = newSigningKey();
    const device: NewDevice = {
      id: deviceId(nowMs, random.bytes(10)),
      name,
      boxKey: hex(random.bytes(32)),
      signKey: pair.publicHex,
      tokenHash: createHash('sha256').update(token).digest('hex'),
    };
    return { device, token, signing: pair.key };
  };

  const vaultRequest = (kind: VaultKind = 'sealed') => {
    const identity = newIdentity('first');
    const recovery = newSigningKey();
    const kg = kind === 'sealed' ? 1 : 0;
    const request = signFounding(
      {
        vault: vaultId(nowMs, random.bytes(10)),
        kind,
        device: identity.device,
        generation: { kg, verifier: Buffer.from('verifier').toString('base64url') },
        keys: [sealedTo(identity.device.id, kg), sealedTo(RECOVERY, kg)],
        recovery: { boxKey: hex(random.bytes(32)), signKey: recovery.publicHex },
      },
      recovery.key,
    );
    return { request, identity, recoveryKey: recovery.key };
  };

  const createVault = async (kind: VaultKind = 'sealed', token = SETUP_TOKEN): Promise<TestVault> => {
    unwrap(await server.ensureSetupToken(SETUP_TOKEN));
    const { request, identity, recoveryKey } = vaultRequest(kind);
    const info = unwrap(await server.createVault(token, request));
    return { request, info, first: createTestDevice(server, identity, info), recoveryKey };
  };

  const newPairingId = (): string => hex(random.bytes(16));
  const newMac = (): string => hex(random.bytes(32));

  /** Pairs a new device with the vault of `inviter`: all steps of SY-A1. */
  const join = async (inviter: TestDevice, name = 'second'): Promise<TestDevice> => {
    nowMs += 1;
    const id = newPairingId();
    unwrap(await server.invite(inviter.session, id));
    const identity = newIdentity(name);
    const claim = { device: identity.device, mac: newMac() };
    unwrap(await server.claim(id, claim));
    const answer = await signing.approval(inviter, identity.device, newMac());
    unwrap(await server.answerClaim(inviter.session, id, answer));
    const approved = unwrap(await server.claim(id, claim));
    if (approved.state !== 'approved') throw new Error('not approved');
    return createTestDevice(server, identity, approved.info);
  };

  const newMemory = (): EntityId => memoryId(nowMs, random.bytes(10));
  /** Returns a stamp above all earlier ones, unless `atMs` is before the clock. */
  const stamp = (device: DeviceId, atMs = nowMs): Hlc => hlcOf(atMs, stamps++ % 65_536, nodeOf(device));

  /** Returns an item of a new memory, stamped by a device. */
  const newItem = (device: DeviceId, fields: Partial<WireItem> = {}): WireItem =>
    itemOf({ entity: newMemory(), hlc: stamp(device), ...fields });

  return {
    server,
    hints,
    random,
    ...signing,
    newIdentity,
    newPairingId,
    newMac,
    vaultRequest,
    createVault,
    join,
    nowMs: () => nowMs,
    advance: (ms: number) => {
      nowMs += ms;
    },
    newMemory,
    newKeyed: (): EntityId => keyedId(random.bytes(16)),
    stamp,
    newItem,
    /** Pushes that many items of new memories. */
    pushNew: async (device: TestDevice, count: number, fields: Partial<WireItem> = {}) => {
      const items = Array.from({ length: count }, () => newItem(device.id, fields));
      unwrap(await device.push(items));
      return items;
    },
    forget: async (device: TestDevice, entity: EntityId) =>
      unwrap(await device.push([newItem(device.id, { entity, facet: 'gone' })])),
  };
};

export type World = ReturnType<typeof createWorld>;

/** Returns functions that open worlds, vaults and pairs. Their seeds begin with `prefix`. */
export const openersOf = (store: () => SyncStore, prefix: string) => ({
  worldOf: (seed: string) => createWorld(store(), `${prefix}/${seed}`),
  vaultOf: (seed: string, options: Parameters<typeof openVault>[2] = {}) =>
    openVault(store(), `${prefix}/${seed}`, options),
  pairOf: (seed: string) => openPair(store(), `${prefix}/${seed}`),
});

/** Makes a world with a vault and its first device. */
export const openVault = async (
  store: SyncStore,
  seed: string,
  { kind, ...options }: WorldOptions & { readonly kind?: VaultKind } = {},
) => {
  const world = createWorld(store, seed, options);
  return { world, ...(await world.createVault(kind)) };
};

/** Makes a world with a vault that a second device has joined. */
const openPair = async (store: SyncStore, seed: string) => {
  const made = await openVault(store, seed);
  return { ...made, second: await made.world.join(made.first) };
};

export const itemOf = (item: Partial<WireItem> & Pick<WireItem, 'entity' | 'hlc'>): WireItem => ({
  facet: 'body',
  v: 1,
  kg: 1,
  payload: Buffer.from(`value of ${item.entity}`).toString('base64url'),
  ...item,
});

/** Returns the write of a push of one new memory, made from the present row of the vault. */
export const plainWrite = async (store: SyncStore, world: World, device: TestDevice): Promise<PushWrite> => {
  const seen = unwrap(await store.read((reads) => reads.vault(device.session.vault)));
  if (seen === null) throw new Error('no such vault');
  const head = seen.head + 1;
  const item = world.newItem(device.id);
  return {
    seen,
    after: { head, anchor: toHex(world.random.bytes(16)), registers: seen.registers + 1, tombstones: 0 },
    device: device.id,
    push: { pushNo: head, sha256: 'ab'.repeat(32), outcome: '{}' },
    acked: head,
    inserts: [{ ...item, seq: head }],
    updates: [],
    nowMs: world.nowMs(),
  };
};

/** Wraps a store. After `failNext`, the next transaction does all its work and then fails instead of committing. */
export const createFailingStore = (store: SyncStore): SyncStore & { failNext(): void } => {
  let failing = false;
  const transaction: SyncStore['transaction'] = (work) => {
    if (!failing) return store.transaction(work);
    failing = false;
    return store.transaction(async (tx) => {
      await work(tx);
      throw new Error('the power went');
    });
  };
  return {
    ...store,
    failNext: () => {
      failing = true;
    },
    transaction,
    single: transaction,
  };
};
