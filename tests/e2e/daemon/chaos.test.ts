// Real daemons and a real server, killed and cut off while they work. `CAIRN_CHAOS=long` goes on for hundreds of kills.

import { createSeededRandom } from '@cairn/core/testing';
import { startFaultProxy, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { ask, contents, createVault, device, join, kill, startServer } from './world.ts';

const LONG = process.env.CAIRN_CHAOS === 'long';
const ROUNDS = LONG ? 300 : 10;
const SAVES = LONG ? 1 : 4;
const REST = { timeoutMs: 120_000, everyMs: 200 };

test('[ST-2, SY-U6] killed and cut off while they work, devices lose nothing acknowledged and end equal', {
  timeout: 120_000 + ROUNDS * 15_000,
}, async () => {
  const random = createSeededRandom('chaos');
  const server = await startServer();
  const proxy = await startFaultProxy(Number(new URL(server.url).port));
  onTestFinished(() => proxy.close());
  const through = { ...server, url: `http://127.0.0.1:${proxy.port}` };
  const devices = await Promise.all(['laptop', 'desktop', 'phone'].map((name) => device(name)));
  const [first, ...others] = devices;
  if (first === undefined) throw new Error('there is no device');
  await createVault(first.client, through, first.name);
  for (const other of others) await join(first.client, other.client, through, other.name);

  const acknowledged: string[] = [];
  const tried = new Set<string>();
  const saveSome = async (round: number, { client, name }: (typeof devices)[number]): Promise<void> => {
    for (let n = 0; n < SAVES; n++) {
      const content = `${name} saves ${n} in round ${round}`;
      tried.add(content);
      const answer = await client.request('POST', '/v1/memories', { content });
      if (answer.ok) acknowledged.push(content);
    }
  };
  const faults: readonly (() => Promise<void> | void)[] = [
    () => kill(random.pick(devices).home),
    () => kill(random.pick(devices).home),
    async () => {
      await server.kill();
      await server.restart();
    },
    () => proxy.cut(),
    () => {
      proxy.refusing = !proxy.refusing;
      proxy.cut();
    },
    () => {
      proxy.stalled = !proxy.stalled;
    },
    () => {
      proxy.sliceBytes = proxy.sliceBytes === null ? 50 : null;
    },
  ];
  for (let round = 0; round < ROUNDS; round++) {
    const saving = Promise.all(devices.map((one) => saveSome(round, one)));
    await faults[round % faults.length]?.();
    if (random.chance(0.3)) await kill(random.pick(devices).home);
    await saving;
  }

  Object.assign(proxy, { refusing: false, stalled: false, sliceBytes: null });
  proxy.cut();
  const isQuiet = async (): Promise<boolean> => {
    for (const { client } of devices)
      await ask(client, 'POST', '/v1/sync', { wait: true, timeoutS: 60 }, { timeoutMs: 0 });
    const held = await Promise.all(devices.map(({ client }) => contents(client)));
    return held.every((list) => list.join('\n') === held[0]?.join('\n'));
  };
  await waitUntil(isQuiet, { ...REST, what: 'the devices to hold the same' });
  const held = await contents(first.client);
  expect(acknowledged.length).toBeGreaterThan(ROUNDS);
  expect(held).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(held).size).toBe(held.length);
  for (const content of held) expect(tried).toContain(content);
});
