/** A vault, its devices and its server in one process, in virtual time. The same seed gives the same run. */
import { createSyncServer, ed25519, type SyncServer, type SyncStore } from '@cairn/cloud';
import { createMemorySyncStore, type MemorySyncStore, type MemoryTables } from '@cairn/cloud/testing';
import { createCrypto, planFounding, type VaultSecrets } from '@cairn/core';
import {
  copyStore,
  createFakeTime,
  createMemoryStore,
  createSeededRandom,
  type SeededRandom,
  type StorePair,
} from '@cairn/core/testing';
import { type VaultInfo, type VaultKind, vaultId, type WireItem } from '@cairn/schema';
import { bringUp, createDevice, type DeviceWorld, kill, type Mutant, type SimDevice } from './device.ts';
import { withFastCrypto } from './fast-crypto.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createLiar } from './liar.ts';
import { crashingStore, createSimHints, type Fuse, type SimServer } from './network.ts';
import { admit, currentKeyring, must } from './pairing.ts';
import { createTraffic } from './traffic.ts';
import { createTruth, type Truth } from './truth.ts';
import { createWatch } from './watch.ts';

export interface WorldOptions {
  readonly seed: number | string;
  readonly kind: VaultKind;
  readonly devices: number;
  /** Store of the server; the in-memory twin by default. */
  readonly store?: SyncStore;
  readonly mutant?: Mutant;
  /** Whether sealing is real, and answers pass through JSON and the wire's schema. False uses fast doubles. */
  readonly isThorough?: boolean;
  /** Whether the server lies in parts of the script. */
  readonly isHostile?: boolean;
  /** Opens the stores of a device; in memory by default. */
  readonly openStores?: () => Promise<StorePair>;
}

/** A backup of the server, and its answers until then. */
export interface ServerBackup {
  readonly tables: MemoryTables;
  readonly answered: ReadonlyMap<string, string>;
}

export interface World extends DeviceWorld {
  readonly random: SeededRandom;
  readonly kind: VaultKind;
  /** Whether the server lies at any time of the run. */
  readonly isHostile: boolean;
  readonly serverFuse: Fuse;
  readonly devices: SimDevice[];
  /** Number of devices ever made. */
  born: number;
  /** Whether two devices had one identity for a while. */
  isCloned: boolean;
  /** Former members, which are not used any more. */
  readonly revoked: SimDevice[];
  /** A member that pushes what no device of this version would push. */
  rogue: { readonly secrets: VaultSecrets; epoch: string; pushNo: number } | null;
  /** Items of the rogue that nobody can read, by entity. */
  readonly unreadable: Map<string, WireItem>;
  readonly ledger: Ledger;
  readonly truth: Truth;
  /** Whether the watch sees the server's commits in order, which needs the in-memory twin. */
  readonly isWatched: boolean;
  /** Store of the server when it is the twin, which can be restored. */
  readonly twin: MemorySyncStore | null;
  readonly backups: ServerBackup[];
  /** Whether the server was ever restored from a backup. */
  wasRestored: boolean;
  /** Log of the actions, for the report of a failure. */
  readonly log: string[];
  /** Request bodies, with the sending device. */
  readonly bodies: { readonly device: string; readonly bytes: Uint8Array }[];
  note(line: string): void;
  join(inviter: VaultSecrets): Promise<SimDevice>;
  /** Makes a second device with the file and the keyring of the first. */
  clone(device: SimDevice): Promise<SimDevice>;
  crashServer(downMs: number): void;
  /** Runs everything that needs no virtual time. */
  drain(): Promise<void>;
  /** Lets `ms` of virtual time pass, with everything that is due in it. */
  pass(ms: number): Promise<void>;
}

const SETUP_TOKEN = 'setup';
const RESTART_MS_MAX = 20_000;

