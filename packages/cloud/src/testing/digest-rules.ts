/** The rules of digests, as tests that every store has to pass. */
import { createHash } from 'node:crypto';
import {
  COMPARING_LIMITS,
  type DeviceId,
  DIGEST_CHARS,
  digestLine,
  type EntityId,
  hlcOf,
  isNameBefore,
  nodeOf,
} from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { SyncStore } from '../ports/sync-store.ts';
import { putRegisters } from './harm.ts';
import { itemOf, openersOf, type TestDevice, unwrap } from './sync-world.ts';

const WHOLE = { above: 0, after: { entity: '', facet: '' }, to: null } as const;

const digestOf = (rows: Parameters<typeof digestLine>[0][]): string => {
  const lines = rows.toSorted((a, b) => (isNameBefore(a, b) ? -1 : 1)).map(digestLine);
  return createHash('sha256').update(lines.join('')).digest('hex').slice(0, DIGEST_CHARS);
};

/** Deletes a register directly in the store. A restored disk or an operator's mistake may leave such damage. */
const erase = async (store: SyncStore, device: TestDevice, entity: EntityId, facet = 'body') =>
  unwrap(await store.transaction((tx) => tx.eraseRegisters(device.session.vault, [{ entity, facet }])));

export const digestRules = (name: string, store: () => SyncStore): void => {
  const { worldOf, vaultOf } = openersOf(store, 'digest');

  describe(`${name}: digests`, () => {
    test('[SY-E5] an empty vault has one empty range', async () => {
      const { world, first } = await vaultOf('empty');
      const read = unwrap(await world.server.digest(first.session, 0));
      expect(read).toMatchObject({
        ranges: [{ from: '', count: 0, digest: digestOf([]) }],
        head: 0,
        above: 0,
      });
      expect(unwrap(await world.server.digestRows(first.session, WHOLE))).toMatchObject({
        rows: [],
        more: false,
      });
    });

    test('[SY-E5] a digest is that of the lines in order, whatever the order of arrival', async () => {
      const [one, two] = [worldOf('order/1'), worldOf('order/2')];
      const vaults = [await one.createVault(), await two.createVault()];
      const items = Array.from({ length: 40 }, (_, at) => {
        const facet = ['body', 'tags', 'count.d_1', 'später ', 'gone'][at % 5] ?? '';
        const entity = at % 5 === 4 ? one.newMemory() : one.newKeyed();
        return itemOf({ entity, facet, hlc: one.stamp(vaults[0]?.first.id ?? ('' as DeviceId)) });
      });
      const reads: unknown[] = [];
      for (const [at, vault] of vaults.entries()) {
        const ordered = at === 0 ? items : items.toReversed();
        for (const item of ordered) unwrap(await vault.first.push([item]));
        const world = at === 0 ? one : two;
        reads.push(unwrap(await world.server.digest(vault.first.session, 0)).ranges);
      }
      expect(reads[0]).toEqual([{ from: '', count: 40, digest: digestOf(items) }]);
      expect(reads[1]).toEqual(reads[0]);
    });

    test('[SY-E5] the digest changes with a stamp, a register less and a register more', async () => {
      const { world, first } = await vaultOf('changes');
      const digest = async () => unwrap(await world.server.digest(first.session, 0)).ranges[0]?.digest;
      const seen = new Set<unknown>();
      const [item] = await world.pushNew(first, 3);
      seen.add(await digest());
      if (item === undefined) throw new Error('nothing was pushed');
      unwrap(await first.push([{ ...item, hlc: world.stamp(first.id) }]));
      seen.add(await digest());
      await erase(store(), first, item.entity);
      seen.add(await digest());
      await world.pushNew(first, 1);
      seen.add(await digest());
      expect(seen.size).toBe(4);
    });

    test('[SY-E5] a large vault has many ranges that leave nothing out, and their rows come in pages', async () => {
      const { world, first } = await vaultOf('ranges');
      const items = [
        ...(await world.pushNew(first, 500)),
        ...(await world.pushNew(first, 500, { facet: 'flags' })),
      ];
      const { ranges, head } = unwrap(await world.server.digest(first.session, 0));
      expect(head).toBe(1_000);
      expect(ranges).toHaveLength(Math.ceil(1_000 / COMPARING_LIMITS.digestRangeEntitiesMin));
      for (const [at, range] of ranges.entries()) {
        const to = ranges[at + 1]?.from ?? null;
        const within = items.filter(({ entity }) => entity >= range.from && (to === null || entity < to));
        expect(range).toMatchObject({ count: within.length, digest: digestOf(within) });
        const after = { entity: range.from, facet: '' };
        const { rows } = unwrap(await world.server.digestRows(first.session, { above: 0, after, to }));
        expect(rows.map(({ entity }) => entity)).toEqual(within.map(({ entity }) => entity).toSorted());
      }
      expect(ranges.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
    });

    test('[SY-E5] a page of rows ends at its limit, and the next begins after its last key', async () => {
      const { world, first } = await vaultOf('pages');
      const entity = world.newKeyed();
      const facets = Array.from({ length: 3 }, (_, at) => `facet ${at}`);
      unwrap(await first.push(facets.map((facet) => itemOf({ entity, facet, hlc: world.stamp(first.id) }))));
      const query = { vault: first.session.vault, above: 0, to: null, limit: 2 };
      const page = (after: { entity: string; facet: string }) =>
        store().read((reads) => reads.digestRows({ ...query, after }));
      const begun = unwrap(await page({ entity: '', facet: '' }))?.rows ?? [];
      const ended = unwrap(await page(begun.at(-1) ?? { entity: '', facet: '' }))?.rows ?? [];
      expect([begun, ended].map((rows) => rows.map(({ facet }) => facet))).toEqual([
        ['facet 0', 'facet 1'],
        ['facet 2'],
      ]);
      expect([...begun, ...ended].map(({ seq }) => seq)).toEqual([1, 2, 3]);
    });

    test('[SY-E5] tombstones count, but those at or below the sequence that a device began with', async () => {
      const { world, first } = await vaultOf('tombstones');
      const [old] = await world.pushNew(first, 1, { facet: 'gone' });
      const [fresh] = await world.pushNew(first, 1, { facet: 'gone' });
      const [live] = await world.pushNew(first, 1);
      const rowsAbove = async (above: number) => {
        const { rows } = unwrap(await world.server.digestRows(first.session, { ...WHOLE, above }));
        const { ranges, ...read } = unwrap(await world.server.digest(first.session, above));
        expect(read.above).toBe(above);
        expect(ranges).toEqual([{ from: '', count: rows.length, digest: digestOf(rows) }]);
        return rows.map(({ entity }) => entity).toSorted();
      };
      const entities = (...items: (typeof live)[]) => items.map((item) => item?.entity).toSorted();
      expect(await rowsAbove(0)).toEqual(entities(old, fresh, live));
      expect(await rowsAbove(1)).toEqual(entities(fresh, live));
      expect(await rowsAbove(2)).toEqual(entities(live));
    });

    test('[SY-E5] what a device lost is given by name, byte for byte; what is not here is left out', async () => {
      const { world, first } = await vaultOf('by-name');
      const items = [
        ...(await world.pushNew(first, 2)),
        ...(await world.pushNew(first, 1, { facet: 'tags' })),
      ];
      const names = [...items, { entity: world.newMemory(), facet: 'body' }, { ...items[0], facet: 'link' }];
      const asked = names.flatMap(({ entity, facet }) => (entity === undefined ? [] : [{ entity, facet }]));
      const given = unwrap(await world.server.registers(first.session, asked));
      expect(given).toMatchObject({ items, more: false, head: 3 });
      expect(given.items.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    });

    test('[SY-E5] a device sees the digest of its own vault only', async () => {
      const world = worldOf('vaults');
      const [mine, other] = [await world.createVault(), await world.createVault()];
      const [item] = await world.pushNew(other.first, 1);
      expect(unwrap(await world.server.digest(mine.first.session, 0)).ranges[0]?.count).toBe(0);
      expect(unwrap(await world.server.digestRows(mine.first.session, WHOLE)).rows).toEqual([]);
      const asked = [{ entity: item?.entity ?? world.newMemory(), facet: 'body' }];
      expect(unwrap(await world.server.registers(mine.first.session, asked)).items).toEqual([]);
    });

    test('[SY-E5] what was lost or put back to an older value is taken again, and the digest is as before', async () => {
      const { world, first } = await vaultOf('mended');
      const [lost, older, fine] = await world.pushNew(first, 3);
      if (lost === undefined || older === undefined || fine === undefined)
        throw new Error('nothing was pushed');
      const read = async () => unwrap(await world.server.digest(first.session, 0)).ranges;
      const before = await read();
      await erase(store(), first, lost.entity);
      const stale = { ...older, hlc: hlcOf(1, 0, nodeOf(first.id)), seq: 2 };
      unwrap(await store().transaction((tx) => putRegisters(tx, first.session.vault, { updates: [stale] })));
      expect(await read()).not.toEqual(before);
      const { verdicts } = unwrap(await first.push([lost, older, fine]));
      expect(verdicts.map(({ verdict, seq }) => [verdict, seq])).toEqual([
        ['ok', 4],
        ['ok', 5],
        ['ok', 3],
      ]);
      expect(await read()).toEqual(before);
    });
  });
};
