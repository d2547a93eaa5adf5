/** A device. Its store and keyring survive a kill. Its life (engine, driver and timers) does not. */
import type { SyncStore } from '@cairn/cloud';
import {
  type Crypto,
  createReadEngine,
  createSyncDriver,
  createWriteEngine,
  type Keyring,
  type Sealer,
  type StoreTransaction,
  type SyncDriver,
  type SyncTransport,
  type Timers,
  type VaultKeys,
  type VaultSecrets,
  type WriteEngine,
  type WriteSet,
  type WriteStore,
} from '@cairn/core';
import {
  createQueueTransport,
  type FakeTime,
  GOOD_LINK,
  isStoreFailure,
  type Link,
  type SeededRandom,
  type SkewedClock,
  type StorePair,
  storeFailure,
} from '@cairn/core/testing';
import { ok, type VaultId } from '@cairn/schema';
import type { Liar } from './liar.ts';
import {
  burn,
  count,
  directTransport,
  type Fuse,
  Killed,
  type SimHints,
  type SimServer,
  withSteps,
} from './network.ts';
import type { Traffic } from './traffic.ts';
import type { Watch } from './watch.ts';

export interface Life {
  readonly engine: WriteEngine;
  readonly driver: SyncDriver;
  readonly fuse: Fuse;
  alive: boolean;
}

export interface SimDevice {
  readonly name: string;
  readonly random: SeededRandom;
  readonly clock: SkewedClock;
  readonly link: Link;
  readonly ring: { secrets: VaultSecrets | null };
  /** Disk. When it is full, every write fails with libSQL's error. */
  readonly disk: { full: boolean };
  stores: StorePair;
  /** Whether the device runs an older version, which does not know the present form of the facet `tags`. [SY-M6] */
  older: boolean;
  /** Whether the device's file was restored or copied, so that it may be forked. [SY-E3] */
  copied: boolean;
  /** Whether the device was empty when it entered the vault. */
  joinedEmpty: boolean;
  /** Whether the device is in the vault. */
  entered: boolean;
  life: Life | null;
}

/** A deliberate fault in the program, which tests that the checkers notice it. */
export interface Mutant {
  readonly transport?: (transport: SyncTransport, world: DeviceWorld) => SyncTransport;
  readonly engine?: (engine: WriteEngine, store: WriteStore) => WriteEngine;
  readonly timers?: (timers: Timers) => Timers;
  readonly store?: (store: WriteStore) => WriteStore;
  readonly sealer?: (keys: VaultKeys, makeSealer: (keys: VaultKeys) => Sealer) => Sealer;
  readonly keyring?: (keyring: Keyring) => Keyring;
  readonly server?: (store: SyncStore) => SyncStore;
}

export interface DeviceWorld {
  readonly store: SyncStore;
  readonly vault: VaultId;
  readonly time: FakeTime;
  readonly crypto: Crypto;
  readonly server: SimServer;
  readonly hints: SimHints;
  readonly mutant: Mutant;
  readonly pageItems: number;
  readonly openStores: () => Promise<StorePair>;
  /** Number of writes in progress. */
  readonly storing: { busy: number };
  readonly watch: Watch;
  readonly liar: Liar;
  readonly traffic: Traffic;
  readonly isThorough: boolean;
  readonly onBody: (device: SimDevice, bytes: Uint8Array) => void;
}

export const createDevice = async (
  world: DeviceWorld,
  name: string,
  random: SeededRandom,
): Promise<SimDevice> => ({
  name,
  random,
  clock: world.time.clock(),
  link: { ...GOOD_LINK },
  ring: { secrets: null },
  disk: { full: false },
  stores: await world.openStores(),
  older: false,
  copied: false,
  joinedEmpty: false,
  entered: false,
  life: null,
});