export const createWorld = async (options: WorldOptions): Promise<World> => {
  const random = createSeededRandom(options.seed);
  const time = createFakeTime();
  const sodium = await createCrypto({ random: random.fork('crypto') });
  const isThorough = options.isThorough ?? true;
  const ledger = createLedger();
  const liar = createLiar(time, random.fork('liar'));
  const truth = createTruth(
    () => time.nowMs(),
    liar,
    (entity) => ledger.bad.has(entity),
    () => world.isCloned,
  );
  const watch = createWatch(
    ledger,
    truth,
    () => time.nowMs(),
    (name) => liar.deceived.has(name),
  );
  const traffic = createTraffic(() => time.nowMs(), watch.broke);
  const twin = options.store === undefined ? createMemorySyncStore() : null;
  const inner = options.store ?? twin ?? createMemorySyncStore();
  const mutated = options.mutant?.server ?? ((store: SyncStore) => store);
  const hints = createSimHints(time, random.fork('hints'));
  const serverFuse: Fuse = { left: null };
  const server: SimServer & { process: SyncServer } = {
    up: true,
    busy: 0,
    together: 0,
    given: new Map(),
    answered: new Map(),
    process: createSyncServer({
      store: mutated(
        crashingStore(inner, serverFuse, {
          onKill: () => world.crashServer(random.below(RESTART_MS_MAX)),
          // With another store, overlapping commits may be seen out of order.
          onCommit: options.store === undefined ? watch.serverCommits : () => undefined,
        }),
      ),
      clock: time,
      random: random.fork('server'),
      hints,
      signatures: ed25519,
      registration: 'open',
    }),
  };
  const world: World = {
    time,
    random,
    crypto: isThorough ? sodium : withFastCrypto(sodium),
    watch,
    truth,
    liar,
    traffic,
    isWatched: options.store === undefined,
    twin,
    backups: [],
    wasRestored: false,
    isThorough,
    hints,
    server,
    serverFuse,
    store: inner,
    vault: vaultId(time.nowMs(), random.bytes(10)),
    kind: options.kind,
    isHostile: options.isHostile ?? false,
    mutant: options.mutant ?? {},
    // Small, so that a bootstrap takes many pages and much can happen between two of them.
    pageItems: 7,
    openStores: options.openStores ?? (async () => createMemoryStore()),
    storing: { busy: 0 },
    devices: [],
    born: 0,
    isCloned: false,
    revoked: [],
    rogue: null,
    unreadable: new Map(),
    ledger,
    log: [],
    bodies: [],
    onBody: (device, bytes) => world.bodies.push({ device: device.name, bytes }),
    note: (line) => world.log.push(`${((time.nowMs() - START_MS) / 1_000).toFixed(3).padStart(9)}  ${line}`),
    join: (inviter) => joinDevice(world, inviter),
    clone: (device) => cloneDevice(world, device),
    crashServer: (downMs) => {
      server.up = false;
      world.note('server is killed');
      time.after(downMs, () => {
        server.up = true;
        world.note('server is back');
      });
    },
    drain: () => drain(world),
    pass: (ms) => pass(world, ms),
  };
  await foundVault(world);
  while (world.devices.length < options.devices) await world.join(newestSecrets(world));
  return world;
};

const START_MS = createFakeTime().nowMs();

/** Waits for pending work. Everything in memory is a chain of microtasks. Files and databases need real time. */
const turn = async ({ storing }: World): Promise<void> => {
  do await new Promise((resolve) => setImmediate(resolve));
  while (storing.busy > 0);
};

const drain = async (world: World): Promise<void> => {
  do await turn(world);
  while (world.server.busy > 0);
};

/** Messages that arrive within this time of each other are processed concurrently, where the server can. */
const TOGETHER_MS = 30;

const pass = async (world: World, ms: number): Promise<void> => {
  const { time, server } = world;
  const until = time.nowMs() + ms;
  let drainedAt = time.nowMs();
  for (;;) {
    await turn(world);
    // A device that asks in an endless loop would keep this going. The watch notices it.
    const noticed = world.watch.noticed();
    if (noticed !== null) throw noticed;
    const next = time.nextAtMs();
    if (server.busy > 0 && (next === null || next > Math.min(until, drainedAt + TOGETHER_MS))) {
      await drain(world);
      drainedAt = time.nowMs();
    } else if (next === null || next > until) break;
    else {
      if (server.busy === 0) drainedAt = next;
      time.runNext();
    }
  }
  time.skip(Math.max(0, until - time.nowMs()));
};

