/** The operator's tools on a real database; every test starts from an empty one. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createAdminStore } from '../sql/admin-store.ts';
import { CHECKS } from '../sql/checks.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { LINKS_COMPARED_MAX } from '../sql/readable-checks.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { readTables } from '../sql/tables.ts';
import { createWorld, itemOf, unwrap } from './sync-world.ts';

const TABLES_EMPTY =
  'truncate cairn.vaults, cairn.registers, cairn.anchors, cairn.pushes, cairn.readable_memories cascade';

const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);
async function* stream(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

export const adminRules = (name: string, open: () => SqlDatabase): void => {
  const setUp = (seed: string) => {
    const database = open();
    const store = createSqlStore(database);
    const world = createWorld(store, `${name}/admin/${seed}`);
    const admin = createAdminStore({ ...world, database, clock: world, version: '9.9.9' });
    const backup = async () => {
      let text = '';
      const info = await admin.backup(async (line) => {
        text += line;
      });
      return { info, lines: linesOf(text) };
    };
    const restore = (lines: readonly string[], isReplacing: boolean) =>
      admin.restore(stream(lines), isReplacing);
    return { database, store, world, admin, backup, restore };
  };
  /** A vault with live registers, a tombstone and a second device that has pulled. */
  const fill = async (world: ReturnType<typeof setUp>['world']) => {
    const { first, info } = await world.createVault();
    const second = await world.join(first);
    const items = [1, 2, 3].map(() => world.newItem(first.id));
    const [one] = items;
    if (one === undefined) throw new Error('no item');
    unwrap(await first.push(items));
    unwrap(await first.push([itemOf({ entity: one.entity, facet: 'gone', hlc: world.stamp(first.id) })]));
    await second.pullAll();
    return { first, second, vault: info.vault, info };
  };
  const emptied = async (database: SqlDatabase) => database.query(TABLES_EMPTY);

  describe(`${name}: operator's tools`, () => {
    beforeEach(async () => {
      await emptied(open());
    });

    test('vaults are listed with what they hold, the most recently seen first, a limit at a time', async () => {
      const { admin, world } = setUp('vaults');
      const one = await fill(world);
      world.advance(1_000);
      const two = await fill(world);
      expect(await admin.bytes()).toBeGreaterThan(100_000);
      const { vaults, total } = await admin.vaults(10);
      expect(vaults.map(({ id }) => id)).toEqual([two.vault, one.vault]);
      expect(vaults[0]).toMatchObject({
        head: 4,
        registers: 3,
        tombstones: 1,
        devices: 2,
        registersMax: null,
      });
      expect(total).toBe(2);
      expect(await admin.vaults(1)).toMatchObject({ vaults: [{ id: two.vault }], total: 2 });
    });

    test('[OP-6] a backup holds every table, and restored elsewhere it is the same again, in new epochs', async () => {
      const { database, admin, world, backup, restore } = setUp('backup');
      const { first, second, vault, info } = await fill(world);
      const before = unwrap(await world.server.status(first.session));
      const { info: made, lines } = await backup();
      const tables = (await readTables(database)).map((table) => table.name);
      expect(tables).toEqual(expect.arrayContaining(['vaults', 'registers', 'anchors', 'devices', 'server']));
      const named = new Set(lines.slice(1, -1).map((line) => JSON.parse(line).table));
      expect([...named]).toEqual(expect.arrayContaining(['vaults', 'registers', 'anchors', 'pushes']));
      expect(made).toMatchObject({ vaults: 1, rows: lines.length - 2 });
      await emptied(database);
      expect(await restore(lines, false)).toEqual(made);
      const after = unwrap(await world.server.status(first.session));
      expect({ ...after, epoch: before.epoch }).toEqual(before);
      // Never mistaken for the server of before: both devices are told. [SY-E1]
      expect(after.epoch).not.toBe(info.epoch);
      const changed = { ok: false, error: { kind: 'epoch_changed', epoch: after.epoch } };
      const item = world.newItem(first.id);
      expect(await first.push([item])).toMatchObject(changed);
      expect(await second.pullPage()).toMatchObject(changed);
      second.forgetCursor();
      expect(await second.pullAll()).toHaveLength(3);
      expect(await admin.verify()).toMatchObject({ findings: [] });
      expect((await admin.vaults(9)).vaults[0]?.id).toBe(vault);
    });

    test('[OP-6] what others write during a backup is either in it whole or not at all', async () => {
      const { world, admin, restore, database } = setUp('consistent');
      const { first } = await fill(world);
      const { first: other } = await fill(world);
      const item = () => world.newItem(first.id);
      let text = '';
      const pushes: Promise<unknown>[] = [];
      await admin.backup(async (line) => {
        text += line;
        // The embedded database makes them wait for its end.
        if (pushes.length < 4) pushes.push(first.push([item()]), other.push([item()]));
      });
      await Promise.all(pushes);
      await emptied(database);
      expect(await restore(linesOf(text), false)).toMatchObject({ vaults: 2 });
      expect(await admin.verify()).toMatchObject({ findings: [] });
    });

    test('[OP-7] a damaged, foreign, older or newer backup changes nothing, and says which it is', async () => {
      const { world, admin, backup, restore } = setUp('damaged');
      await fill(world);
      const { lines } = await backup();
      const [head = '', ...rest] = lines;
      const migrations: unknown[] = JSON.parse(head).migrations;
      const headWith = (changed: object) => JSON.stringify({ ...JSON.parse(head), ...changed });
      const swapped = lines.map((line) => line.replace('"head":4', '"head":5'));
      const cases: readonly (readonly [readonly string[], object])[] = [
        [[], { kind: 'not_a_backup' }],
        [['{"memories":[]}'], { kind: 'not_a_backup' }],
        [lines.slice(0, -1), { kind: 'damaged', detail: 'it ends too early' }],
        [[head, ...rest.slice(1)], { kind: 'damaged', detail: 'its checksum is another one' }],
        [swapped, { kind: 'damaged', detail: 'its checksum is another one' }],
        [[head, 'noise', ...rest], { kind: 'damaged', detail: 'line 2 is not readable' }],
        [
          [headWith({ migrations: migrations.slice(0, -1) }), ...rest],
          { kind: 'other_version', isNewer: false },
        ],
        [
          [headWith({ migrations: [...migrations, { version: 99, checksum: 'x' }] }), ...rest],
          { kind: 'other_version', isNewer: true },
        ],
      ];
      expect(swapped).not.toEqual(lines);
      for (const [bad, refusal] of cases) expect(await restore(bad, true)).toMatchObject(refusal);
      expect((await backup()).info.sha256).toBeTruthy();
      expect(await admin.vaults(9)).toMatchObject({ total: 1 });
      expect(await admin.verify()).toMatchObject({ findings: [] });
    });

    test('[OP-7] nothing is lost unasked: a database with vaults takes a backup only in their place', async () => {
      const { world, admin, backup, restore } = setUp('replace');
      const { vault } = await fill(world);
      const { lines } = await backup();
      const { vault: later } = await fill(world);
      expect(await restore(lines, false)).toEqual({ kind: 'not_empty' });
      expect((await admin.vaults(9)).total).toBe(2);
      expect(await restore(lines, true)).toMatchObject({ vaults: 1 });
      const { vaults } = await admin.vaults(9);
      expect(vaults.map(({ id }) => id)).toEqual([vault]);
      expect(vaults.map(({ id }) => id)).not.toContain(later);
    });

    test('[OP-8] a vault is deleted with every row of it, and with none of another', async () => {
      const { database, world, admin } = setUp('delete');
      const { vault } = await fill(world);
      const { vault: kept, first } = await fill(world);
      expect(await admin.deleteVault(vault)).toBe(true);
      expect(await admin.deleteVault(vault)).toBe(false);
      for (const { quoted, isByVault } of await readTables(database)) {
        if (!isByVault) continue;
        const rows = await database.query(`select distinct vault from cairn.${quoted}`);
        expect(rows.filter((row) => row.vault !== kept)).toEqual([]);
      }
      expect(unwrap(await world.server.status(first.session))).toMatchObject({ registers: 3 });
      expect(await admin.verify()).toMatchObject({ findings: [] });
    });

    const damages: readonly (readonly [string, string])[] = [
      ['a lost row', `delete from cairn.registers where vault = $1 and dead = false and seq = 2`],
      ['a sequence above the head', 'update cairn.vaults set head = 2 where id = $1'],
      ['a lost commit', 'delete from cairn.anchors where vault = $1 and seq = 4'],
      ['a floor above the head', 'update cairn.vaults set anchor_floor = 9 where id = $1'],
      ['an ended generation', 'update cairn.generations set ended_at = 1 where vault = $1'],
      ['a lost key', `delete from cairn.sealed_keys where vault = $1 and recipient = 'recovery'`],
      ['an unknown generation', 'update cairn.registers set kg = 7 where vault = $1'],
      [
        'a value that a tombstone beats',
        `insert into cairn.registers (vault, entity, facet, seq, hlc, v, kg, payload, dead)
         select vault, entity, 'tags', 1, hlc, v, kg, payload, false from cairn.registers where vault = $1 and dead`,
      ],
      ['a device ahead of the server', 'update cairn.devices set acked = 99 where vault = $1'],
      ['a key of a revoked device', 'update cairn.devices set revoked_at = 1 where vault = $1'],
      ['a table that is not filled', `insert into cairn.memory_fills (vault, done_to) values ($1, '')`],
      [
        'a readable memory of nobody',
        `insert into cairn.readable_memories (user_id, id, vault, tags, pinned, updated_at, synced_at, supersedes, deleted, shown)
         values ('00000000-0000-0000-0000-000000000000', 'm_x', $1, '[]', false, now(), now(), '{}', true, false)`,
      ],
      [
        'more links than can be compared',
        `insert into cairn.readable_memories
           (user_id, id, vault, tags, pinned, updated_at, synced_at, supersedes, deleted, shown, link)
         select '00000000-0000-0000-0000-000000000000', 'm_' || n, $1, '[]', false, now(), now(), '{}', true, false, 'm_x'
         from generate_series(0, ${LINKS_COMPARED_MAX}) n`,
      ],
      ['a move that did not end', `update cairn.vaults set moving_to = 'two' where id = $1`],
      ['an orphan', `update cairn.pushes set device = 'd_nobody' where vault = $1`],
    ];

    test('[OP-8] verify finds nothing in a sound database, and each kind of damage in a damaged one', async () => {
      const { database, world, admin } = setUp('verify');
      await fill(world);
      expect(await admin.verify()).toEqual({ checks: CHECKS.length, findings: [], notes: [] });
      const damaged = new Map<string, string>();
      for (const [damage, sql] of damages) {
        const { vault } = await fill(world);
        await database.query(sql, [vault]);
        damaged.set(vault, damage);
      }
      await database.query('delete from cairn.server');
      const { findings: found, notes } = await admin.verify();
      expect(notes.map(({ vault, detail }) => [damaged.get(vault ?? ''), detail])).toEqual([
        [
          'a move that did not end',
          'takes no pushes, for it is on its way to "two": run admin move vault again',
        ],
        [
          'more links than can be compared',
          `${LINKS_COMPARED_MAX + 1} links: what they hide was not compared`,
        ],
      ]);
      const findings = [...found, ...notes];
      await database.query('insert into cairn.server (id) values (1)');
      const named = new Set(findings.map((one) => one.vault));
      for (const [vault, damage] of damaged) expect(named, damage).toContain(vault);
      expect(named).toEqual(new Set([null, ...damaged.keys()]));
      const broken = new Set(findings.map((one) => one.check));
      expect([...broken].sort()).toEqual(CHECKS.map((check) => check.name).sort());
    });
  });
};
