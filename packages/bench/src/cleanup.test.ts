import { expect, test } from 'vitest';
import { createCleanup } from './world.ts';

test('what was started last ends first, and a failure stops nothing', async () => {
  const ended: string[] = [];
  const cleanup = createCleanup();
  const end = (name: string) => async () => {
    ended.push(name);
    if (name === 'second') throw new Error('second does not end');
  };
  for (const name of ['first', 'second', 'third']) cleanup.add(end(name));
  await expect(cleanup.run()).rejects.toThrow('not everything could be ended');
  expect(ended).toEqual(['third', 'second', 'first']);
  await cleanup.run();
  expect(ended).toHaveLength(3);
  cleanup.add(end('after an empty run'));
  await cleanup.run();
  expect(ended).toHaveLength(4);
});

test('two who end everything at once both wait for all of it', async () => {
  let ended = 0;
  const cleanup = createCleanup();
  for (let at = 0; at < 3; at++)
    cleanup.add(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      ended += 1;
    });
  const [one, two] = [cleanup.run(), cleanup.run()];
  await one;
  expect(ended).toBe(3);
  await two;
});