const foundVault = async (world: World): Promise<void> => {
  const { crypto, server } = world;
  await server.process.ensureSetupToken(SETUP_TOKEN);
  const device = await newDevice(world);
  const { engine } = await bringUp(world, device);
  const identity = await engine.identity({ name: device.name });
  const pair = { ...crypto.makeDeviceKeys(), device: identity, token: crypto.makeToken() };
  const salt = (await engine.syncFacts()).salt ?? crypto.makeSalt();
  const vault = { vault: world.vault, kind: world.kind, salt };
  const { request, secrets } = planFounding(crypto, vault, pair, crypto.makeRoot());
  const info = await server.process.createVault(SETUP_TOKEN, request);
  await enter(world, device, must(info, 'create'), secrets);
};

const newDevice = async (world: World): Promise<SimDevice> => {
  world.born += 1;
  const name = `device-${world.born}`;
  const device = await createDevice(world, name, world.random.fork(name));
  world.devices.push(device);
  return device;
};

/** Returns the secrets of a device that knows most of the vault's members and keys. */
export const newestSecrets = (world: World): VaultSecrets =>
  world.devices
    .flatMap(({ ring }) => (ring.secrets === null ? [] : [ring.secrets]))
    .reduce((a, b) => (b.members.length > a.members.length ? b : a));

/** Returns the secrets of some device that could admit another one at this moment. */
export const findInviter = async (world: World, random: SeededRandom): Promise<VaultSecrets | null> => {
  const able: VaultSecrets[] = [];
  for (const { ring } of world.devices)
    if (ring.secrets !== null && (await currentKeyring(world, ring.secrets)) !== null)
      able.push(ring.secrets);
  return able.length === 0 ? null : random.pick(able);
};

/** Pairs a new device with an existing one by the real exchange. The new device enters with whatever it holds. [SY-A1] */
const joinDevice = async (world: World, inviter: VaultSecrets): Promise<SimDevice> => {
  const device = await newDevice(world);
  const random = world.random.fork(`${device.name}/alone`);
  const { engine } = await bringUp(world, device);
  const identity = await engine.identity({ name: device.name });
  for (let n = random.below(4); n > 0; n--) {
    const content = world.ledger.newContent();
    const key = random.chance(0.4) ? random.pick(['editor', 'shell']) : null;
    const saved = must(
      await engine.remember({ content, source: 'user', ...(key === null ? {} : { key }) }),
      'save',
    );
    if (key === null) world.ledger.saved(saved.id, content);
    else world.ledger.wrote(key, content, null);
  }
  const { info, secrets } = await admit(world, inviter, identity);
  await enter(world, device, info, secrets);
  // The admitting device reads the list again, as the daemon does.
  world.devices.find(({ ring }) => ring.secrets?.token === inviter.token)?.life?.driver.poke('keys');
  world.note(`${device.name} joins by ${inviter.device.name}`);
  return device;
};

const cloneDevice = async (world: World, device: SimDevice): Promise<SimDevice> => {
  const twin = await newDevice(world);
  await copyStore(device.stores, twin.stores);
  twin.ring.secrets = device.ring.secrets;
  twin.joinedEmpty = device.joinedEmpty;
  twin.entered = device.entered;
  // The copy believes what the original was told.
  if (world.liar.deceived.has(device.name)) world.liar.deceive(twin.name);
  twin.clock.skewMs = device.clock.skewMs;
  device.copied = true;
  twin.copied = true;
  world.isCloned = true;
  await bringUp(world, twin);
  return twin;
};

const enter = async (
  world: World,
  device: SimDevice,
  info: VaultInfo,
  secrets: VaultSecrets,
): Promise<void> => {
  device.ring.secrets = secrets;
  const life = device.life;
  if (life === null) throw new Error('a dead device cannot enter');
  must(
    await life.engine.enterVault({
      vault: { id: world.vault, kind: world.kind, server: 'sim', kg: secrets.kg },
      salt: secrets.salt,
      device: secrets.device,
      push: { epoch: info.epoch, anchor: info.anchor, lastPushNo: 0, head: info.head },
    }),
    'enter',
  );
  for (const register of await device.stores.writer.write((tx) => tx.registersAfter(null, 1_000_000)))
    world.truth.memberWrote(register, register.value);
  device.entered = true;
  device.joinedEmpty = (await device.stores.reader.meta('pull'))?.bootstrap?.empty === true;
  await life.driver.start();
};

/** Starts a device that was killed. */
export const restart = async (world: World, device: SimDevice): Promise<void> => {
  if (device.life?.alive === true) return;
  kill(device);
  world.note(`${device.name} starts again`);
  await bringUp(world, device);
};
