/** The thief of a revoked device, together with a lying server: values under ended keys, mixed with true values. */
import { keyBounds, type VaultSecrets } from '@cairn/core';
import type { SeededRandom } from '@cairn/core/testing';
import {
  type BodyValue,
  deviceId,
  entityKind,
  FACET_VERSION,
  type FacetValue,
  type Hlc,
  hlcMs,
  hlcOf,
  memoryId,
  nodeOf,
} from '@cairn/schema';
import { FORGED } from '../ledger.ts';
import { newestSecrets, type World } from '../world.ts';
import type { Act } from './act.ts';
import { revoke } from './members.ts';

const PLANTED_MS = 90_000;
const UNAWARE_MS = 5 * 60_000;
/** Offset after the beginning of the next generation, but not far enough ahead for the value to wait. [TR-4, TR-5] */
const LATE_MS = 4 * 60_000;
const FORGERIES = 3;
const YEAR_MS = 365 * 86_400_000;

export const collude: Act = async (world, device, random) => {
  if (world.kind !== 'sealed' || world.twin === null) return;
  const known = new Map(world.devices.map(({ name, ring }) => [name, ring.secrets?.members.length ?? 0]));
  if (world.revoked.length === 0) await revoke(world, device, random);
  const thief = world.revoked.length === 0 ? null : random.pick(world.revoked);
  const secrets = thief?.ring.secrets ?? null;
  if (secrets === null) return;
  const victim = random.pick(world.devices);
  if (random.chance(0.5)) keepUnaware(world, victim.name, known);
  const named = (random.chance(0.5) ? victim.ring.secrets : secrets) ?? secrets;
  forge(world, random, secrets, random.pick(secrets.keys).kg, (after) =>
    stampOf(world, random, nodeOf(named.device.id), after),
  );
};

/**
 * For stories, never drawn: a device is revoked. Its thief names another device as the writer of values that are stamped after the key's
 * end. That other device receives the revocation only after it was shown the values. [TR-4]
 */
export const nameAnother: Act = async (world, device, random) => {
  const known = new Map(world.devices.map(({ name, ring }) => [name, ring.secrets?.members.length ?? 0]));
  await revoke(world, device, random);
  const secrets = world.revoked.at(-1)?.ring.secrets ?? null;
  const victim = world.devices.find((one) => one !== device);
  const named = victim?.ring.secrets ?? null;
  if (secrets === null || victim === undefined || named === null) return;
  keepUnaware(world, victim.name, known);
  forge(world, random, secrets, secrets.kg, () =>
    hlcOf(world.time.nowMs() + LATE_MS, random.below(60_000), nodeOf(named.device.id)),
  );
};

/** Does the same once everything is sealed under a later key, with stamps from before the thief's key ended. [TR-4] */
export const colludeLate: Act = (world, _, random) => {
  const { complete, begun } = keyBounds(newestSecrets(world).members);
  for (const { ring } of world.kind === 'sealed' && world.twin !== null ? world.revoked : []) {
    const ended = ring.secrets?.keys.filter(({ kg }) => kg < complete) ?? [];
    if (ring.secrets === null || ended.length === 0) continue;
    const { kg } = random.pick(ended);
    const node = nodeOf(ring.secrets.device.id);
    const endMs = hlcMs(begun.find((one) => one.kg > kg)?.since ?? hlcOf(world.time.nowMs(), 0, node));
    const early = (after: Hlc | null): Hlc =>
      hlcOf(Math.min((after === null ? endMs : hlcMs(after)) + 1, endMs - 1), 0, node);
    forge(world, random, ring.secrets, kg, early);
  }
};

