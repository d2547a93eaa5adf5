import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoredRegister } from '../../ports/store.ts';
import { arbitraryRegisters, FIXED, sorted } from '../../testing/arbitrary-registers.ts';
import { createMemoryStore } from '../../testing/memory-store.ts';
import {
  bodyRegister,
  goneRegister,
  linkRegister,
  sampleHlc,
  sampleId,
  sampleKeyedId,
} from '../../testing/sample-memories.ts';
import { planWrite } from './write-registers.ts';

/** Makes a store that received these pages one after the other. */
const storeAfter = async (...pages: readonly (readonly StoredRegister[])[]) => {
  const stores = createMemoryStore();
  for (const page of pages) {
    await stores.writer.write(async (tx) => {
      await tx.apply(await planWrite(tx, page, { origin: 'remote', nowMs: 1, inVault: true }));
    });
  }
  return stores;
};

const contentOf = async (...pages: readonly (readonly StoredRegister[])[]) => {
  const stores = await storeAfter(...pages);
  return {
    rows: await stores.reader.rowsAfter(null, 1_000),
    registers: sorted(await stores.writer.write((tx) => tx.registersAfter(null, 1_000))),
    forgotten: (await stores.reader.statistics()).forgotten,
    clock: await stores.reader.meta('clock'),
  };
};

describe('registers become the same memories', () => {
  test('[SY-M2, SY-D3] in any order and in any pages', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRegisters, fc.nat(14), fc.nat(14), async (all, cut, turn) => {
        const turned = [...all.slice(turn), ...all.slice(0, turn)].reverse();
        const once = await contentOf(all);
        expect(await contentOf(turned.slice(0, cut), turned.slice(cut))).toEqual(once);
        expect(await contentOf(...all.map((one) => [one]))).toEqual(once);
      }),
      FIXED,
    );
  });

  test('[SY-M2] and applying a page again changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRegisters, async (page) => {
        expect(await contentOf(page, page)).toEqual(await contentOf(page));
      }),
      FIXED,
    );
  });

  test('[SY-M5, SY-M8] with the states that a look at everything gives', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRegisters, async (all) => {
        const stepwise = await contentOf(...all.map((one) => [one]));
        const whole = await contentOf(all);
        expect(stepwise.rows.map(({ id, state }) => ({ id, state }))).toEqual(
          whole.rows.map(({ id, state }) => ({ id, state })),
        );
      }),
      FIXED,
    );
  });
});

const [a, b] = [sampleId(1), sampleId(2)];

describe('a page', () => {
  test('[SY-C1] raises the clock to everything that came, even to what lost', async () => {
    const { clock } = await contentOf([goneRegister(a, sampleHlc(3)), bodyRegister(a, sampleHlc(9), 'x')]);
    expect(clock).toBe(sampleHlc(9));
  });

  test('[SY-D3] a facet that comes before its body is kept, and counts once the body comes', async () => {
    const early = await contentOf([linkRegister(a, sampleHlc(2), b)]);
    expect([early.rows, early.registers.length]).toEqual([[], 1]);
    const late = await contentOf(
      [linkRegister(a, sampleHlc(2), b)],
      [bodyRegister(b, sampleHlc(1), 'new')],
      [bodyRegister(a, sampleHlc(1), 'old')],
    );
    expect(late.rows.map(({ content, state }) => ({ content, state }))).toEqual([
      { content: 'old', state: 1 },
      { content: 'new', state: 0 },
    ]);
  });

  test('takes a local value that lost out of the outbox and keeps it as a revision', async () => {
    const { writer } = createMemoryStore();
    const mine = bodyRegister(sampleKeyedId(1), sampleHlc(1), 'mine', { key: 'k', namespace: 'default' });
    const theirs = {
      ...bodyRegister(mine.entity, sampleHlc(2), 'theirs', { key: 'k', namespace: 'default' }),
      seq: 4,
    };
    await writer.write(async (tx) => {
      await tx.apply(await planWrite(tx, [mine], { origin: 'local', nowMs: 1, inVault: true }));
      expect(await tx.outboxCount()).toBe(1);
      await tx.apply(await planWrite(tx, [theirs], { origin: 'remote', nowMs: 2, inVault: true }));
    });
    const after = await writer.write(async (tx) => ({
      outbox: await tx.outboxCount(),
      revisions: await tx.revisionsOf([mine.entity]),
      row: await tx.memory(mine.entity),
    }));
    expect(after.outbox).toBe(0);
    expect(after.revisions).toMatchObject([{ replacedAt: 2, register: { value: { content: 'mine' } } }]);
    expect(after.revisions[0]?.register).not.toHaveProperty('seq');
    expect(after.row?.content).toBe('theirs');
  });

  test('[SY-M3] a key learnt again begins without its past', async () => {
    const key = { key: 'k', namespace: 'default' };
    const id = sampleKeyedId(1);
    const stores = await storeAfter(
      [bodyRegister(id, sampleHlc(1), 'secret', key)],
      [bodyRegister(id, sampleHlc(2), 'still secret', key)],
      [bodyRegister(id, sampleHlc(4), 'clean', key), goneRegister(id, sampleHlc(3), 'aa')],
    );
    expect(await stores.reader.revisionsOf([id])).toEqual([]);
    expect((await stores.reader.memory(id))?.content).toBe('clean');
    expect(await stores.writer.write((tx) => tx.isForgotten('aa'))).toBe(false);
  });
});
