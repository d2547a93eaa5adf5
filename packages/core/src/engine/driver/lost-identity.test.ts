import { deviceId } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createDriverBench, failure, rests, until } from '../../testing/driver-bench.ts';

/** Makes a device whose database was lost, along with its sync progress. */
const restored = async () => {
  const scene = await createDriverBench();
  const { ring, members, save } = scene;
  const { secrets } = ring;
  if (secrets === null) throw new Error('there are secrets');
  const { device, token, boxKey, boxSecret, signKey, signSecret } = secrets;
  ring.secrets = { ...secrets, lost: [{ device, token, boxKey, boxSecret, signKey, signSecret }] };
  await save(1);
  const standing = () => {
    const list = scene.crypto.members.read(secrets.vault, members);
    if (!list.ok) throw new Error(`the list is broken: ${list.error}`);
    return list.value.members.map((one) => [one.device.id, one.revokedAt === null]);
  };
  return { ...scene, before: device.id, standing };
};

test('[RL-43] a lost identity is given up before anything is pushed, and goes off the list', async () => {
  const { bench, driver, ring, calls, before, standing } = await restored();
  await driver.start();
  await until(bench, rests(driver));
  const now = ring.secrets?.device.id;
  expect(now).not.toBe(before);
  expect(standing()).toEqual([
    [before, false],
    [now, true],
  ]);
  expect(calls.indexOf('fork')).toBeLessThan(calls.indexOf('push'));
  expect(ring.secrets?.lost).toBeUndefined();
  expect((await bench.sync.syncFacts()).device?.id).toBe(now);
  await driver.stop();
});

test('[RL-43] an answer that is lost on the way leaves one device on the list', async () => {
  const { bench, driver, ring, transport, before, standing } = await restored();
  const { fork, appendMembers } = transport;
  const lost = { fork: 2, appendMembers: 2 };
  Object.assign(transport, {
    fork: async (request: Parameters<typeof fork>[0]) => {
      const answer = await fork(request);
      return lost.fork-- > 0 ? failure('unreachable') : answer;
    },
    appendMembers: async (request: Parameters<typeof appendMembers>[0]) => {
      const answer = await appendMembers(request);
      return lost.appendMembers-- > 0 ? failure('unreachable') : answer;
    },
  });
  await driver.start();
  await until(bench, rests(driver));
  expect(standing()).toEqual([
    [before, false],
    [ring.secrets?.device.id, true],
  ]);
  expect(ring.secrets?.lost).toBeUndefined();
  await driver.stop();
});

test('[RL-43] of two restores before a sync both identities go, and one that was revoked already is no trouble', async () => {
  const { bench, driver, ring, crypto, before, standing } = await restored();
  const { secrets } = ring;
  if (secrets === null) throw new Error('there are secrets');
  const id = deviceId(9, new Uint8Array(10).fill(9));
  const unknown = { ...crypto.makeDeviceKeys(), device: { id, name: 'laptop' }, token: crypto.makeToken() };
  ring.secrets = { ...secrets, lost: [unknown, ...(secrets.lost ?? [])] };
  await driver.start();
  await until(bench, rests(driver));
  expect(standing().filter(([, isLive]) => isLive === true)).toEqual([[ring.secrets?.device.id, true]]);
  expect(standing()).toContainEqual([before, false]);
  expect(ring.secrets?.lost).toBeUndefined();
  await driver.stop();
});
