// An attack by the proxy while the devices work, and what must hold during and after it.

import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Memory, statusResult, verifyResult } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect } from 'vitest';
import { withLock } from '../../../scripts/lock.mjs';
import { askFor } from '../../e2e/daemon/world.ts';
import { inTime } from './in-time.ts';
import { type Behaviour, HONEST } from './proxy.ts';
import { type AttackedDevice, type Entry, forget, memoriesOf, own, save, type World } from './world.ts';

const ROUNDS = 3;
const PAUSE_MS = 400;
const QUIET_MS = 3_000;
/** Milliseconds after which a device has stopped asking in vain. */
const SETTLED_MS = 10_000;
const PUSHES_PER_S_MAX = 2;
/**
 * Bound for the requests of one device while nothing is saved or searched. The first retries are half a second apart, with four requests
 * each. An endless loop makes hundreds.
 */
const REQUESTS_PER_S_MAX = 10;
const COMMAND_MS_MAX = 2_000;
const HEAL_MS_MAX = 90_000;
/** Step of virtual time. Within two days, a device has done all that it does by itself. */
const HEAL_STEP_MS = 30 * 60_000;
const HEAL_PASSED_MS_MAX = 50 * 3_600_000;
const RSS_MIB_MAX = 600;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const underAttack = async (world: World, behaviour: Behaviour): Promise<void> => {
  for (const one of world.devices)
    for (const { id, forgotten } of world.ledger.values()) if (!forgotten) one.known.add(id);
  const began = performance.now();
  world.proxy.become(behaviour);
  const faults: string[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const worked = await Promise.all(world.devices.map((one) => work(world, one, round)));
      faults.push(...worked.flat());
      await pause(PAUSE_MS);
    }
    faults.push(...(await commandFaults(world)));
    await pause(Math.max(0, SETTLED_MS - (performance.now() - began)));
    for (const one of world.devices) await save(world, one);
    faults.push(...(await loopFaults(world)));
    for (const one of world.devices) faults.push(...(await heldFaults(world, one)), ...processFaults(one));
  } finally {
    world.proxy.become(HONEST);
  }
  expect(faults, `under "${behaviour.name}"`).toEqual([]);
  await heal(world, behaviour.name);
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
  ['devices'],
];

/** Lock for the commands. Only one attack on this machine runs its commands at a time, because each command has two seconds. */
const COMMANDS_LOCK = join(tmpdir(), 'cairn-attack-commands.lock');

/** Runs each command on two devices at the same time. Checks its exit code, its time and its output. */
export const commandFaults = (world: World): Promise<readonly string[]> =>
  withLock(
    COMMANDS_LOCK,
    () => undefined,
    async () =>
      (await Promise.all(world.devices.slice(0, 2).map((one) => commandFaultsOf(world, one)))).flat(),
  );

const commandFaultsOf = async (world: World, one: AttackedDevice): Promise<readonly string[]> => {
  const entry = own(world, one)[0];
  if (entry === undefined) throw new Error(`${one.name} saved nothing`);
  const { ms } = await inTime(() => save(world, one), COMMAND_MS_MAX);
  const faults = ms > COMMAND_MS_MAX ? [`${one.name}: a save takes ${ms} ms`] : [];
  for (const args of commandsOf(entry)) faults.push(...(await commandFault(one, args)));
  return faults;
};

/** Characters that a terminal obeys or does not show. An export contains texts unchanged, so that they can be imported. */
const UNSEEN = /[^\P{C}\n\t]/u;
const CONTROL = /[^\P{Cc}\n\t]/u;

/**
 * Commands that may fail. The doctor exits with a code of its own for warnings. A device list that the server spoils is reported as
 * such, in time.
 */
const FAILING: ReadonlySet<string> = new Set(['doctor', 'devices']);

const commandFault = async (one: AttackedDevice, args: readonly string[]): Promise<readonly string[]> => {
  const command = `${one.name}: cairn ${args.join(' ')}`;
  const { done, ms } = await inTime(() => one.cli.run(args), COMMAND_MS_MAX);
  const { code, out, err } = done;
  if (code !== 0 && !FAILING.has(args[0] ?? '')) return [`${command}: exit ${code}: ${err.slice(0, 200)}`];
  const raw = (args[0] === 'export' ? CONTROL : UNSEEN).exec(out + err);
  if (raw !== null) return [`${command} prints ${JSON.stringify(raw[0])}`];
  return ms > COMMAND_MS_MAX ? [`${command} takes ${ms} ms`] : [];
};

export const loopFaults = async ({ proxy, devices }: World): Promise<readonly string[]> => {
  const from = performance.now();
  await pause(QUIET_MS);
  const seen = proxy.seenSince(from);
  return devices.flatMap(({ name }) => {
    const { count, pushes, most } = seen.get(name) ?? { count: 0, pushes: 0, most: '' };
    const perS = (of: number): number => (of * 1_000) / (performance.now() - from);
    return [
      ...(perS(count) > REQUESTS_PER_S_MAX
        ? [`${name} asks ${perS(count).toFixed(1)} times a second: ${most}`]
        : []),
      ...(perS(pushes) > PUSHES_PER_S_MAX
        ? [`${name} pushes ${perS(pushes).toFixed(1)} times a second`]
        : []),
    ];
  });
};

/** Checks that a daemon does not keep what it is sent. Linux only. */
export const processFaults = ({ name, cli }: AttackedDevice): readonly string[] => {
  const pid = cli.pid();
  if (pid === null) return [`${name}: the daemon has ended`];
  if (!existsSync(`/proc/${pid}/task`)) return [];
  const rss = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  return rss > RSS_MIB_MAX ? [`${name}: the daemon holds ${Math.round(rss)} MiB`] : [];
};

/** Checks that nothing acknowledged is lost or changed, nothing forgotten returns, and nothing exists that was not saved. */
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

/** Makes the proxy honest and lets time pass without commands. Then all devices and the server must hold what the ledger says. */
const heal = async (world: World, name: string): Promise<void> => {
  const { passage } = world;
  const until = passage.nowMs() + HEAL_PASSED_MS_MAX;
  let faults = await peaceFaults(world);
  const isHealed = async (): Promise<boolean> => {
    if (faults.length > 0 && passage.nowMs() < until) await passage.pass(HEAL_STEP_MS);
    faults = await peaceFaults(world);
    return faults.length === 0;
  };
  await waitUntil(isHealed, { timeoutMs: HEAL_MS_MAX, everyMs: 200, what: `peace after "${name}"` }).catch(
    (error: unknown) => {
      expect(faults, `after "${name}"`).toEqual([]);
      throw error;
    },
  );
  expect(await comparedFaults(world), `after "${name}"`).toEqual([]);
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
  return faults;
};

/** Compares the devices once, after everything has healed, because a comparison wakes the device. */
const comparedFaults = async (world: World): Promise<readonly string[]> => {
  const faults: string[] = [];
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
