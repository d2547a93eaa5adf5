/** The contract for transactions, registers, rows, revisions, tombstones and small facts. */
import { type DeviceId, deviceId, type EntityId, profileId } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { MemoryRow, StoreTransaction } from '../ports/store.ts';
import {
  bodyRegister,
  goneRegister,
  linkRegister,
  SAMPLE_SALT,
  sampleDevice,
  sampleHlc,
  sampleId,
  sampleKeyedId,
  sampleMs,
  sampleRegister,
  sampleRevision,
  sampleRow,
} from './sample-memories.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const [a, b, c] = [sampleId(1), sampleId(2), sampleId(3)];

export const writeContract = ({ apply, ask, reader, save, tx }: StoreUnderTest): void => {
  describe('transactions', () => {
    test('a write returns what its work returns', async () => {
      expect(await ask(async () => 42)).toBe(42);
    });

    test('a write sees what it applied before', async () => {
      const seen = await ask(async (tx) => {
        await tx.apply({
          registers: [bodyRegister(a, sampleHlc(1), 'one')],
          memories: [sampleRow(a, 'one')],
        });
        await tx.apply({ states: [{ id: a, state: 1 }] });
        return { registers: await tx.registersOf([a]), row: await tx.memory(a) };
      });
      expect(seen.registers).toHaveLength(1);
      expect(seen.row?.state).toBe(1);
    });

    test('a throw takes back everything of its write, and of no other', async () => {
      const results = await Promise.allSettled([
        save(sampleRow(a, 'first')),
        ask(async (tx) => {
          await tx.apply({
            registers: [bodyRegister(b, sampleHlc(1), 'second')],
            memories: [sampleRow(b, 'second')],
            forgotten: [{ entity: c, hash: 'ff', at: 1, contentHash: null }],
            outboxAdd: [{ entity: b, facet: 'body', hlc: sampleHlc(1) }],
            meta: { salt: SAMPLE_SALT },
          });
          await tx.countTurn('t', 1);
          throw new Error('no');
        }),
        save(sampleRow(c, 'third')),
      ]);
      expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      const after = await ask(async (tx) => ({
        rows: await Promise.all([a, b, c].map((id) => tx.memory(id))),
        registers: await tx.registersOf([b]),
        forgotten: await tx.isForgotten('ff'),
        outbox: await tx.outboxCount(),
        salt: await tx.meta('salt'),
        turn: await tx.savesInTurn('t'),
      }));
      expect(after.rows.map((row) => row?.content)).toEqual(['first', undefined, 'third']);
      expect({ ...after, rows: [] }).toEqual({
        rows: [],
        registers: [],
        forgotten: false,
        outbox: 0,
        salt: null,
        turn: 0,
      });
    });

    test('many writes at once are carried out one after the other, in their order', async () => {
      const order: number[] = [];
      await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          ask(async (tx) => {
            order.push(n);
            const turns = await tx.savesInTurn('t');
            expect(turns).toBe(n);
            await tx.countTurn('t', n);
          }),
        ),
      );
      expect(order).toEqual(Array.from({ length: 30 }, (_, n) => n));
    });

    test('a reader sees a write as soon as its promise resolves', async () => {
      await save(sampleRow(a, 'one'));
      expect((await reader().memory(a))?.content).toBe('one');
      expect(await reader().memory(b)).toBeNull();
    });
  });

  describe('registers', () => {
    test('of one facet there is one, the last that was written', async () => {
      await apply({ registers: [bodyRegister(a, sampleHlc(1), 'one'), linkRegister(a, sampleHlc(1), b)] });
      await apply({ registers: [bodyRegister(a, sampleHlc(2), 'two')] });
      const registers = await tx.registersOf([a, b]);
      expect([...registers].sort((x, y) => (x.facet < y.facet ? -1 : 1))).toEqual([
        bodyRegister(a, sampleHlc(2), 'two'),
        linkRegister(a, sampleHlc(1), b),
      ]);
      expect(await reader().registersOf([a])).toHaveLength(2);
    });

    test('every facet comes back as it went in, with its generation and sequence', async () => {
      const count = `count.${sampleDevice}` as const;
      const at = { kg: 3, seq: 77 };
      const all = [
        sampleRegister(a, sampleHlc(1), { facet: 'flags', value: { pinned: true, trust: 'low' } }, at),
        sampleRegister(a, sampleHlc(2), { facet: 'tags', value: { tags: ['é', '日本', '🦊'] } }, at),
        sampleRegister(a, sampleHlc(3), { facet: count, value: { n: 2, first: 1, last: 9 } }, at),
        sampleRegister(b, sampleHlc(4), { facet: 'gone', value: { hash: SAMPLE_SALT } }, at),
      ];
      await apply({ registers: all });
      const found = await tx.registersOf([a, b]);
      expect(found).toHaveLength(4);
      expect(found).toEqual(expect.arrayContaining(all));
    });

    test('erasing takes only the named facet', async () => {
      await apply({ registers: [bodyRegister(a, sampleHlc(1), 'one'), linkRegister(a, sampleHlc(1), b)] });
      await apply({ eraseRegisters: [{ entity: a, facet: 'body' }] });
      expect(await tx.registersOf([a])).toEqual([linkRegister(a, sampleHlc(1), b)]);
    });

    test('what is erased and written in one set is there', async () => {
      const row = sampleRow(sampleKeyedId(1), 'new', { key: 'k', namespace: 'default' });
      await save({ ...row, content: 'old' });
      const body = bodyRegister(row.id, sampleHlc(5), 'new');
      await apply({
        eraseRegisters: [{ entity: row.id, facet: 'body' }],
        registers: [body],
        eraseMemories: [row.id],
        memories: [row],
      });
      expect(await tx.registersOf([row.id])).toEqual([body]);
      expect((await reader().memory(row.id))?.content).toBe('new');
    });

    test('they can be counted, and paged through in the order of entity and facet', async () => {
      const all = [b, a, c].flatMap((id) => [
        bodyRegister(id, sampleHlc(1), 'x'),
        linkRegister(id, sampleHlc(1), null),
      ]);
      await apply({ registers: all });
      const seen: string[] = [];
      const page = (after: { entity: EntityId; facet: string } | null) => tx.registersAfter(after, 4);
      for (let found = await page(null); found.length > 0; found = await page(found.at(-1) ?? null)) {
        seen.push(...found.map(({ entity, facet }) => `${entity} ${facet}`));
      }
      expect(seen).toEqual([a, b, c].flatMap((id) => [`${id} body`, `${id} link`]));
      expect(await tx.registersCount()).toBe(6);
    });

    test('[SE-6] handovers are found among other registers, those of the device first', async () => {
      const [one, two] = [1, 2].map((nth) => deviceId(nth, new Uint8Array(10)));
      if (one === undefined || two === undefined) throw new Error('two devices');
      const sent = (nth: number, from: DeviceId, to: DeviceId) =>
        sampleRegister(profileId(new Uint8Array(16).fill(nth)), sampleHlc(nth), {
          facet: 'handover',
          value: { from, to, at: 1, sealed: 'x' },
        });
      const all = [sent(1, one, one), sent(2, two, one), sent(3, one, two), sent(4, one, one)];
      await apply({
        registers: [...all, bodyRegister(a, sampleHlc(1), 'x'), linkRegister(a, sampleHlc(2), b)],
      });
      const found = await tx.handovers(two, 3);
      expect(found).toEqual([all[1], all[2], all[0]]);
    });
  });

  describe('memories', () => {
    test('every field comes back as it went in', async () => {
      const plain = sampleRow(a, 'naïve 🦊 日本語\n\ttab');
      const full = {
        ...sampleRow(sampleKeyedId(1), 'it\'s "quoted" %_', {
          namespace: 'tacit/style',
          key: 'indent',
          project: 'github.com/o/r',
          source: 'web',
          tags: ['one', 'zwei'],
          pinned: true,
          trust: 'held',
          by: { device: sampleDevice, name: 'desk', session: 's1', agent: 'claude' },
        }),
        state: 3,
        supersededBy: b,
        supersededAt: sampleMs(9),
      } as const;
      await save(plain, full);
      expect(await reader().memory(a)).toEqual(plain);
      expect(await tx.memory(full.id)).toEqual(full);
      expect(await reader().memoriesByIds([full.id, c, a])).toEqual(expect.arrayContaining([plain, full]));
      expect(await reader().memoriesByIds([c])).toEqual([]);
    });

    test('writing an id again rewrites it', async () => {
      await save(sampleRow(a, 'one'));
      await save(sampleRow(a, 'two', { tags: ['t'] }));
      expect(await reader().memory(a)).toEqual(sampleRow(a, 'two', { tags: ['t'] }));
      expect((await reader().counts()).memories).toBe(1);
    });

    test('a state changes without the rest', async () => {
      await save(sampleRow(a, 'one'));
      await apply({
        states: [
          { id: a, state: 2 },
          { id: b, state: 1 },
        ],
      });
      expect(await reader().memory(a)).toEqual(sampleRow(a, 'one', { state: 2 }));
      expect(await reader().memory(b)).toBeNull();
    });

    test('erasing takes row, revisions and access counts', async () => {
      const revision = sampleRevision(bodyRegister(a, sampleHlc(1), 'old'), 5);
      await apply({ memories: [sampleRow(a, 'one')], revisions: [revision] });
      await tx.noteAccess([a], 9);
      await apply({ eraseMemories: [a, b] });
      expect(await reader().memory(a)).toBeNull();
      expect(await reader().revisionsOf([a])).toEqual([]);
    });

    test('they are found by content hash, whatever their state', async () => {
      const rows = [
        sampleRow(a, 'same'),
        sampleRow(b, 'same', { state: 1 }),
        sampleRow(c, 'other', { state: 3 }),
      ];
      await save(...rows);
      const hashes = [rows[0]?.contentHash ?? '', rows[2]?.contentHash ?? '', 'unknown'];
      const found = await tx.memoriesByHash(hashes);
      expect(found).toHaveLength(3);
      expect(await tx.memoriesByHash(['unknown'])).toEqual([]);
    });

    test('they are found by key, in one namespace or all', async () => {
      const row = (n: number, namespace: string, key: string) =>
        sampleRow(sampleKeyedId(n), `${n}`, { namespace, key });
      await save(row(1, 'default', 'k'), row(2, 'entity', 'k'), row(3, 'default', 'l'));
      const contents = async (key: string, namespace: string | null) =>
        (await reader().memoriesByKey(key, namespace)).map(({ content }) => content).sort();
      expect(await contents('k', null)).toEqual(['1', '2']);
      expect(await contents('k', 'entity')).toEqual(['2']);
      expect(await contents('m', null)).toEqual([]);
      expect(await tx.memoriesByKey('k', 'default')).toHaveLength(1);
    });

    test('of many with one key the last changed are given, current ones of the project', async () => {
      const row = (n: number, more: Partial<MemoryRow> = {}): MemoryRow => ({
        ...sampleRow(sampleKeyedId(n), `${n}`, { namespace: `n${n}`, key: 'k' }),
        updatedAt: n,
        ...more,
      });
      await save(
        row(1),
        row(2),
        row(3, { project: 'p' }),
        row(4, { state: 1 }),
        row(5),
        row(6, { key: 'l' }),
      );
      const contents = async (project: string | null, limit: number) =>
        (await reader().namesakes('k', project, limit)).map(({ content }) => content);
      expect(await contents(null, 10)).toEqual(['5', '2', '1']);
      expect(await contents(null, 2)).toEqual(['5', '2']);
      expect(await contents('p', 2)).toEqual(['3']);
    });
  });

  describe('revisions, tombstones, turns, small facts', () => {
    test('a revision is kept once, as it was first', async () => {
      const revision = sampleRevision(bodyRegister(a, sampleHlc(1), 'old'), 5);
      const other = sampleRevision(bodyRegister(a, sampleHlc(2), 'older'), 6);
      await apply({ revisions: [revision] });
      await apply({ revisions: [{ ...revision, replacedAt: 8 }, other] });
      const found = await tx.revisionsOf([a]);
      expect([...found].sort((x, y) => x.replacedAt - y.replacedAt)).toEqual([revision, other]);
    });

    test('[SY-C3] a revision can get another stamp; one that is not there changes nothing', async () => {
      const revision = sampleRevision(bodyRegister(a, sampleHlc(9), 'old'), 5);
      const key = { entity: a, facet: 'body' };
      await apply({ revisions: [revision] });
      const moved = [
        { ...key, hlc: sampleHlc(9), to: sampleHlc(2) },
        { ...key, hlc: sampleHlc(7), to: sampleHlc(3) },
      ];
      await apply({ revisionsMoved: moved });
      expect(await tx.revisionsOf([a])).toEqual([sampleRevision(bodyRegister(a, sampleHlc(2), 'old'), 5)]);
    });

    test('[RL-42] a memory is untold from a body among its revisions until that is told, and again when it comes again', async () => {
      const revision = sampleRevision(bodyRegister(a, sampleHlc(1), 'old'), 5);
      const link = sampleRevision(linkRegister(b, sampleHlc(2), c), 5);
      const ids = (limit = 5) => tx.untold(limit);
      await apply({ revisions: [revision, link] });
      expect(await ids()).toEqual([a]);
      await apply({ told: [a, b] });
      expect(await ids()).toEqual([]);
      await apply({ revisions: [sampleRevision(bodyRegister(b, sampleHlc(3), 'older'), 6), revision] });
      expect([...(await ids())].sort()).toEqual([a, b].sort());
      expect(await ids(1)).toHaveLength(1);
      await tx.rename([{ from: b, to: c }]);
      await apply({ eraseMemories: [a] });
      expect(await ids()).toEqual([c]);
    });

    test('what was forgotten is known by its hash until it is learnt again', async () => {
      await apply({
        registers: [goneRegister(a, sampleHlc(1), 'aa')],
        forgotten: [{ entity: a, hash: 'aa', at: 1, contentHash: null }],
      });
      expect(await tx.forgottenHere()).toEqual([]);
      expect(await tx.isForgotten('aa')).toBe(true);
      expect(await tx.isForgotten('bb')).toBe(false);
      expect(await tx.forgottenAmong(['bb', 'aa', 'cc'])).toEqual(['aa']);
      expect(await tx.forgottenAmong([])).toEqual([]);
      await apply({ unforgotten: [a, b] });
      expect(await tx.isForgotten('aa')).toBe(false);
    });

    test('[SY-M8] the hash of words that were here stays with them while they are the same', async () => {
      const words = { entity: a, hash: 'aa', at: 1, contentHash: 'c0' };
      await apply({ forgotten: [words] });
      await apply({ forgotten: [{ ...words, at: 2, contentHash: null }] });
      expect(await tx.forgottenHere()).toEqual([{ ...words, at: 2 }]);
      await apply({ forgotten: [{ ...words, hash: 'bb', contentHash: null }] });
      expect(await tx.forgottenHere()).toEqual([]);
      expect(await tx.isForgotten('bb')).toBe(true);
    });

    test('[M-7] saves are counted by turn', async () => {
      await tx.countTurn('one', 1);
      await tx.countTurn('one', 2);
      expect(await tx.savesInTurn('one')).toBe(2);
      expect(await tx.savesInTurn('two')).toBe(0);
    });

    test('a small fact is replaced whole, removed by null, left alone otherwise', async () => {
      const device = { id: sampleDevice, name: 'desk' };
      await apply({ meta: { device, salt: SAMPLE_SALT, clock: sampleHlc(4) } });
      await apply({ meta: { salt: null, offset: { ms: -5, roundTripMs: 2 } } });
      const read = async (tx: Pick<StoreTransaction, 'meta'>) => [
        await tx.meta('device'),
        await tx.meta('salt'),
        await tx.meta('clock'),
        await tx.meta('offset'),
        await tx.meta('vault'),
      ];
      const expected = [device, null, sampleHlc(4), { ms: -5, roundTripMs: 2 }, null];
      expect(await ask(read)).toEqual(expected);
      expect(await read(reader())).toEqual(expected);
    });
  });
};