const forge = (
  world: World,
  random: SeededRandom,
  { vault, kind, keys, device }: VaultSecrets,
  kg: number,
  stamp: (after: Hlc | null) => Hlc,
): void => {
  const sealer = world.crypto.makeSealer({ vault, kind, kg, keys });
  for (let n = 0; n < FORGERIES; n++) {
    const { entity, value, after } = target(world, random);
    const hlc = stamp(after);
    const register = { entity, facet: value.facet, hlc, v: FACET_VERSION };
    world.truth.forged({ ...register, kg }, value.value);
    world.liar.plant(sealer.seal(register, JSON.stringify(value.value)), world.time.nowMs() + PLANTED_MS);
    world.note(`${device.name}: forges ${entity} ${value.facet} ${hlc} under ${kg}`);
  }
};

/** Returns a stamp: now, after the key's end, in the past but just above the existing value, or in a year. */
const stampOf = (world: World, random: SeededRandom, node: string, after: Hlc | null): Hlc => {
  const nowMs = world.time.nowMs();
  const past = after === null ? nowMs - 60_000 : hlcMs(after) + 1;
  return hlcOf(
    random.pick([nowMs, nowMs + LATE_MS, past, past, nowMs + YEAR_MS]),
    random.below(60_000),
    node,
  );
};

/** Hides new entries of the member list from a device for some minutes, so that the forgeries arrive first. [TR-4] */
const keepUnaware = (world: World, name: string, known: ReadonlyMap<string, number>): void => {
  const entries = known.get(name) ?? 0;
  if (entries > 0) world.liar.keepUnaware(name, entries, world.time.nowMs() + UNAWARE_MS);
};

/** Returns an existing memory, to be ended or overwritten, or a new one. */
const target = (world: World, random: SeededRandom) => {
  const rows = [...(world.twin?.backup().registers.get(world.vault)?.values() ?? [])];
  const bodies = rows.filter(({ facet }) => facet === 'body');
  if (bodies.length === 0 || random.chance(0.2))
    return {
      entity: memoryId(world.time.nowMs(), random.bytes(10)),
      value: forgedBody(world, random),
      after: null,
    };
  const keyed = bodies.filter(({ entity }) => entityKind(entity) === 'keyed');
  if (keyed.length > 0 && random.chance(0.4)) {
    const { entity, hlc } = random.pick(keyed);
    return { entity, value: forgedBody(world, random), after: hlc };
  }
  const { entity, hlc } = random.pick(bodies);
  return { entity, value: random.pick<FacetValue>([END, PINNED]), after: hlc };
};

const END: FacetValue = { facet: 'gone', value: { hash: null } };
const PINNED: FacetValue = { facet: 'flags', value: { pinned: true, trust: 'high' } };

const forgedBody = (world: World, random: SeededRandom): FacetValue => {
  const value: BodyValue = {
    content: `${FORGED}, number ${random.below(1_000_000)}`,
    namespace: 'default',
    key: null,
    project: null,
    source: 'user',
    createdAt: world.time.nowMs(),
    by: { device: deviceId(world.time.nowMs(), random.bytes(10)), name: 'thief', session: null, agent: null },
  };
  return { facet: 'body', value };
};

/**
 * Plants a value that a member sealed correctly but stamped later than now, on a server that accepts it. The member's clock may be
 * minutes or years ahead, or the member wants to win forever. [TR-5]
 */
export const sealAhead: Act = (world, _, random) => {
  if (world.kind !== 'sealed' || world.twin === null) return;
  const { vault, kind, kg, keys, device } = newestSecrets(world);
  const sealer = world.crypto.makeSealer({ vault, kind, kg, keys });
  const { entity, value } = target(world, random);
  if (value.facet === 'gone') return;
  const ms = world.time.nowMs() + random.pick([5 * 60_000, YEAR_MS, 50 * YEAR_MS]);
  const register = { entity, facet: value.facet, hlc: hlcOf(ms, 0, nodeOf(device.id)), v: FACET_VERSION };
  world.truth.sealedAhead(register, value.value);
  world.liar.plant(sealer.seal(register, JSON.stringify(value.value)), world.time.nowMs() + PLANTED_MS);
  world.note(`server: shows ${entity} ${value.facet}, stamped ${ms - world.time.nowMs()} ms ahead`);
};
