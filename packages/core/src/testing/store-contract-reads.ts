/** The contract for lists, export and counts. */
import { defined, deviceId } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { ListQuery, MemoryRow } from '../ports/store.ts';
import { sampleHlc, sampleId, sampleKeyedId, sampleMs, sampleRow } from './sample-memories.ts';
import { allPages, type StoreUnderTest } from './store-under-test.ts';

const [a, b, c, d, e] = [sampleId(1), sampleId(2), sampleId(3), sampleId(4), sampleId(5)];

export const readContract = ({ apply, reader, save }: StoreUnderTest): void => {
  describe('lists', () => {
    const rows: readonly MemoryRow[] = [
      sampleRow(a, 'oldest', { createdAt: sampleMs(1), tags: ['x'], project: 'p' }),
      sampleRow(b, 'pinned', { createdAt: sampleMs(2), tags: ['x', 'y'], pinned: true }),
      sampleRow(c, 'superseded', {
        createdAt: sampleMs(3),
        state: 1,
        supersededBy: d,
        supersededAt: sampleMs(4),
      }),
      sampleRow(d, 'held', { createdAt: sampleMs(4), state: 3, trust: 'held' }),
      sampleRow(sampleKeyedId(1), 'keyed', {
        createdAt: sampleMs(5),
        namespace: 'tacit/style',
        key: 'indent',
        project: 'q',
      }),
      sampleRow(sampleKeyedId(2), 'near', { createdAt: sampleMs(6), namespace: 'tacitus', key: 'indent' }),
      sampleRow(sampleKeyedId(3), 'top', { createdAt: sampleMs(7), namespace: 'tacit', key: 'other' }),
    ];
    const contents = async (query: Partial<ListQuery>) => {
      const { rows: found, total } = await reader().list({ limit: 100, ...query });
      return { found: found.map(({ content }) => content), total };
    };

    test('show what is current, newest first, and count all of it', async () => {
      await save(...rows);
      const all = ['top', 'near', 'keyed', 'pinned', 'oldest'];
      expect(await contents({})).toEqual({ found: all, total: 5 });
      expect(await contents({ limit: 2 })).toEqual({ found: all.slice(0, 2), total: 5 });
      expect((await contents({ all: true })).found).toEqual([
        'top',
        'near',
        'keyed',
        'held',
        'superseded',
        'pinned',
        'oldest',
      ]);
    });

    test('[F-11] are read from any place, and counted by quarters of an hour', async () => {
      await save(...rows);
      expect(await contents({ limit: 2, offset: 1 })).toEqual({ found: ['near', 'keyed'], total: 5 });
      expect(await contents({ offset: 4 })).toEqual({ found: ['oldest'], total: 5 });
      expect(await contents({ offset: 5 })).toEqual({ found: [], total: 5 });
      expect(await contents({ tags: ['x'], offset: 1 })).toEqual({ found: ['oldest'], total: 2 });
      const quarter = (at: number): number => Math.floor(at / 900_000);
      const times = (query: Partial<ListQuery> = {}) => reader().memoryTimes({ limit: 1, ...query });
      expect(await times()).toEqual([[quarter(sampleMs(1)), 5]]);
      const later = sampleMs(1) + 3_600_000;
      await save(sampleRow(e, 'later', { createdAt: later, tags: ['x'] }));
      expect(await times()).toEqual([
        [quarter(later), 1],
        [quarter(sampleMs(1)), 5],
      ]);
      expect(await times({ tags: ['x'], offset: 1 })).toEqual([
        [quarter(later), 1],
        [quarter(sampleMs(1)), 2],
      ]);
      expect(await times({ projects: ['q'] })).toEqual([[quarter(sampleMs(5)), 1]]);
      expect(await times({ tags: ['none'] })).toEqual([]);
    });

    test('[F-5] filter by project, tags, namespace, key and pin', async () => {
      await save(...rows);
      expect((await contents({ projects: ['p', null] })).found).toEqual(['top', 'near', 'pinned', 'oldest']);
      expect((await contents({ projects: ['q'] })).found).toEqual(['keyed']);
      expect((await contents({ projects: [null] })).found).toEqual(['top', 'near', 'pinned']);
      expect((await contents({ tags: ['y', 'z'] })).found).toEqual(['pinned']);
      expect((await contents({ tags: ['x'] })).found).toEqual(['pinned', 'oldest']);
      expect((await contents({ namespacePrefix: 'tacit' })).found).toEqual(['top', 'keyed']);
      expect((await contents({ namespacePrefix: 'tacit/style' })).found).toEqual(['keyed']);
      expect((await contents({ namespacePrefix: '%' })).found).toEqual([]);
      expect((await contents({ key: 'indent' })).found).toEqual(['near', 'keyed']);
      expect((await contents({ pinned: true })).found).toEqual(['pinned']);
      expect(await contents({ tags: ['none'] })).toEqual({ found: [], total: 0 });
    });

    test('[F-5] filter by source, device, agent and ids', async () => {
      const device = deviceId(sampleMs(1), new Uint8Array(10).fill(8));
      const by = { device, name: 'desk', session: null, agent: 'codex' };
      await save(...rows, sampleRow(e, 'told', { createdAt: sampleMs(8), source: 'user', by }));
      expect((await contents({ source: 'user' })).found).toEqual(['told']);
      expect((await contents({ agent: 'codex' })).found).toEqual(['told']);
      expect((await contents({ deviceId: device })).found).toEqual(['told']);
      expect(await contents({ deviceId: 'd_none' })).toEqual({ found: [], total: 0 });
      expect(await contents({ ids: [b, c, e] })).toEqual({ found: ['told', 'pinned'], total: 2 });
      expect((await contents({ ids: [a, b, e], projects: ['p'] })).found).toEqual(['oldest']);
      expect(await contents({ ids: [] })).toEqual({ found: [], total: 0 });
    });

    test('[F-5] filter by session, with everything else', async () => {
      const by = { device: sampleRow(a, '').deviceId, name: 'desk', session: 'talk', agent: null };
      await save(
        ...rows,
        sampleRow(e, 'first', { createdAt: sampleMs(8), by, project: 'p' }),
        sampleRow(sampleId(9), 'second', { createdAt: sampleMs(9), by, pinned: true }),
        sampleRow(sampleId(10), 'gone', { createdAt: sampleMs(9), by, state: 1 }),
      );
      expect(await contents({ session: 'talk' })).toEqual({ found: ['second', 'first'], total: 2 });
      expect(await contents({ session: 'talk', limit: 1 })).toEqual({ found: ['second'], total: 2 });
      expect((await contents({ session: 'talk', all: true })).total).toBe(3);
      expect((await contents({ session: 'talk', projects: ['p'] })).found).toEqual(['first']);
      expect((await contents({ session: 'talk', ids: [a, e] })).found).toEqual(['first']);
      expect((await contents({ session: 'talk', pinned: true })).found).toEqual(['second']);
      expect(await contents({ session: 'other' })).toEqual({ found: [], total: 0 });
    });

    test('[F-11, M-5] count what is current of a page that is full, less what expired', async () => {
      const day = 86_400_000;
      const counted = (n: number, last: number) => ({
        ...sampleRow(sampleKeyedId(n), `${n}`, { key: `style/${n}`, namespace: 'tacit/personality' }),
        seen: { n: 1, first: 0, last },
      });
      await save(...rows, counted(7, 0), counted(8, 20 * day));
      const at = (livingAt: number, query: Partial<ListQuery> = {}) =>
        reader().list({ limit: 2, livingAt, ...query });
      expect([(await at(0)).total, (await at(15 * day)).total, (await at(40 * day)).total]).toEqual([
        7, 6, 5,
      ]);
      expect((await at(15 * day, { all: true })).total).toBe(8);
      expect((await at(15 * day, { namespacePrefix: 'tacit' })).total).toBe(3);
    });

    test('[F-11] go on after a place, also between those of one moment', async () => {
      const many = Array.from({ length: 7 }, (_, n) =>
        sampleRow(sampleId(n), `${n}`, { createdAt: sampleMs(n < 2 ? 1 : n < 5 ? 2 : 3) }),
      );
      await apply({ memories: many });
      const seen = await allPages<MemoryRow>(async (after) => {
        const page = await reader().list({ limit: 2, ...defined({ after }) });
        expect(page.total).toBe(7);
        return page.rows;
      });
      expect(seen.map(({ content }) => content)).toEqual(['6', '5', '4', '3', '2', '1', '0']);
      const before = await reader().list({ limit: 9, after: { createdAt: sampleMs(2), id: '' } });
      expect(before.rows.map(({ content }) => content)).toEqual(['1', '0']);
    });

    test('[TE-16] filter by a part of the id, and by when they were made', async () => {
      await save(...rows);
      expect(await contents({ part: b.slice(2) })).toEqual({ found: ['pinned'], total: 1 });
      expect((await contents({ part: b.slice(-4) })).found).toContain('pinned');
      expect((await contents({ part: 'k_00' })).found.every((one) => one !== 'pinned')).toBe(true);
      expect((await contents({ part: 'm_', all: true })).total).toBe(4);
      expect(await contents({ part: 'zzzz' })).toEqual({ found: [], total: 0 });
      expect(await contents({ since: sampleMs(6) })).toEqual({ found: ['top', 'near'], total: 2 });
      expect(await contents({ until: sampleMs(6), since: sampleMs(5) })).toEqual({
        found: ['keyed'],
        total: 1,
      });
      expect((await contents({ until: sampleMs(6), limit: 1 })).total).toBe(3);
    });

    test('[TE-16] order by when they were made, or last changed', async () => {
      const changed = { ...sampleRow(e, 'changed', { createdAt: sampleMs(0) }), updatedAt: sampleMs(99) };
      await save(...rows, changed);
      expect((await contents({ order: 'oldest', limit: 2 })).found).toEqual(['changed', 'oldest']);
      expect((await contents({ order: 'newest' })).found.at(-1)).toBe('changed');
      expect((await contents({ order: 'changed' })).found[0]).toBe('changed');
    });

    test('[F-15] by category: what has a key by namespace, the last changed first, in pages', async () => {
      const facts = (['b/x', 'a', 'b', 'b', 'a'] as const).map((namespace, n) => ({
        ...sampleRow(sampleKeyedId(n), `${namespace} ${n}`, {
          namespace,
          key: `k${n}`,
          createdAt: sampleMs(n),
        }),
        updatedAt: sampleMs(n === 2 ? 90 : n),
      }));
      await save(...facts, sampleRow(sampleId(9), 'no key'));
      const seen = await allPages<MemoryRow>(async (last) => {
        const after = last === undefined ? null : { ...last, namespace: last.namespace ?? '' };
        const page = await reader().list({ limit: 2, byCategory: { after } });
        expect(page.total).toBe(5);
        return page.rows;
      });
      expect(seen.map(({ content }) => content)).toEqual(['a 4', 'a 1', 'b 2', 'b 3', 'b/x 0']);
      const below = await reader().list({ limit: 9, byCategory: { after: null }, namespacePrefix: 'b' });
      expect(below.rows.map(({ content }) => content)).toEqual(['b 2', 'b 3', 'b/x 0']);
    });

    test('[M-3] as of a time show what was current then', async () => {
      await save(...rows);
      expect((await contents({ asOf: sampleMs(3) })).found).toEqual(['superseded', 'pinned', 'oldest']);
      expect((await contents({ asOf: sampleMs(4) })).found).toEqual(['pinned', 'oldest']);
      expect((await contents({ asOf: sampleMs(0) })).found).toEqual([]);
    });
  });

  test('export pages through every row in the order of ids', async () => {
    const ids = Array.from({ length: 7 }, (_, n) => sampleId(n));
    await apply({ memories: ids.map((id, n) => sampleRow(id, `${n}`, { state: n === 3 ? 1 : 0 })) });
    const first = await reader().rowsAfter(null, 4);
    const second = await reader().rowsAfter(first.at(-1)?.id ?? null, 4);
    expect([...first, ...second].map(({ id }) => id)).toEqual([...ids].sort());
  });

  test('counts and statistics are of what is there', async () => {
    const by = { device: sampleRow(a, '').deviceId, name: 'desk', session: null, agent: null };
    const byAgent = { ...by, agent: 'codex' };
    await apply({
      memories: [
        sampleRow(a, 'one', { tags: ['x', 'y'], pinned: true, by }),
        sampleRow(b, 'two', { tags: ['x'], project: 'p', source: 'user', by: byAgent }),
        sampleRow(c, 'three', { state: 1, tags: ['x'], by }),
        sampleRow(d, 'four', { state: 3, by }),
        sampleRow(sampleKeyedId(1), 'five', {
          key: 'k',
          namespace: 'n',
          by: byAgent,
          createdAt: sampleMs(86_400_000),
        }),
      ],
      forgotten: [{ entity: e, hash: 'aa', at: 1, contentHash: null }],
      outboxAdd: [{ entity: a, facet: 'body', hlc: sampleHlc(1) }],
      deadAdd: [{ entity: b, facet: 'body', hlc: sampleHlc(1), verdict: 'too_big', at: 3 }],
    });
    expect(await reader().size()).toBeGreaterThan(0);
    expect(await reader().counts()).toEqual({
      memories: 3,
      summaries: 0,
      unsummarised: 3,
      outbox: 1,
      inflight: 0,
      dead: 1,
      quarantined: 0,
    });
    expect(await reader().statistics()).toEqual({
      total: 5,
      current: 3,
      superseded: 1,
      pinned: 1,
      keyed: 1,
      held: 1,
      forgotten: 1,
      projects: [
        { project: null, count: 2 },
        { project: 'p', count: 1 },
      ],
      sources: [
        { source: 'agent', count: 2 },
        { source: 'user', count: 1 },
      ],
      tags: [
        { tag: 'x', count: 2 },
        { tag: 'y', count: 1 },
      ],
      devices: [{ id: by.device, name: 'desk', count: 3 }],
      agents: [{ agent: 'codex', count: 2 }],
      days: [
        { day: '2023-11-14', count: 2 },
        { day: '2023-11-15', count: 1 },
      ],
    });
  });
};
