// Waits until nothing is in flight, either by itself or after a request. Finds devices that wrongly report to be at rest.

import type { Rest } from '../plan.ts';
import type { World } from '../world.ts';
import { statusOf } from './snapshot.ts';

type Status = Readonly<Record<string, unknown>>;

/** Longer than the longest backoff and the timer after it. */
const ALONE_MS = 180_000;
const ASKED_MS = 120_000;
const LOOK_MS = 1_000;
/** Number of quiet looks in a row. A single one may fall before something starts. */
const QUIET_LOOKS = 3;
/** Time for which a device may report `idle` with something to send, because pushes are debounced. */
const IDLE_WITH_PENDING_MS = 30_000;

const idleWith = (status: Status): boolean =>
  status.state === 'idle' && Number(status.pending) + Number(status.inflight) > 0;

/** Returns why the device is not at rest; null when it is. */
const unrest = (status: Status): string | null => {
  const { state, pending, inflight, dead, quarantined, bootstrap, healing, lastError, cursor, head } = status;
  const reseal: Status = { ...Object(status.reseal) };
  if (state !== 'idle') return `state ${state}`;
  for (const [name, count] of Object.entries({ pending, inflight, dead, quarantined }))
    if (count !== 0) return `${name} ${count}`;
  if (bootstrap !== null) return 'bootstrap';
  if (healing !== null) return 'healing';
  if (status.reseal !== null && reseal.isOver !== true) return `reseal ${JSON.stringify(reseal)}`;
  if (cursor !== head) return `cursor ${cursor} of ${head}`;
  return lastError === null ? null : `lastError ${JSON.stringify(lastError)}`;
};

export const comeToRest = async (world: World, rest: Rest): Promise<void> => {
  const devices = world.devices.filter(({ isIn }) => isIn);
  const idleSince = new Map<string, number>();
  const until = performance.now() + (rest === 'alone' ? ALONE_MS : ASKED_MS);
  let quiet = '';
  let looks = 0;
  for (;;) {
    if (rest === 'asked' && looks === 0) await askAll(world);
    const states: string[] = [];
    const heads = new Set<unknown>();
    for (const device of devices) {
      const status = await statusOf(device);
      const why = unrest(status);
      heads.add(status.head);
      if (why !== null) states.push(`${device.name}: ${why}`);
      noteIdle(world, idleSince, device.name, status);
    }
    const seen = states.length === 0 && heads.size === 1 ? [...heads].join() : '';
    looks = seen !== '' && (looks === 0 || seen === quiet) ? looks + 1 : 0;
    quiet = seen;
    if (looks === QUIET_LOOKS) return;
    if (performance.now() > until) {
      const what = states.length === 0 ? `heads ${[...heads].join()}` : states.join('; ');
      world.findings.add('rest', `not at rest (${rest}): ${what}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
};

const noteIdle = (world: World, since: Map<string, number>, name: string, status: Status): void => {
  if (!idleWith(status)) {
    since.delete(name);
    return;
  }
  const from = since.get(name) ?? performance.now();
  since.set(name, from);
  if (performance.now() - from > IDLE_WITH_PENDING_MS)
    world.findings.add('message', `${name} says idle for 30 s with ${status.pending} changes to send`);
};

/** Syncs every device twice, as waiting persons would. The second time brings the first device what the last one sent. */
const askAll = async (world: World): Promise<void> => {
  for (const device of [...world.devices, ...world.devices]) {
    if (!device.isIn) continue;
    const { code, out, err } = await device.run(['sync', '--wait', '--timeout', '30', '--json'], 60_000);
    if (code === null)
      world.findings.add('message', `${device.name}: sync --wait --timeout 30 gave no answer in 60 s`);
    if (code !== 0) continue;
    const said: Status = { ...Object(JSON.parse(out)) };
    if (said.pending !== 0 || said.dead !== 0)
      world.findings.add(
        'message',
        `${device.name}: sync --wait ended with 0 and ${JSON.stringify(said)} ${err}`,
      );
  }
};
