/** The contract for neighbours: memories that links and equal content connect. */
import { describe, expect, test } from 'vitest';
import {
  bodyRegister,
  goneRegister,
  linkRegister,
  sampleHlc,
  sampleId,
  sampleKeyedId,
  sampleMs,
  sampleRevision,
  sampleRow,
} from './sample-memories.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const [a, b, c, d, e] = [sampleId(1), sampleId(2), sampleId(3), sampleId(4), sampleId(5)];

export const neighbourContract = ({ apply, reader, save, tx }: StoreUnderTest): void => {
  describe('neighbours', () => {
    const idsOf = async (...ids: readonly (typeof a)[]) =>
      (await reader().neighboursOf(ids)).map(({ id }) => id).sort();

    test('are the closure over links both ways and over equal content', async () => {
      await apply({
        registers: [linkRegister(a, sampleHlc(2), b), linkRegister(c, sampleHlc(3), d)],
        memories: [
          sampleRow(a, 'one', { supersededBy: b, supersededAt: sampleMs(2), state: 1 }),
          sampleRow(b, 'two'),
          sampleRow(c, 'two', { supersededBy: d, supersededAt: sampleMs(3), project: 'p' }),
          sampleRow(d, 'three'),
          sampleRow(e, 'four'),
        ],
      });
      for (const start of [a, b, c, d]) expect(await idsOf(start)).toEqual([a, b, c, d]);
      expect(await idsOf(e)).toEqual([e]);
      expect(await idsOf(a, e)).toEqual([a, b, c, d, e]);
      expect(await tx.neighboursOf([a])).toEqual(await reader().neighboursOf([a]));
      expect(await tx.linkedAmong([])).toEqual([]);
      expect(await tx.linkedAmong([a, e, d, c])).toEqual([d]);
    });

    test('[RL-1] are the closure over edges both ways, also through what is not here', async () => {
      const edge = (original: typeof a, kept = false) => ({ original, kept });
      await apply({
        memories: [sampleRow(a, 'one'), sampleRow(b, 'two'), sampleRow(d, 'four')],
        edges: [
          { successor: a, replaces: [edge(c), edge(d, true)] },
          { successor: b, replaces: [edge(c)] },
        ],
      });
      for (const start of [a, b, c, d]) expect(await idsOf(start)).toEqual([a, b, d]);
      const replaces = async () => (await reader().neighboursOf([a])).map((one) => [one.id, one.replaces]);
      const both = [edge(c), edge(d, true)].sort((x, y) => (x.original < y.original ? -1 : 1));
      expect(await replaces()).toEqual([
        [a, both],
        [b, [edge(c)]],
        [d, []],
      ]);
      expect([...(await tx.danglingSuccessors())].sort()).toEqual([a, b]);
      expect(await tx.linkedAmong([a, c, d])).toEqual([c, d]);
      await apply({ edges: [{ successor: a, replaces: [edge(d)] }], eraseMemories: [b] });
      expect(await replaces()).toEqual([
        [a, [edge(d)]],
        [d, []],
      ]);
      expect(await tx.danglingSuccessors()).toEqual([]);
    });

    test('[SY-P6] the target of a link is missing while neither it nor its tombstone is here', async () => {
      const missing = async () => [...(await tx.missingSuccessors())].sort();
      const linked = (id: typeof a, to: typeof a) =>
        sampleRow(id, `text of ${id}`, { supersededBy: to, supersededAt: 1 });
      await save(linked(a, c), linked(b, c), linked(d, e), sampleRow(e, 'five'));
      expect(await missing()).toEqual([c]);
      await apply({ eraseMemories: [e] });
      expect(await missing()).toEqual([c, e]);
      await apply({ registers: [goneRegister(c, sampleHlc(9)), linkRegister(e, sampleHlc(9), null)] });
      expect(await missing()).toEqual([e]);
    });

    test('[RL-7] links that lost are found where no edge says the same', async () => {
      await apply({
        registers: [linkRegister(a, sampleHlc(9), b)],
        memories: [
          sampleRow(a, 'one', { supersededBy: b, supersededAt: sampleMs(9), state: 1 }),
          ...[b, c, d].map((id) => sampleRow(id, `text of ${id}`)),
        ],
        revisions: [c, d, e, null].map((to, at) => sampleRevision(linkRegister(a, sampleHlc(at + 1), to), 5)),
        edges: [{ successor: d, replaces: [{ original: a, kept: false }] }],
      });
      expect(await tx.lostEdges(5)).toEqual([{ original: a, successor: c }]);
      expect(await tx.lostEdges(0)).toEqual([]);
    });

    test('carry what decides visibility', async () => {
      const row = sampleRow(a, 'one', {
        supersededBy: b,
        supersededAt: sampleMs(2),
        state: 1,
        project: 'p',
        trust: 'low',
      });
      await apply({ registers: [linkRegister(a, sampleHlc(2), b)], memories: [row] });
      expect(await reader().neighboursOf([a])).toEqual([
        {
          id: a,
          gone: false,
          supersededBy: b,
          linkHlc: sampleHlc(2),
          replaces: [],
          contentHash: row.contentHash,
          project: 'p',
          namespace: null,
          trust: 'low',
          state: 1,
        },
      ]);
    });

    test('of an id that is not here are the rows that link to it; a tombstone shows as gone', async () => {
      await apply({
        registers: [
          linkRegister(a, sampleHlc(2), b),
          linkRegister(c, sampleHlc(2), d),
          goneRegister(d, sampleHlc(9)),
        ],
        memories: [
          sampleRow(a, 'one', { supersededBy: b, supersededAt: sampleMs(2) }),
          sampleRow(c, 'two', { supersededBy: d, supersededAt: sampleMs(2), state: 1 }),
        ],
      });
      expect(await idsOf(b)).toEqual([a]);
      const found = await reader().neighboursOf([c]);
      expect([...found].map(({ id, gone }) => ({ id, gone })).sort((x, y) => (x.id < y.id ? -1 : 1))).toEqual(
        [
          { id: c, gone: false },
          { id: d, gone: true },
        ],
      );
      expect(found.find(({ id }) => id === d)).toMatchObject({
        contentHash: null,
        supersededBy: null,
        linkHlc: null,
      });
      expect(await idsOf(e)).toEqual([]);
      expect(await idsOf()).toEqual([]);
    });

    test('of a key that was learnt again after its tombstone are alive', async () => {
      const id = sampleKeyedId(1);
      await apply({
        registers: [
          goneRegister(id, sampleHlc(1)),
          bodyRegister(id, sampleHlc(2), 'v', { key: 'k', namespace: 'n' }),
        ],
        memories: [sampleRow(id, 'v', { key: 'k', namespace: 'n' })],
      });
      expect(await reader().neighboursOf([id])).toMatchObject([{ id, gone: false, linkHlc: null }]);
    });

    test('survive a ring of links', async () => {
      await save(
        sampleRow(a, 'one', { supersededBy: b, supersededAt: 1 }),
        sampleRow(b, 'two', { supersededBy: c, supersededAt: 1 }),
        sampleRow(c, 'three', { supersededBy: a, supersededAt: 1 }),
      );
      expect(await idsOf(b)).toEqual([a, b, c]);
    });
  });
};
