import { describe, expect, test } from 'vitest';
import type { ContextQuery } from '../ports/store.ts';
import { sampleDevice, sampleId, sampleKeyedId, sampleMs, sampleRow } from './sample-memories.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const [a, b, c, d, e] = [sampleId(1), sampleId(2), sampleId(3), sampleId(4), sampleId(5)];

export const contextContract = ({ apply, ask, reader, save, tx }: StoreUnderTest): void => {
  describe('the context block asks for', () => {
    const RECENT = { kind: 'recent', project: null, livingAt: 0, newest: 9, mostAccessed: 9 } as const;
    const rowsOf = (query: Partial<ContextQuery>) => reader().listForContext({ ...RECENT, ...query });
    const contents = async (query: Partial<ContextQuery>) =>
      (await rowsOf(query)).map(({ memory }) => memory.content).sort();
    const found = (kind: ContextQuery['kind'], project: string | null, newest = 10, mostAccessed = 0) =>
      contents({ kind, project, newest, mostAccessed });

    test('[CX-1] pinned, recent and project rows, the newest of them', async () => {
      await save(
        sampleRow(a, 'pinned here', { createdAt: sampleMs(1), pinned: true, project: 'p' }),
        sampleRow(b, 'pinned', { createdAt: sampleMs(2), pinned: true }),
        sampleRow(c, 'pinned elsewhere', { createdAt: sampleMs(3), pinned: true, project: 'q' }),
        sampleRow(d, 'global', { createdAt: sampleMs(4) }),
        sampleRow(e, 'newer', { createdAt: sampleMs(5) }),
        sampleRow(sampleId(6), 'here', { createdAt: sampleMs(6), project: 'p' }),
        sampleRow(sampleId(7), 'superseded', { createdAt: sampleMs(7), state: 1 }),
      );
      expect(await found('pinned', 'p')).toEqual(['pinned', 'pinned here']);
      expect(await found('pinned', null)).toEqual(['pinned']);
      expect(await found('recent', 'p')).toEqual(['global', 'newer']);
      expect(await found('recent', null, 1)).toEqual(['newer']);
      expect(await found('project', 'p')).toEqual(['here']);
      expect(await found('project', null)).toEqual([]);
    });

    test('[CX-2] what is tacit, and of it what is personality, of exactly one project', async () => {
      const at = (n: number, namespace: string | null, more = {}) =>
        sampleRow(sampleId(n), `${n} ${namespace}`, {
          ...{ createdAt: sampleMs(n), namespace, key: namespace === null ? null : `k${n}` },
          ...more,
        });
      await save(
        at(1, 'tacit'),
        at(2, 'tacit/preferences'),
        at(3, 'tacit/personality'),
        at(4, 'tacit/personality/style'),
        at(5, 'tacit/personality-x'),
        at(6, 'tacit-x'),
        at(7, 'tacit/preferences', { project: 'p' }),
        at(8, 'entity/people'),
        at(9, null),
        at(10, 'tacit/preferences', { state: 1 }),
        at(11, 'tacit/preferences', { trust: 'low' }),
        at(12, 'tacit/preferences', { pinned: true }),
      );
      await tx.noteAccess([sampleId(1), sampleId(8)], 1);
      const tacit = ['1 tacit', '12 tacit/preferences', '2 tacit/preferences', '5 tacit/personality-x'];
      expect(await found('tacit', null)).toEqual(tacit);
      expect(await found('tacit', 'p')).toEqual(['7 tacit/preferences']);
      expect(await found('personality', null)).toEqual(['3 tacit/personality', '4 tacit/personality/style']);
      expect(await found('personality', 'p')).toEqual([]);
      expect(await found('tacit', null, 1, 1)).toEqual(['1 tacit', '12 tacit/preferences']);
    });

    test('[CX-5] nothing of low trust', async () => {
      await save(
        sampleRow(a, 'high', { createdAt: sampleMs(1), trust: 'high' }),
        sampleRow(b, 'low', { createdAt: sampleMs(2), trust: 'low' }),
        sampleRow(c, 'held', { createdAt: sampleMs(3), trust: 'held', state: 3 }),
        sampleRow(d, 'low and pinned', { createdAt: sampleMs(4), trust: 'low', pinned: true }),
      );
      expect(await found('recent', null)).toEqual(['high']);
      expect(await found('pinned', null)).toEqual([]);
    });

    test('[CX-11] nothing that was found to be out of date by then, unless somebody decided that it stays', async () => {
      const rows = [a, b, c].map((id, n) => sampleRow(id, `fact ${n}`, { createdAt: sampleMs(n) }));
      await save(...rows);
      const [first, second, third] = rows;
      if (first === undefined || second === undefined || third === undefined) throw new Error('no rows');
      await ask(async (tx) => {
        const due = [first, second].map((entity) => ({ entity, other: null, dueAt: 100 }));
        await tx.noteCompared(rows, [...due, { entity: third, other: null, dueAt: 200 }]);
        await tx.keepFinding(second, null);
      });
      expect(await contents({ livingAt: 99 })).toEqual(['fact 0', 'fact 1', 'fact 2']);
      expect(await contents({ livingAt: 100 })).toEqual(['fact 1', 'fact 2']);
      expect(await contents({ livingAt: 200 })).toEqual(['fact 1']);
    });

    test('[M-6] and those that were looked at most, each row once, with how often', async () => {
      await apply({
        memories: [a, b, c, d].map((id, n) => sampleRow(id, `${n}`, { createdAt: sampleMs(n) })),
      });
      await ask(async (tx) => {
        await tx.noteAccess([a, d], 1);
        await tx.noteAccess([a, b, e], 2);
      });
      expect(await found('recent', null, 1, 1)).toEqual(['0', '3']);
      expect(await found('recent', null, 1, 9)).toEqual(['0', '1', '3']);
      expect(await found('project', 'p', 9, 9)).toEqual([]);
      const rows = await rowsOf({});
      expect(new Map(rows.map(({ memory, accesses }) => [memory.id, accesses]))).toEqual(
        new Map([
          [a, 2],
          [b, 1],
          [c, 0],
          [d, 1],
        ]),
      );
    });

    test('[CX-8] the same rows without their texts, as candidates, and the beginnings of texts', async () => {
      const by = { device: sampleDevice, name: 'desk', session: null, agent: null };
      await save(
        sampleRow(a, 'eine Tür 🚪', { createdAt: sampleMs(1), source: 'user', by }),
        sampleRow(sampleKeyedId(1), 'two spaces', {
          ...{ createdAt: sampleMs(2), key: 'indent', namespace: 'style', project: 'p', source: 'agent' },
        }),
        sampleRow(b, 'pinned', { createdAt: sampleMs(3), pinned: true }),
        sampleRow(c, 'old', { createdAt: sampleMs(0), source: 'auto', tags: ['work', 'remembered'] }),
      );
      await tx.noteAccess([c, b], 1);
      const candidates = async (kind: 'recent' | 'project', newest: number) => {
        const rows = await rowsOf({ kind, project: 'p', newest });
        const found = await reader().contextCandidates({ ...RECENT, kind, project: 'p', newest });
        expect(found.map(({ id }) => id).sort()).toEqual(rows.map(({ memory }) => memory.id).sort());
        return found;
      };
      const contentHash = (await reader().memoriesByIds([a]))[0]?.contentHash;
      expect(await candidates('recent', 1)).toEqual([
        {
          ...{ id: a, project: null, contentHash, createdAt: sampleMs(1), chars: 10 },
          ...{ isNamed: false, isOfUser: true, isAsked: false, accesses: 0 },
        },
        expect.objectContaining({ id: c, isOfUser: false, isAsked: true, accesses: 1 }),
      ]);
      expect(await candidates('recent', 9)).toHaveLength(2);
      expect(await candidates('project', 9)).toMatchObject([{ project: 'p', isNamed: true, chars: 10 }]);
      expect(await reader().beginningsOf([a, d], 9)).toEqual([{ contentHash, text: 'eine Tür ' }]);
    });

    test('[CX-1] how many are current, of the project and global', async () => {
      const of = (n: number, project: string | null, state: 0 | 1 = 0) =>
        sampleRow(sampleId(n), `${n}`, { project, state });
      await save(of(1, 'p'), of(2, null), of(3, null), of(4, 'q'), of(5, null, 1));
      expect(await reader().currentCount(['p', null], 9)).toBe(3);
      expect(await reader().currentCount([null], 9)).toBe(2);
      expect(await reader().currentCount(['p', null], 2)).toBe(2);
    });

    test('[M-5] nothing that expired', async () => {
      const seen = { n: 1, first: 0, last: 0 };
      const style = {
        ...sampleRow(sampleKeyedId(1), 'terse', { key: 'style/x', namespace: 'tacit/personality' }),
        seen,
      };
      await save(style);
      expect(await rowsOf({ livingAt: 14 * 86_400_000 })).toHaveLength(1);
      expect(await rowsOf({ livingAt: 14 * 86_400_000 + 1 })).toEqual([]);
    });
  });
};
