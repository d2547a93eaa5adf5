/** Lets the server lie for a while, alone or with the help of a revoked device. */
import { createSyncServer, ed25519 } from '@cairn/cloud';
import { createMemorySyncStore, type MemoryTables } from '@cairn/cloud/testing';
import { LIES, type Lie } from '../lies/lie.ts';
import type { SimServer } from '../network.ts';
import type { World } from '../world.ts';
import type { Act } from './act.ts';

const LIE_MS_MIN = 2_000;
const LIE_MS_SPREAD = 60_000;
const AT_ONCE_MAX = 3;

export const lie: Act = (world, device, random) => {
  const whom = random.chance(0.5) ? device : null;
  for (let n = 1 + random.below(AT_ONCE_MAX); n > 0; n--) {
    const told = random.pick(LIES);
    const untilMs = world.time.nowMs() + LIE_MS_MIN + random.below(LIE_MS_SPREAD);
    world.note(`server: begins to ${told}, to ${whom?.name ?? 'everybody'}`);
    begin(world, told, untilMs, whom?.name ?? device.name, whom !== null);
  }
};

/** Tells the lie of that name, for stories. */
export const lieAbout =
  (told: Lie): Act =>
  (world, device) => {
    world.note(`server: begins to ${told}`);
    begin(world, told, world.time.nowMs() + LIE_MS_SPREAD, device.name, false);
  };

const begin = (world: World, told: Lie, untilMs: number, device: string, isAlone: boolean): void => {
  const { liar, twin, backups } = world;
  if (told !== 'two heads' && told !== 'roll back') {
    liar.begin(told, untilMs, isAlone ? device : null);
    return;
  }
  if (twin === null) return;
  const past = told === 'roll back' ? backups.at(0)?.tables : undefined;
  const whom = told === 'two heads' || isAlone ? [device] : world.devices.map(({ name }) => name);
  liar.beginShadow(shadowOf(world, past ?? twin.backup()), untilMs, whom);
};

export const honest: Act = (world) => {
  world.note('server: is honest again');
  world.liar.stop();
};

/** Makes a second server of the same vault, whose history differs from here on. Other devices do not see what is sent to it. */
const shadowOf = (world: World, tables: MemoryTables): SimServer => {
  const store = createMemorySyncStore();
  store.restore(tables);
  return {
    up: true,
    busy: 0,
    together: 0,
    given: new Map(),
    answered: new Map(),
    process: createSyncServer({
      store,
      clock: world.time,
      random: world.random.fork(`shadow ${world.time.nowMs()}`),
      hints: { publish: () => undefined, subscribe: () => () => undefined },
      signatures: ed25519,
      registration: 'open',
    }),
  };
};
