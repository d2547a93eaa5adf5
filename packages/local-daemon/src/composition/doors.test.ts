import { createServer } from 'node:net';
import { freePort } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { openDoors } from '../adapters/listen.ts';
import { portsOf } from './doors.ts';

const open = async (ports: readonly [number, ...number[]]) => {
  const doors = await openDoors({
    ...{ ports, socket: null, fetch: () => new Response(), upgrade: () => new Response() },
  });
  if (!doors.ok) throw new Error(doors.error.message);
  return doors.value;
};

test('where the usual port is taken, each start of a home has the same other one', async () => {
  const taken = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const usual = { port, isPortFixed: false };
  const [, own] = portsOf(usual, '/home/ada/.local/share/cairn');
  const first = await open(portsOf(usual, '/home/ada/.local/share/cairn'));
  await first.close(0);
  const second = await open(portsOf(usual, '/home/ada/.local/share/cairn'));
  const third = await open(portsOf(usual, '/home/ada/.local/share/cairn'));
  expect([first.port, second.port]).toEqual([own, own]);
  expect([port, own]).not.toContain(third.port);
  expect(portsOf(usual, '/home/bob/.local/share/cairn')[1]).not.toBe(own);
  await Promise.all([second.close(0), third.close(0)]);
});

test('a port that a person chose is the only one', () => {
  expect(portsOf({ port: 5_000, isPortFixed: true }, '/home/ada')).toEqual([5_000]);
  expect(portsOf({ port: 0, isPortFixed: false }, '/home/ada')).toEqual([0]);
});
