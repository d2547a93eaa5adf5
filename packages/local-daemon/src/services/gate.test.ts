import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('a caller that wants the store alone waits for those who share it, and they wait for it', async () => {
  const gate = createGate();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const alone = Promise.withResolvers<void>();
  const sharing = gate.share(async () => {
    order.push('share begins');
    await first.promise;
    order.push('share ends');
  });
  const having = gate.alone(async () => {
    order.push('alone begins');
    await alone.promise;
    order.push('alone ends');
  });
  const later = gate.share(async () => {
    order.push('later');
  });
  first.resolve();
  await sharing;
  alone.resolve();
  await Promise.all([having, later]);
  expect(order).toEqual(['share begins', 'share ends', 'alone begins', 'alone ends', 'later']);
});

test('a failure inside opens the gate again', async () => {
  const gate = createGate();
  await expect(gate.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(gate.share(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await gate.alone(async () => 'yes')).toBe('yes');
});
