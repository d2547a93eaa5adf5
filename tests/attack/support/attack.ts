// An attack by the proxy while the devices work, and what must hold during it and after it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Memory, statusResult, verifyResult } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect } from 'vitest';
import { ask, askFor } from '../../e2e/daemon/world.ts';
import { type Behaviour, HONEST } from './proxy.ts';
import { type AttackedDevice, type Entry, forget, memoriesOf, own, save, type World } from './world.ts';

/**
 * `alone`: one `cairn sync`, as a person types it who waits. `repair`: a server that acknowledges what it throws away, or says
 * that it sent what it kept back, leaves nothing to see but by comparison, so `cairn sync repair` is typed on each device.
 * `retry`: what the server refused stands in `cairn status`, with `cairn sync retry`, which is typed.
 */
export type Cure = 'alone' | 'retry' | 'repair';

const ROUNDS = 3;
const PAUSE_MS = 400;
const QUIET_MS = 2_000;
/**
 * The bound of one device while nobody saves or asks. The first tries of a backoff are half a second apart, with four requests
 * each; a circle makes hundreds.
 */
const REQUESTS_PER_S_MAX = 10;
const COMMAND_MS_MAX = 2_000;
const HEAL_MS_MAX = 60_000;
const RSS_MIB_MAX = 600;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const underAttack = async (
  world: World,
  behaviour: Behaviour,
  cure: Cure = 'alone',
): Promise<void> => {
  for (const one of world.devices)
    for (const { id, forgotten } of world.ledger.values()) if (!forgotten) one.known.add(id);
  world.proxy.become(behaviour);
  const faults: string[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const worked = await Promise.all(world.devices.map((one) => work(world, one, round)));
      faults.push(...worked.flat());
      await pause(PAUSE_MS);
    }
    faults.push(...(await commandFaults(world)), ...(await loopFaults(world)));
    for (const one of world.devices) faults.push(...(await heldFaults(world, one)), ...processFaults(one));
  } finally {
    world.proxy.become(HONEST);
  }
  expect(faults, `under "${behaviour.name}"`).toEqual([]);
  await heal(world, behaviour.name, cure);
};

const work = async (world: World, one: AttackedDevice, round: number): Promise<readonly string[]> => {
  await save(world, one);
  if (round === 0) await save(world, one, { pin: true });
  if (round === 1) await save(world, one, { namespace: 'attack', key: `${one.name}-key` });
  const oldest = own(world, one).find(({ id, pinned }) => !pinned && id.startsWith('m_'));
  const isForgotten = round !== 2 || oldest === undefined || (await forget(world, one, oldest.id));
  await nudge(one);
  return isForgotten ? [] : [`${one.name} does not find what it is to forget`];
};

const nudge = ({ client }: AttackedDevice): Promise<unknown> => client.request('POST', '/v1/sync', {});

const commandsOf = (entry: Entry): readonly (readonly string[])[] => [
  ['list'],
  ['search', 'marker'],
  ['context'],
  ['get', entry.id],
  ['status'],
  ['doctor'],
  ['export'],
];

/** Each command of two devices side by side: its exit, its time and what it prints. */
export const commandFaults = async (world: World): Promise<readonly string[]> =>
  (await Promise.all(world.devices.slice(0, 2).map((one) => commandFaultsOf(world, one)))).flat();

const commandFaultsOf = async (world: World, one: AttackedDevice): Promise<readonly string[]> => {
  const entry = own(world, one)[0];
  if (entry === undefined) throw new Error(`${one.name} saved nothing`);
  const began = performance.now();
  await save(world, one);
  const isSlow = performance.now() - began > COMMAND_MS_MAX;
  const faults = isSlow ? [`${one.name}: a save takes too long`] : [];
  for (const args of commandsOf(entry)) faults.push(...(await commandFault(one, args)));
  return faults;
};

/** What a terminal obeys or does not show. An export carries texts as they are, so that they can be brought back. */
const UNSEEN = /[^\P{C}\n\t]/u;
const CONTROL = /[^\P{Cc}\n\t]/u;

const commandFault = async (one: AttackedDevice, args: readonly string[]): Promise<readonly string[]> => {
  const command = `${one.name}: cairn ${args.join(' ')}`;
  let fastest = Number.POSITIVE_INFINITY;
  // Another program may have had the processor the first time.
  for (let tries = 0; tries < 2 && fastest > COMMAND_MS_MAX; tries++) {
    const began = performance.now();
    const { code, out, err } = await one.cli.run(args);
    fastest = Math.min(fastest, performance.now() - began);
    // The doctor's warnings are an exit of its own.
    if (code !== 0 && args[0] !== 'doctor') return [`${command}: exit ${code}: ${err.slice(0, 200)}`];
    const raw = (args[0] === 'export' ? CONTROL : UNSEEN).exec(out + err);
    if (raw !== null) return [`${command} prints ${JSON.stringify(raw[0])}`];
  }
  return fastest > COMMAND_MS_MAX ? [`${command} takes ${Math.round(fastest)} ms`] : [];
};

