import { connectMemory, type DaemonMemory } from '@cairn/client';
import { expect, onTestFinished, test } from 'vitest';
import { makeHome, program } from './daemon/world.ts';

const daemonMemory = async (): Promise<DaemonMemory> => {
  const home = await makeHome();
  const memory = await connectMemory({ home: home.paths.home, env: home.env, program });
  onTestFinished(() => memory.close());
  return memory;
};

test('[SD-4] events end with their signal, and with the loop that is left', async () => {
  const memory = await daemonMemory();
  const controller = new AbortController();
  const kinds: string[] = [];
  const listening = (async () => {
    for await (const event of memory.events({ signal: controller.signal })) kinds.push(event.kind);
  })();
  for (let at = 0; kinds.length === 0; at++) await memory.save(`Change number ${at}`);
  controller.abort();
  await listening;
  expect(new Set(kinds)).toEqual(new Set(['changed']));
  const leaving = (async () => {
    for await (const event of memory.events()) return event;
    return null;
  })();
  let done = false;
  void leaving.then(() => {
    done = true;
  });
  for (let at = 0; !done; at++) await memory.save(`Another change ${at}`);
  expect(await leaving).toMatchObject({ kind: 'changed' });
});

test('[SD-4] events end while nothing happens, when they are left or the memory is closed', async () => {
  const memory = await daemonMemory();
  const left = memory.events();
  const waiting = left.next();
  expect(await left.return?.()).toMatchObject({ done: true });
  expect(await waiting).toMatchObject({ done: true });
  const open = memory.events().next();
  await memory.status();
  await memory.close();
  expect(await open).toMatchObject({ done: true });
});
