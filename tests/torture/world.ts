// The world of one round: a server, devices in one vault, each on its own line, and the promises made to them.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { traversableTmp } from '@cairn/test-support';
import { createDevice, type Device, type Said } from './device.ts';
import { unmount } from './disks.ts';
import { createFindings, type Findings } from './findings.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { openLine } from './line.ts';
import type { Store } from './plan.ts';
import type { Postgres } from './postgres.ts';
import { openEmbeddedServer, openReplicas, type Server } from './server.ts';

export interface World {
  readonly folder: string;
  readonly store: Store;
  readonly server: Server;
  /** Postgres; null when the database is embedded. */
  readonly postgres: Postgres | null;
  readonly devices: Device[];
  readonly ledger: Ledger;
  readonly findings: Findings;
  /** Output of all commands. */
  readonly said: Said[];
  /** Number of answers by kind: ok, unknown, or the kind of a problem. */
  readonly answers: Map<string, number>;
  /** Secrets that no output and no log may contain. */
  readonly secrets: Set<string>;
  /** Folder of an older version's program; null when none was given. */
  readonly older: string | null;
  /** Folders on a small disk. */
  readonly mounts: string[];
  /** Work that a nemesis has postponed until just before the rest. */
  readonly later: (() => Promise<void>)[];
  /** Runs `act` while no device works. */
  quietly<T>(act: () => Promise<T>): Promise<T>;
  /** Makes a home and a line for one more device. */
  makeDevice(name: string): Promise<Device>;
  /** Admits a device by the invitation of a member. */
  letIn(newcomer: Device): Promise<boolean>;
  close(): Promise<void>;
  remove(): void;
}

export interface WorldOptions {
  readonly store: Store;
  readonly devices: number;
  readonly postgres: Postgres | null;
  readonly older: string | null;
}

const NAMES = ['laptop', 'desktop', 'phone', 'tablet', 'watch'];

export const openWorld = async ({ store, devices, postgres, older }: WorldOptions): Promise<World> => {
  const folder = mkdtempSync(join(traversableTmp(), 'cairn-torture-'));
  const server = await openServer(folder, store, postgres).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  const world: World = {
    folder,
    store,
    server,
    postgres: store === 'postgres' ? postgres : null,
    devices: [],
    ledger: createLedger(performance.now()),
    findings: createFindings(),
    said: [],
    answers: new Map(),
    secrets: new Set([server.setupToken]),
    older,
    mounts: [],
    later: [],
    quietly: (act) => world.devices.reduce((inner, device) => () => device.alone(inner), act)(),
    makeDevice: async (name) => {
      const home = join(folder, name);
      mkdirSync(home, { mode: 0o700 });
      const line = await openLine(server.port);
      return createDevice({ name, home, line, heard: (said) => world.said.push(said) });
    },
    letIn: (newcomer) => letIn(world, newcomer),
    close: async () => {
      await Promise.all(world.devices.map(({ line }) => line.close()));
      await server.close();
    },
    remove: () => {
      for (const mount of world.mounts) unmount(mount);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  try {
    await enterVault(world, devices);
    return world;
  } catch (error) {
    for (const device of world.devices) device.kill();
    await world.close();
    world.remove();
    throw error;
  }
};

const openServer = async (folder: string, store: Store, postgres: Postgres | null): Promise<Server> =>
  store === 'postgres' && postgres !== null
    ? openReplicas(folder, await postgres.createDatabase())
    : openEmbeddedServer(folder);

const enterVault = async (world: World, count: number): Promise<void> => {
  for (const name of NAMES.slice(0, count)) world.devices.push(await world.makeDevice(name));
  const [first, ...others] = world.devices;
  if (first === undefined) throw new Error('there is no device');
  // They start while the vault is made.
  const starting = Promise.all(others.map((other) => other.run(['up'], 60_000)));
  const made = await first.run([
    ...['vault', 'create', '--server', first.line.url, '--setup-token', world.server.setupToken],
    ...['--name', first.name, '--json'],
  ]);
  if (made.code !== 0) throw new Error(`vault create: ${made.err}`);
  world.secrets.add(String({ ...Object(JSON.parse(made.out)) }.recoveryWords));
  rememberSecrets(world, first);
  await starting;
  for (const other of others) if (!(await world.letIn(other))) throw new Error(`${other.name} cannot join`);
};

const letIn = async (world: World, newcomer: Device): Promise<boolean> => {
  for (const inviter of world.devices) {
    if (inviter === newcomer || !inviter.isIn) continue;
    const invited = await inviter.run(['invite', '--json']);
    if (invited.code !== 0) continue;
    const { code } = { ...Object(JSON.parse(invited.out)) };
    const joined = await newcomer.run(
      ['join', String(code), '--server', newcomer.line.url, '--name', newcomer.name, '--json'],
      90_000,
    );
    if (joined.code !== 0) continue;
    rememberSecrets(world, newcomer);
    return true;
  }
  return false;
};

const SECRET = /^(?:token|key|salt|.*Secret)$/;
const SECRET_CHARS_MIN = 20;

/** Notes the secrets in the device's keys.json. */
export const rememberSecrets = (world: World, { home }: Device): void => {
  const see = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') see(inner);
      else if (SECRET.test(name) && inner.length >= SECRET_CHARS_MIN) world.secrets.add(inner);
    }
  };
  try {
    see(JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')));
  } catch {
    // The keys are stored elsewhere, so there is nothing to look for.
  }
};
