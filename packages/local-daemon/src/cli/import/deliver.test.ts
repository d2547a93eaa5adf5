import { createEngineBench, mustBe } from '@cairn/core/testing';
import { LIMITS, ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createDelivery } from './deliver.ts';

test('[M-12] of an export in several requests, a memory that a key replaced stays replaced', async () => {
  const from = createEngineBench(1);
  const texts = Array.from({ length: LIMITS.importItemsPerRequestMax }, (_, n) => ({
    content: `walrus ${n}`,
  }));
  const keys = ['port', 'host', 'town', 'editor'];
  for (const key of keys) {
    const old = await mustBe(
      from.write.remember({ content: `the ${key} of old`, key, project: 'old', source: 'user' }),
    );
    const moved = await mustBe(from.write.moveMemory(old.id, 'middle'));
    await mustBe(from.write.moveMemory(moved.id, 'new'));
  }
  const { memories } = await mustBe(from.read.exportPage(null, 100));
  for (const order of [memories, memories.toReversed()]) {
    const to = createEngineBench(2);
    const delivery = createDelivery({
      ask: Object(async (_: string, { body }: { body: Parameters<typeof to.write.importRecords>[0] }) =>
        to.write.importRecords(body),
      ),
      target: {},
      dryRun: false,
      learn: false,
    });
    for (const record of [...order.slice(0, 6), ...texts, ...order.slice(6)])
      expect(await delivery.take({ kind: 'record', place: 'here', record, isBundle: true })).toBeNull();
    expect(await delivery.settle(async () => true)).toBeNull();
    const { memories: shown } = await mustBe(to.read.list({ namespace: 'default' }));
    expect(shown.map(({ project }) => project)).toEqual(keys.map(() => 'new'));
    expect((await mustBe(to.read.history(shown[0]?.id ?? ''))).versions).toHaveLength(3);
  }
});

test('[IM-1] half a character in the name of a session stops no import', async () => {
  const named: unknown[] = [];
  const delivery = createDelivery({
    ask: Object(async (_: string, { body }: { body: { name?: string; turns: readonly unknown[] } }) => {
      named.push(body.name);
      return ok({ read: body.turns.length, new: body.turns.length, duplicate: 0, skipped: 0, failed: 0 });
    }),
    target: {},
    dryRun: false,
    learn: false,
  });
  const turn = { id: null, author: 'user', text: 'Hello there', at: 1_000 };
  for (const [id, name] of [
    ['s1', 'Trip \ud83d'],
    ['s\ud83d', 'Of an odd id'],
    ['s2', 'Next'],
  ] as const)
    expect(
      await delivery.take({ kind: 'turn', place: 'here', session: { id, name, cwd: null }, turn }),
    ).toBeNull();
  expect(await delivery.settle(async () => true)).toBeNull();
  expect(named).toEqual(['Trip \ufffd', 'Next']);
});
