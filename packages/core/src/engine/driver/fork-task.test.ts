import { deviceId } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createDriverBench, failure, rests, until } from '../../testing/driver-bench.ts';
import { signerOf } from '../vault/plan-members.ts';

/** Makes a copied device, and a server that accepts its new identity and loses the answer `lost` times. */
const copied = async (lost: number) => {
  const scene = await createDriverBench();
  const { transport, script, save, members } = scene;
  const asked: string[] = [];
  const fork = transport.fork;
  Object.assign(transport, {
    fork: async (request: Parameters<typeof fork>[0]) => {
      const answer = await fork(request);
      asked.push(request.device.id);
      return asked.length <= lost ? failure('unreachable') : answer;
    },
  });
  await save(1);
  script.push = [failure('device_forked')];
  const added = () => members.flatMap(({ fact }) => (fact.kind === 'add' ? [fact.device.id] : []));
  return { ...scene, asked, added };
};

test('[RL-40] an answer that is lost leaves no second new device', async () => {
  const { bench, driver, ring, asked, added } = await copied(3);
  await driver.start();
  await until(bench, rests(driver));
  expect(added()).toEqual([ring.secrets?.device.id]);
  expect(asked).toEqual(added());
  expect((await bench.sync.syncFacts()).device?.id).toBe(ring.secrets?.device.id);
  expect(ring.secrets?.next).toBeUndefined();
  await driver.stop();
});

test('[RL-40] nor does an end of the program before the answer', async () => {
  const { bench, driver, script, ring, asked, added } = await copied(1);
  await driver.start();
  await until(bench, () => asked.length === 1);
  await driver.stop();
  expect(ring.secrets?.next?.device.id).toBe(asked[0]);
  script.push = [failure('device_forked')];
  await driver.start();
  await until(bench, rests(driver));
  expect(added()).toEqual([ring.secrets?.device.id]);
  await driver.stop();
});

test('[RL-40] a request that never came there is sent again for the same device', async () => {
  const { bench, driver, transport, ring, added } = await copied(0);
  const { fork } = transport;
  const asked: string[] = [];
  Object.assign(transport, {
    fork: async (request: Parameters<typeof fork>[0]) => {
      asked.push(request.device.id);
      return asked.length < 3 ? failure('unreachable') : fork(request);
    },
  });
  await driver.start();
  await until(bench, rests(driver));
  expect(asked).toEqual(Array(3).fill(ring.secrets?.device.id));
  expect(added()).toEqual([ring.secrets?.device.id]);
  await driver.stop();
});

test('[RL-40] an identity that was revoked before it was taken is not taken', async () => {
  const { bench, driver, ring, crypto, members, asked, added } = await copied(0);
  const { secrets } = ring;
  if (secrets === null) throw new Error('there are secrets');
  const id = deviceId(5, new Uint8Array(10).fill(5));
  const next = { ...crypto.makeDeviceKeys(), device: { id, name: 'laptop' }, token: crypto.makeToken() };
  const device = crypto.newDevice(id, 'laptop', next, next.token);
  for (const fact of [{ kind: 'add', device } as const, { kind: 'revoke', device: id } as const]) {
    const list = crypto.members.read(secrets.vault, members);
    if (!list.ok) throw new Error('the list is sound');
    members.push(crypto.members.sign(secrets.vault, list.value, fact, signerOf(secrets)).entry);
  }
  ring.secrets = { ...secrets, next };
  await driver.start();
  await until(bench, rests(driver));
  expect(asked).toHaveLength(1);
  expect(added()).toEqual([id, ring.secrets?.device.id]);
  expect(ring.secrets?.device.id).not.toBe(id);
  await driver.stop();
});
