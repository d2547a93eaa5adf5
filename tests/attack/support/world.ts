// Real daemons in one sealed vault behind a tampering proxy, and a ledger of the promises to each.

import { readFileSync } from 'node:fs';
import { connect, type DaemonClient, resolvePaths } from '@cairn/client/device';
import { forgetResult, listResult, type Memory, saveResult } from '@cairn/schema';
import { afterAll, onTestFinished } from 'vitest';
import { type Device, device, type Server, server } from '../../e2e/cairn.ts';
import { ask, askFor, createVault, join } from '../../e2e/daemon/world.ts';
import { watchInTest } from './children.ts';
import { createPassage, type Passage } from './passage.ts';
import { HONEST, startTamperingProxy, type TamperingProxy } from './proxy.ts';

/** A memory that was acknowledged to a device. The newest text is last. */
export interface Entry {
  readonly id: string;
  readonly owner: string;
  readonly texts: readonly string[];
  readonly pinned: boolean;
  readonly forgotten: boolean;
}

export interface AttackedDevice {
  readonly name: string;
  readonly cli: Device;
  readonly client: DaemonClient;
  /** Texts that the device certainly holds: they were saved here, or were here before the attack began. */
  readonly known: Set<string>;
}

export interface World {
  readonly sync: Server;
  readonly proxy: TamperingProxy;
  readonly devices: readonly AttackedDevice[];
  /** Entries by id. */
  readonly ledger: Map<string, Entry>;
  /** Ids that a hostile member made. They are not checked. */
  readonly foreign: Set<string>;
  /** Time of all programs of this world. */
  readonly passage: Passage;
  end(): Promise<void>;
}

const FILLED = 12;

export const openDevice = async (
  name: string,
  { settings }: Pick<Passage, 'settings'> = { settings: {} },
): Promise<AttackedDevice> => {
  const cli = await device(name, settings);
  await cli.run(['up']);
  const env = { CAIRN_HOME: cli.home };
  const paths = resolvePaths({ env, homeDir: cli.home, platform: process.platform, cwd: '/' });
  const client = await connect(paths, { start: false, env, program: '' });
  if (!client.ok) throw new Error(client.error.message);
  return { name, cli, client: client.value, known: new Set() };
};

export const closeDevice = async ({ client, cli }: AttackedDevice): Promise<void> => {
  client.close();
  await cli.end();
};

export const tokenOf = ({ cli }: AttackedDevice): string =>
  String(JSON.parse(readFileSync(`${cli.home}/keys.json`, 'utf8')).token);

const openWorld = async (names: readonly string[]): Promise<World> => {
  const passage = await createPassage();
  const [sync, ...devices] = await Promise.all([
    server({ CAIRN_REGISTRATION: 'open', ...passage.settings }),
    ...names.map((name) => openDevice(name, passage)),
  ]);
  const proxy = await startTamperingProxy(sync.port);
  const end = async (): Promise<void> => {
    proxy.become(HONEST);
    await Promise.all(devices.map(closeDevice));
    await proxy.close();
    await sync.end();
    await passage.end();
  };
  const world: World = { sync, proxy, devices, ledger: new Map(), foreign: new Set(), passage, end };
  try {
    await enterVault(world);
    return world;
  } catch (error) {
    await end();
    throw error;
  }
};

const enterVault = async (world: World): Promise<void> => {
  const { proxy, sync, devices } = world;
  const through = { url: proxy.url, setupToken: sync.setupToken };
  const [first, ...others] = devices;
  if (first === undefined) throw new Error('there is no device');
  await createVault(first.client, through, first.name);
  for (const other of others) await join(first.client, other.client, through, other.name);
  for (const one of devices) {
    proxy.name(tokenOf(one), one.name);
    await Promise.all(
      Array.from({ length: FILLED }, (_, n) => save(world, one, n === 0 ? { pin: true } : {})),
    );
    await save(world, one, { namespace: 'attack', key: `${one.name}-key` });
  }
  await settle(world);
  for (const one of devices) {
    const held = (await memoriesOf(one)).length;
    if (held !== world.ledger.size)
      throw new Error(`${one.name} holds ${held} of ${world.ledger.size} before any attack`);
  }
};

/** Syncs every device twice, as waiting persons would. The second time brings the first device what the last one sent. */
export const settle = async ({ devices }: Pick<World, 'devices'>): Promise<void> => {
  for (const { client } of [...devices, ...devices])
    await ask(client, 'POST', '/v1/sync', { wait: true, timeoutS: 60 }, { timeoutMs: 0 });
};

/** Checks until the test ends that no attack makes a program start another. */
const watchWorld = ({ sync, devices }: World): void =>
  watchInTest([
    { name: 'the server', pid: sync.pid },
    ...devices.map(({ name, cli }) => ({ name, pid: cli.pid })),
  ]);

/** Makes a world for a single test. It ends with the test. */
export const worldForTest = async (names: readonly string[]): Promise<World> => {
  const world = await openWorld(names);
  onTestFinished(world.end);
  watchWorld(world);
  return world;
};

/** Makes a world for a file of tests. After a failed test, the next one gets a new world. */
export const sharedWorld = (names: readonly string[]): (() => Promise<World>) => {
  let current: World | null = null;
  const end = async (): Promise<void> => {
    const ended = current;
    current = null;
    await ended?.end();
  };
  afterAll(end);
  return async () => {
    onTestFinished(async ({ task }) => {
      if (task.result?.state !== 'pass') await end();
    });
    current ??= await openWorld(names);
    watchWorld(current);
    return current;
  };
};

let saved = 0;

/** Returns a new text. All have the same width, so that none is part of another. */
const newText = ({ name }: AttackedDevice): string =>
  `${name} noted marker${String(++saved).padStart(6, '0')}`;

export const save = async (world: World, one: AttackedDevice, more: object = {}): Promise<string> => {
  const content = newText(one);
  const { id } = await askFor(one.client, saveResult, 'POST', '/v1/memories', { content, ...more });
  const before = world.ledger.get(id)?.texts ?? [];
  const pinned = 'pin' in more;
  world.ledger.set(id, { id, owner: one.name, texts: [...before, content], pinned, forgotten: false });
  one.known.add(id);
  return id;
};

/** Returns what this device saved and no device has forgotten, oldest first. */
export const own = ({ ledger }: World, { name }: AttackedDevice): readonly Entry[] =>
  [...ledger.values()].filter(({ owner, forgotten }) => owner === name && !forgotten);

/** Forgets a memory. Returns false when it did not exist. */
export const forget = async (world: World, one: AttackedDevice, id: string): Promise<boolean> => {
  const answer = await one.client.request('POST', '/v1/forget', { ids: [id] });
  if (!answer.ok) return false;
  const done = forgetResult.parse(answer.value);
  if (!done.forgotten.includes(id)) return false;
  const entry = world.ledger.get(id);
  if (entry !== undefined) world.ledger.set(id, { ...entry, forgotten: true });
  return true;
};

export const memoriesOf = async ({ client }: AttackedDevice): Promise<readonly Memory[]> =>
  (await askFor(client, listResult, 'GET', '/v1/memories?limit=1000')).memories;
