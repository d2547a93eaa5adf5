/** The contract for review: compared, found, kept, given and expired memories. */
import { defined } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { Finding, MemoryRow } from '../ports/store.ts';
import { sampleId, sampleKeyedId, sampleMs, sampleRow } from './sample-memories.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const [a, b, c, d] = [sampleId(1), sampleId(2), sampleId(3), sampleId(4)];

export const reviewContract = ({ apply, reader, save, tx }: StoreUnderTest): void => {
  const said = ({ id, contentHash }: MemoryRow) => ({ id, contentHash });
  const pair = (one: MemoryRow, other: MemoryRow): Finding => ({
    entity: said(one),
    other: said(other),
    dueAt: 0,
  });
  const stale = (one: MemoryRow, dueAt: number): Finding => ({ entity: said(one), other: null, dueAt });
  const contents = (rows: readonly MemoryRow[]) => rows.map(({ content }) => content);

  describe('[M-4] comparing', () => {
    const [one, two, three] = [sampleRow(a, 'one'), sampleRow(b, 'two'), sampleRow(c, 'three')];

    test('is due for current rows, the last written first, until it was noted', async () => {
      await save(one, two, three, sampleRow(d, 'old', { state: 1 }));
      expect(contents(await reader().uncompared(2))).toEqual(['three', 'two']);
      await tx.noteCompared([said(two), said(three)], []);
      expect(contents(await reader().uncompared(9))).toEqual(['one']);
      expect(await reader().uncomparedCount()).toBe(1);
    });

    test('is due again for what says something else, and only then', async () => {
      await save(one, two);
      await tx.noteCompared([said(one), said(two)], []);
      await save({ ...one, pinned: true }, sampleRow(b, 'two and a half'));
      expect(contents(await reader().uncompared(9))).toEqual(['two and a half']);
      await tx.noteCompared([said(two)], []);
      expect(await reader().uncomparedCount()).toBe(1);
    });

    test('finds pairs that show, the last found first, while both say what they said', async () => {
      await save(one, two, three);
      await tx.noteCompared([], [pair(one, two)]);
      await tx.noteCompared([], [pair(two, three), pair(one, two)]);
      expect(await reader().contradictions(9)).toEqual([
        [b, c],
        [a, b],
      ]);
      await apply({ states: [{ id: c, state: 1 }] });
      expect(await reader().contradictions(9)).toEqual([[a, b]]);
      await save(sampleRow(a, 'one again'));
      expect(await reader().contradictions(9)).toEqual([]);
    });

    test('what was kept stays kept until one of the two says something else', async () => {
      await save(one, two);
      await tx.noteCompared([], [pair(one, two)]);
      await tx.keepFinding(said(one), said(two));
      await tx.noteCompared([], [pair(one, two)]);
      expect(await reader().contradictions(9)).toEqual([]);
      const other = sampleRow(b, 'another two');
      await save(other);
      await tx.noteCompared([], [pair(one, other)]);
      expect(await reader().contradictions(9)).toEqual([[a, b]]);
    });

    test('finds what goes stale, shown once it has, the longest first', async () => {
      await save(one, two, three);
      await tx.noteCompared([], [stale(one, 30), stale(two, 10), stale(three, 20)]);
      const due = async (ms: number) => contents((await reader().dueBy(ms, 9)).map(({ memory }) => memory));
      expect(await due(9)).toEqual([]);
      expect(await due(20)).toEqual(['two', 'three']);
      await tx.keepFinding(said(two), null);
      expect(await due(30)).toEqual(['three', 'one']);
    });

    test('[ST-4] forgetting takes its findings along', async () => {
      await save(one, two, three);
      await tx.noteCompared([said(one)], [pair(one, two), pair(two, three), stale(two, 1)]);
      await apply({ eraseMemories: [b] });
      await save(two);
      expect(await reader().contradictions(9)).toEqual([]);
      expect(await reader().dueBy(9, 9)).toEqual([]);
      expect(await reader().uncomparedCount()).toBe(2);
    });

    test('[SY-D2] a new name keeps what was found and given', async () => {
      const keyed = sampleRow(sampleKeyedId(1), 'v', { key: 'k', namespace: 'n' });
      await save(keyed, one);
      await tx.noteCompared([said(keyed)], [pair(keyed, one)]);
      await tx.noteInjected('s', [keyed.id], 1);
      await tx.rename([{ from: keyed.id, to: sampleKeyedId(2) }]);
      expect(await reader().contradictions(9)).toEqual([[sampleKeyedId(2), a]]);
      expect([...(await reader().injectedIn('s'))]).toEqual([sampleKeyedId(2)]);
      expect(contents(await reader().uncompared(9))).toEqual(['one']);
    });
  });

  test('[G-1] what is held is listed, the newest first', async () => {
    const held = (id: typeof a, n: number) =>
      sampleRow(id, `${n}`, { trust: 'held', state: 3, createdAt: sampleMs(n) });
    await save(held(a, 1), held(b, 3), held(c, 2), sampleRow(d, 'current'));
    expect(contents(await reader().heldRows(2))).toEqual(['3', '2']);
  });

  test('[M-6] unused is what no person or agent said and nobody looked at since', async () => {
    const auto = (n: number, fields: Parameters<typeof sampleRow>[2] = {}) =>
      sampleRow(sampleId(n), `${n}`, { source: 'auto', createdAt: sampleMs(n), ...fields });
    await save(
      auto(2),
      auto(1),
      auto(3, { source: 'user' }),
      auto(4, { source: 'agent' }),
      auto(5, { pinned: true }),
      auto(6, { state: 1 }),
      auto(7),
      auto(8),
      auto(90),
      // Made long ago, and imported later.
      { ...auto(9), updatedAt: sampleMs(70) },
      sampleRow(sampleKeyedId(1), 'keyed', { source: 'web', key: 'k', namespace: 'n' }),
    );
    await tx.noteAccess([sampleId(7)], sampleMs(60));
    await tx.noteAccess([sampleId(2)], sampleMs(40));
    await tx.keepFinding(said(auto(8)), null);
    expect(contents(await reader().unused(sampleMs(50), 9))).toEqual(['1', '2']);
    expect(contents(await reader().unused(sampleMs(50), 1))).toEqual(['1']);
  });

  describe('[CX-1] what a session was given', () => {
    const given = async (session: string) => [...(await reader().injectedIn(session))].sort();

    test('is remembered for that session, until its context was lost', async () => {
      await tx.noteInjected('s', [a, 'a summary'], 1);
      await tx.noteInjected('s', [b, a], 2);
      await tx.noteInjected('t', [c], 3);
      expect(await given('s')).toEqual([a, b, 'a summary'].sort());
      await tx.clearInjected('s');
      expect(await given('s')).toEqual([]);
      expect(await given('t')).toEqual([c]);
    });

    test('[ST-4] is forgotten with the memory', async () => {
      await save(sampleRow(a, 'one'));
      await tx.noteInjected('s', [a, b], 1);
      await apply({ eraseMemories: [a] });
      expect(await given('s')).toEqual([b]);
    });
  });

  test('[M-5] a count that expired is hidden, listed with everything, and lives again when it is counted', async () => {
    const day = 86_400_000;
    const row = (seen: MemoryRow['seen']) => ({
      ...sampleRow(sampleKeyedId(1), 'terse', { key: 'style/tone', namespace: 'tacit/personality' }),
      seen,
    });
    await save(row({ n: 2, first: 0, last: day }), sampleRow(a, 'fact'));
    const shown = async (livingAt?: number) => {
      const { rows, total } = await reader().list({ limit: 9, ...defined({ livingAt }) });
      expect(total).toBe(rows.length);
      return contents(rows).sort();
    };
    expect(await shown(29 * day)).toEqual(['fact', 'terse']);
    expect(await shown(29 * day + 1)).toEqual(['fact']);
    expect(await shown()).toEqual(['fact', 'terse']);
    await save(row({ n: 3, first: 0, last: 29 * day }));
    expect(await shown(30 * day)).toEqual(['fact', 'terse']);
    expect(await reader().memory(sampleKeyedId(1))).toEqual(row({ n: 3, first: 0, last: 29 * day }));
  });
};