/** Starts a new life. The driver starts when there is a vault. */
export const bringUp = async (world: DeviceWorld, device: SimDevice): Promise<Life> => {
  const fuse: Fuse = { left: null };
  const store = mortalStore(world, device, () => life);
  const timers: Timers = {
    after: (delayMs, run) =>
      world.time.after(delayMs, () => {
        if (life.alive) run();
      }),
  };
  const deps = {
    store,
    clock: device.clock,
    random: device.random,
    makeSealer: async (keys: VaultKeys) =>
      asReadBy(device, world.mutant.sealer?.(keys, world.crypto.makeSealer) ?? world.crypto.makeSealer(keys)),
  };
  const plain = createWriteEngine(deps);
  const engine = world.mutant.engine?.(plain, store) ?? plain;
  let unsubscribe = (): void => undefined;
  const { digestRanges, heldPage } = createReadEngine({ store: device.stores.reader, clock: device.clock });
  const driver: SyncDriver = createSyncDriver({
    engine: { ...engine, digestRanges, heldPage },
    transport: queueTo(world, device),
    keyring: (world.mutant.keyring ?? ((own) => own))(keyringOf(world, device, () => life)),
    crypto: async () => world.crypto,
    clock: device.clock,
    timers: world.mutant.timers?.(timers) ?? timers,
    random: device.random,
    pageItems: world.pageItems,
    events: {
      open: () => {
        unsubscribe();
        const { secrets } = device.ring;
        if (secrets === null) return;
        unsubscribe = world.hints.subscribe(secrets.vault, secrets.device.id, (hint) => {
          if (life.alive && !device.link.partitioned) driver.poke(hint.kind === 'keys' ? 'keys' : 'hint');
        });
      },
      close: () => unsubscribe(),
    },
  });
  const life: Life = { engine, driver, fuse, alive: true };
  device.life = life;
  try {
    await driver.start();
  } catch (error) {
    // A program that cannot write at its start ends, and is started again.
    if (isStoreFailure(error)) life.alive = false;
    else if (!(error instanceof Killed)) throw error;
  }
  return life;
};

/** Wraps the sealer so that an older version sees a shape that it does not know. */
const asReadBy = (device: SimDevice, sealer: Sealer): Sealer =>
  device.older
    ? {
        ...sealer,
        // Unknown JSON is sent again unchanged. [TR-17]
        seal: (register, json) =>
          sealer.seal(register, register.facet === 'tags' ? (laterOf(json) ?? json) : json),
        open: (register) => {
          const json = sealer.open(register);
          return json.ok && register.facet === 'tags' ? ok(JSON.stringify({ later: json.value })) : json;
        },
      }
    : sealer;

const laterOf = (json: string): string | null => {
  const { later }: { later?: string } = JSON.parse(json);
  return later ?? null;
};

/** Syncs as a person requests it, which also wakes a device that has stopped. */
export const insist = (device: SimDevice): void => {
  if (device.life?.alive === true)
    void device.life.driver.syncNow({ timeoutMs: INSIST_MS }).catch(() => undefined);
};
const INSIST_MS = 10_000;

export const kill = (device: SimDevice): void => {
  if (device.life !== null) device.life.alive = false;
  device.life = null;
};

const queueTo = (world: DeviceWorld, device: SimDevice): SyncTransport => {
  const to = (server: SimServer) => directTransport(server, () => device.ring.secrets?.token ?? null, world);
  const asked = world.liar.between(device.name, to, world.server);
  const queue = createQueueTransport({
    server: world.mutant.transport?.(asked, world) ?? asked,
    timers: world.time,
    random: device.random,
    link: device.link,
    onBody: (bytes) => world.onBody(device, bytes),
  });
  return withSteps(queue, () => world.traffic.request(device.name));
};

/** Wraps a store so that every step of a transaction may be the last. Then the transaction is rolled back. */
const mortalStore = (
  { storing, watch, mutant }: DeviceWorld,
  device: SimDevice,
  lifeOf: () => Life,
): WriteStore => {
  const { writer: plain } = device.stores;
  const writer = mutant.store?.(plain) ?? plain;
  const step = (): void => {
    const life = lifeOf();
    if (!life.alive) throw new Killed('a dead process writes nothing');
    burn(life.fuse, () => {
      life.alive = false;
    });
  };
  const write: WriteStore['write'] = async (work) => {
    storing.busy += 1;
    const sets: WriteSet[] = [];
    const applying = (tx: StoreTransaction): StoreTransaction => ({
      ...tx,
      apply: async (set) => {
        if (device.disk.full) throw storeFailure('full', 'database or disk is full');
        sets.push(set);
        await tx.apply(set);
      },
    });
    try {
      const done = await writer.write(async (tx) => {
        const answer = await work(withSteps(applying(tx), step));
        step();
        return answer;
      });
      watch.deviceCommits(device, sets);
      // A kill here comes after the commit and before the answer.
      step();
      return done;
    } finally {
      storing.busy -= 1;
    }
  };
  return {
    write,
    read: write,
    close: async () => undefined,
  };
};

const keyringOf = ({ server }: DeviceWorld, device: SimDevice, lifeOf: () => Life): Keyring => ({
  load: async () => device.ring.secrets,
  save: async (secrets) => {
    if (!lifeOf().alive) throw new Killed('a dead process writes nothing');
    const before = device.ring.secrets?.members ?? [];
    if (before.some(({ signature }, at) => secrets?.members[at]?.signature !== signature))
      count(server, 'two pasts of the member list');
    device.ring.secrets = secrets;
  },
});