export const loopFaults = async ({ proxy, devices }: World): Promise<readonly string[]> => {
  const from = performance.now();
  await pause(QUIET_MS);
  const seen = proxy.seenSince(from);
  return devices.flatMap(({ name }) => {
    const { count, most } = seen.get(name) ?? { count: 0, most: '' };
    const perS = (count * 1_000) / (performance.now() - from);
    return perS > REQUESTS_PER_S_MAX ? [`${name} asks ${perS.toFixed(1)} times a second: ${most}`] : [];
  });
};

/** Linux: a daemon that does not embed has no children, and does not keep what it is sent. */
export const processFaults = ({ name, cli }: AttackedDevice): readonly string[] => {
  const pid = cli.pid();
  if (pid === null) return [`${name}: the daemon has ended`];
  if (!existsSync(`/proc/${pid}/task`)) return [];
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => childrenOf(pid, task));
  const rss = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  return [
    ...children.map((child) => `${name}: the daemon runs another program, ${child}`),
    ...(rss > RSS_MIB_MAX ? [`${name}: the daemon holds ${Math.round(rss)} MiB`] : []),
  ];
};

const childrenOf = (pid: number, task: string): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean);
  } catch {
    return [];
  }
};

/** Nothing acknowledged is lost or changed, nothing forgotten comes back, nothing is there that nobody saved. */
export const heldFaults = async (
  { ledger, foreign }: World,
  one: AttackedDevice,
  isPeace = false,
): Promise<readonly string[]> => {
  const memories = new Map((await memoriesOf(one)).map((memory) => [memory.id, memory]));
  const faults: string[] = [];
  for (const memory of memories.values())
    if (!ledger.has(memory.id) && !foreign.has(memory.id))
      faults.push(`${one.name} holds ${memory.content}, which nobody saved`);
  for (const entry of ledger.values()) {
    const isOwn = entry.owner === one.name;
    const isKnown = isPeace || one.known.has(entry.id);
    const fault = entryFault(entry, memories.get(entry.id), { isCertain: isOwn || isPeace, isKnown });
    if (fault !== null) faults.push(`${one.name}: ${entry.texts.at(-1)} of ${entry.owner} ${fault}`);
  }
  return faults;
};

const entryFault = (
  entry: Entry,
  memory: Memory | undefined,
  { isCertain, isKnown }: { readonly isCertain: boolean; readonly isKnown: boolean },
): string | null => {
  if (entry.forgotten) return isCertain && memory !== undefined ? 'was forgotten and is there' : null;
  if (memory === undefined) return isKnown ? 'is missing' : null;
  const isText = isCertain
    ? memory.content === entry.texts.at(-1)
    : entry.texts.some((text) => text === memory.content);
  if (!isText) return `is changed to ${memory.content}`;
  return memory.pinned === entry.pinned ? null : 'has lost its pin';
};

/** The proxy is honest: within a minute all devices and the server hold what the ledger says. */
const heal = async (world: World, name: string, cure: Cure): Promise<void> => {
  if (cure === 'repair') await repairAll(world);
  for (const one of world.devices) {
    if (cure === 'retry') expect((await one.cli.run(['sync', 'retry'])).code).toBe(0);
    await nudge(one);
  }
  let faults: readonly string[] = ['not asked yet'];
  const isHealed = async (): Promise<boolean> => {
    faults = await peaceFaults(world);
    return faults.length === 0;
  };
  await waitUntil(isHealed, { timeoutMs: HEAL_MS_MAX, everyMs: 500, what: `peace after "${name}"` }).catch(
    (error: unknown) => {
      expect(faults, `after "${name}"`).toEqual([]);
      throw error;
    },
  );
};

/** Twice, since the first device may lack what another sends back only after it. */
const repairAll = async ({ devices }: World): Promise<void> => {
  for (const one of [...devices, ...devices]) {
    await ask(one.client, 'POST', '/v1/sync', { wait: true, timeoutS: 30 }, { timeoutMs: 0 });
    const repaired = await one.cli.run(['sync', 'repair']);
    if (repaired.code !== 0 && repaired.code !== 5) throw new Error(repaired.err);
  }
};

const peaceFaults = async (world: World): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const one of world.devices) {
    faults.push(...(await heldFaults(world, one, true)));
    const { sync } = await askFor(one.client, statusResult, 'GET', '/v1/status');
    const { state, pending, inflight, dead, quarantined } = sync;
    const left = { state, pending, inflight, dead, quarantined, unread: sync.unread };
    if (state !== 'idle' || pending + inflight + dead + quarantined > 0)
      faults.push(`${one.name}: ${JSON.stringify(left)} ${sync.lastError?.message ?? ''}`);
  }
  if (faults.length > 0) return faults;
  for (const { name, client } of world.devices) {
    const compared = await client.request('POST', '/v1/sync/verify', {}, { timeoutMs: 0 });
    if (!compared.ok) faults.push(`${name} does not compare: ${compared.error.message}`);
    else {
      const { equal, differing, unfit } = verifyResult.parse(compared.value);
      if (!equal) faults.push(`${name} differs from the server: ${differing} registers, ${unfit} memories`);
    }
  }
  return faults;
};
