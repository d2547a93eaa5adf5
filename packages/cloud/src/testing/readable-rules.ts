/** The rules of the table of readable memories, as tests that Postgres and PGlite have to pass. `open`: returns one migrated database. */
import { type EntityId, FACET_VERSION, keyedId, type WireItem } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createAdminStore } from '../sql/admin-store.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { createReadableTable } from '../sql/readable-memories.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { bodyOf, facetItem } from './readable-items.ts';
import { createTestRandom, createWorld, START_MS, type TestDevice, unwrap } from './sync-world.ts';

const ROWS = `
select t.user_id::text, t.id, t.content, t.namespace, t.key, t.layer, t.project, t.tags::text as tags, t.pinned, t.trust,
  t.source, t.device, t.session, t.supersedes, t.superseded_by, t.deleted, t.shown,
  (extract(epoch from t.created_at) * 1000)::float8 as created_ms, (extract(epoch from t.updated_at) * 1000)::float8 as updated_ms,
  (extract(epoch from t.synced_at) * 1000)::float8 as synced_ms
from cairn.readable_memories t where t.vault = $1 order by t.id`;
const NOBODY = '00000000-0000-0000-0000-000000000000';
const VERSIONS = 'select id, xmin::text as written from cairn.readable_memories where vault = $1 order by id';

export const readableRules = (name: string, open: () => SqlDatabase): void => {
  const setUp = async (seed: string) => {
    const database = open();
    const world = createWorld(createSqlStore(database), `${name}/readable/${seed}`);
    const { first, info } = await world.createVault('readable');
    const admin = createAdminStore({ ...world, database, clock: world, version: '9.9.9' });
    const push = async (...items: readonly WireItem[]) =>
      unwrap(await first.push(items)).verdicts.map(({ verdict }) => verdict);
    const rows = () => database.query(ROWS, [info.vault]);
    const row = async (id: string) => (await rows()).find((one) => one.id === id);
    const shown = async () =>
      (await rows())
        .filter((one) => one.shown === true)
        .map((one) => String(one.content))
        .sort();
    const findings = async () =>
      (await admin.verify()).findings.filter(({ vault }) => vault === info.vault).map(({ detail }) => detail);
    const body = (value: object = {}, entity?: EntityId) => bodyOf(world, first, value, entity);
    const facet = (entity: EntityId, facetName: string, value: object) =>
      facetItem(world, first, entity, facetName, value);
    return {
      database,
      world,
      first,
      vault: info.vault,
      admin,
      push,
      rows,
      row,
      shown,
      findings,
      body,
      facet,
    };
  };
  const rawItem =
    (world: { stamp: (id: TestDevice['id']) => WireItem['hlc'] }, device: TestDevice) =>
    (entity: EntityId, facet: string, payload: string | Uint8Array, v: number = FACET_VERSION): WireItem => ({
      entity,
      facet,
      hlc: world.stamp(device.id),
      v,
      kg: 0,
      payload: Buffer.from(payload).toString('base64url'),
    });

  describe(`${name}: the table of readable memories`, () => {
    test('[SY-S7] a push writes the row with all that its registers say', async () => {
      const { first, world, push, row, body, facet, findings } = await setUp('columns');
      const old = body({ content: 'indent with tabs' });
      await push(old);
      world.advance(5_000);
      const at = world.nowMs();
      const item = body({
        content: 'indent with two spaces',
        namespace: 'tacit/preferences',
        key: 'indentation',
        project: 'github.com/ada/shop',
        source: 'user',
        createdAt: START_MS - 12_345,
        by: { device: first.id, name: 'laptop', session: 'monday', agent: 'codex' },
        tags: ['style'],
        trust: 'high',
      });
      const from = facet(item.entity, `from.${first.id}`, { replaces: [old.entity, item.entity] });
      expect(await push(item, facet(old.entity, 'link', { supersededBy: item.entity }), from)).toEqual([
        'ok',
        'ok',
        'ok',
      ]);
      expect(await row(item.entity)).toEqual({
        user_id: NOBODY,
        id: item.entity,
        content: 'indent with two spaces',
        namespace: 'tacit/preferences',
        key: 'indentation',
        layer: 'tacit',
        project: 'github.com/ada/shop',
        tags: '["style"]',
        pinned: false,
        trust: 'high',
        source: 'user',
        device: first.id,
        session: 'monday',
        supersedes: [old.entity],
        superseded_by: null,
        deleted: false,
        shown: true,
        created_ms: START_MS - 12_345,
        updated_ms: at,
        synced_ms: at,
      });
      expect(await row(old.entity)).toMatchObject({
        superseded_by: item.entity,
        shown: true,
        namespace: null,
      });
      world.advance(1_000);
      await push(
        facet(item.entity, 'flags', { pinned: true, trust: 'low' }),
        facet(item.entity, 'tags', { tags: ['a', 'b'] }),
      );
      expect(await row(item.entity)).toMatchObject({
        pinned: true,
        trust: 'low',
        tags: '["a", "b"]',
        updated_ms: at + 1_000,
      });
      expect(await findings()).toEqual([]);
    });

    test('[SY-S7] what is forgotten leaves a row without a word, and comes back when it is learnt again', async () => {
      const { database, world, push, row, body, facet, findings, vault } = await setUp('forget');
      const free = body({ content: 'the zebra key', project: 'zebra/project', tags: ['zebra'] });
      const id = keyedId(createTestRandom('key').bytes(32));
      const keyed = body({ content: 'zebra one', namespace: 'zebra', key: 'zebra', session: 'zebra' }, id);
      await push(free, keyed);
      world.advance(1_000);
      const unknown = world.newMemory();
      const gone = [free.entity, keyed.entity, unknown].map((entity) =>
        facet(entity, 'gone', { hash: null }),
      );
      expect(await push(...gone)).toEqual(['ok', 'ok', 'ok']);
      for (const entity of [free.entity, keyed.entity, unknown])
        expect(await row(entity)).toMatchObject({
          deleted: true,
          shown: false,
          content: null,
          tags: '[]',
          device: null,
        });
      const all = await database.query(
        'select row_to_json(t)::text as row from cairn.readable_memories t where vault = $1',
        [vault],
      );
      expect(JSON.stringify(all)).not.toContain('zebra');
      world.advance(1_000);
      await push(body({ content: 'a horse' }, id));
      expect(await row(id)).toMatchObject({ deleted: false, shown: true, content: 'a horse' });
      expect(await findings()).toEqual([]);
    });

    test('[SY-S7] a change shows and hides others: twins, held successors, cycles', async () => {
      const { world, push, shown, row, body, facet, findings } = await setUp('others');
      const ids = Array.from({ length: 3 }, world.newMemory).sort();
      const one = body({ content: 'same  text' }, ids[0]);
      const two = body({ content: 'same text' }, ids[1]);
      const three = body({ content: 'C' }, ids[2]);
      await push(three, two);
      expect(await shown()).toEqual(['C', 'same text']);
      await push(one);
      expect(await shown()).toEqual(['C', 'same  text']);
      await push(facet(one.entity, 'gone', { hash: null }));
      expect(await shown()).toEqual(['C', 'same text']);
      await push(facet(two.entity, 'link', { supersededBy: three.entity }));
      expect(await row(two.entity)).toMatchObject({ superseded_by: three.entity });
      await push(facet(three.entity, 'flags', { pinned: false, trust: 'held' }));
      expect(await row(two.entity)).toMatchObject({ superseded_by: null });
      expect(await shown()).toEqual(['same text']);
      await push(facet(three.entity, 'flags', { pinned: false, trust: 'normal' }));
      await push(facet(three.entity, 'link', { supersededBy: two.entity }));
      // The older link gives way.
      expect(await row(two.entity)).toMatchObject({ superseded_by: null });
      expect(await row(three.entity)).toMatchObject({ superseded_by: two.entity });
      await push(facet(two.entity, 'flags', { pinned: true, trust: 'normal' }));
      expect(await row(two.entity)).toMatchObject({ superseded_by: null, pinned: true });
      await push(facet(three.entity, 'link', { supersededBy: null }));
      expect(await row(two.entity)).toMatchObject({ superseded_by: three.entity });
      expect(await findings()).toEqual([]);
    });

    test('[SY-S7] no value fails a push, and one that cannot be read costs its own row', async () => {
      const { database, world, first, vault, push, row, rows, body, facet, findings } =
        await setUp('hostile');
      const item = rawItem(world, first);
      const good = body({ content: 'good' });
      await push(good);
      const odd: readonly (string | Uint8Array)[] = [
        ...['null', '5', '"text"', '[]', '{}', 'true', '1e999999', '{"content":5}', '{', ''],
        ...[
          '{"replaces":7}',
          '{"replaces":[1,null,{"a":[]},"m_x"]}',
          '{"tags":[["a","b"]]}',
          '{"supersededBy":"m_x"}',
        ],
        ...['"\\u0000"', '"\\ud800"', `"${'x'.repeat(9_000)}"`, `${'['.repeat(4_000)}${']'.repeat(4_000)}`],
        Uint8Array.of(0xff, 0xfe, 0x00, 0x80),
      ];
      const facets = [
        'body',
        'link',
        'flags',
        'tags',
        `from.${first.id}`,
        `tagged.${first.id}`,
        `count.${first.id}`,
        'gone',
        'later',
      ];
      for (const payload of odd) {
        const items = facets.flatMap((one) => [
          item(world.newMemory(), one, payload),
          item(good.entity, `${one}.x`, payload),
          item(world.newMemory(), one, payload, 2),
        ]);
        expect(
          await push(...items, facet(good.entity, 'flags', { pinned: true, trust: 'normal' })),
        ).toContain('ok');
      }
      const wide = body({
        content: `${'w'.repeat(20_000)} ${'\u0130'.repeat(8_000)}`,
        key: 'k'.repeat(9_000),
        namespace: '/'.repeat(5_000),
        project: '\u{1f600}'.repeat(1_000),
        createdAt: Number.MAX_SAFE_INTEGER,
        tags: Array.from({ length: 500 }, (_, n) => `tag ${n}`),
      });
      expect(await push(wide)).toEqual(['ok']);
      expect(await row(wide.entity)).toMatchObject({ shown: true });
      expect(await row(good.entity)).toMatchObject({ content: 'good', pinned: true, shown: true });
      // Older servers may have stored such values, because they checked less.
      const harmed = [
        body({ content: 'harmed' }),
        body({ content: 'harmed too' }),
        body({ content: 'spared' }),
      ];
      await push(...harmed);
      const count = (await rows()).length;
      const harm = async (entity: EntityId | undefined, payload: Uint8Array) =>
        database.query(
          `update cairn.registers set payload = decode($3, 'hex') where vault = $1 and entity = $2 and facet = 'body'`,
          [vault, entity ?? '', Buffer.from(payload).toString('hex')],
        );
      await harm(harmed[0]?.entity, Uint8Array.of(0xff, 0x00));
      await harm(harmed[1]?.entity, Buffer.from('{"content":"x","createdAt":"never"}'));
      const tagged = harmed.map(({ entity }) => facet(entity, 'tags', { tags: ['seen'] }));
      expect(await push(...tagged)).toEqual(['ok', 'ok', 'ok']);
      expect((await rows()).length).toBe(count - 2);
      expect(await findings()).toEqual([]);
    });

    test('[SY-S7] of what was said to be replaced a row reads 512 registers, and none above 16 KiB', async () => {
      const { world, push, row, body, facet, findings } = await setUp('froms');
      const item = body({ content: 'much was replaced' });
      const ids = Array.from({ length: 514 }, () => world.newMemory()).sort();
      const said = ids.map((id, n) =>
        facet(item.entity, `from.${String(n).padStart(4, '0')}`, {
          replaces: [id],
          // The first payload has 16,384 bytes, the second one more.
          ...(n < 2 ? { filler: 'x'.repeat(16_384 - `{"replaces":["${id}"],"filler":""}`.length + n) } : {}),
        }),
      );
      await push(item, ...said.slice(0, 300));
      await push(...said.slice(300));
      const read = ids.filter((_, n) => n !== 1 && n < 513);
      expect((await row(item.entity))?.supersedes).toEqual(read);
      expect(await findings()).toEqual([]);
    });

    test('[SY-S8] verify tells cycles from what leads into them', async () => {
      const { world, push, rows, body, facet, findings } = await setUp('cycles');
      const items = Array.from({ length: 60 }, (_, n) => body({ content: `link ${n}` }));
      await push(...items);
      // Cycles of 2 to 9 links, each with a tail of older and newer links.
      const targets = new Map<number, number>();
      let at = 0;
      for (let size = 2; size <= 9; size += 1) {
        for (let n = 0; n < size; n += 1) targets.set(at + n, at + ((n + 1) % size));
        at += size;
      }
      for (let n = at; n < items.length; n += 1) targets.set(n, n % 3 === 0 ? n - 5 : n % at);
      const links = [...targets].sort(([a], [b]) => ((a * 37) % 61) - ((b * 37) % 61));
      for (const [from, to] of links) {
        const source = items[from]?.entity ?? world.newMemory();
        await push(facet(source, 'link', { supersededBy: items[to]?.entity ?? null }));
      }
      expect((await rows()).filter((one) => one.superseded_by === null)).toHaveLength(8);
      expect(await findings()).toEqual([]);
    });

    test('[SY-S8] verify finds a row that is missing, strange or different, and a rebuild mends those alone', async () => {
      const { database, vault, admin, push, rows, body, facet, findings, world } = await setUp('rebuild');
      const items = Array.from({ length: 9 }, (_, n) =>
        body({ content: `memory ${n % 7}`, tags: [`t${n}`] }),
      );
      await push(...items);
      const [a, b, c] = items.map(({ entity }) => entity);
      if (a === undefined || b === undefined || c === undefined) throw new Error('unreachable');
      await push(facet(a, 'link', { supersededBy: b }), facet(c, 'gone', { hash: null }));
      expect(await findings()).toEqual([]);
      const [sound, versions] = [await rows(), await database.query(VERSIONS, [vault])];
      const stray = world.newMemory();
      const damages: readonly (readonly [string, string, string])[] = [
        [a, 'is missing', 'delete from cairn.readable_memories where vault = $1 and id = $2'],
        [b, 'differs', `update cairn.readable_memories set tags = '[]' where vault = $1 and id = $2`],
        [c, 'differs', `update cairn.readable_memories set content = 'back' where vault = $1 and id = $2`],
        [
          stray,
          'is nobody',
          `insert into cairn.readable_memories (user_id, id, vault, tags, pinned, updated_at, synced_at, supersedes, deleted, shown)
           values ('${NOBODY}', $2, $1, '[]', false, now(), now(), '{}', true, false)`,
        ],
        [
          items[4]?.entity ?? '',
          'is nobody',
          `update cairn.readable_memories set user_id = '6b1f0b7e-7a39-4c0c-9f0e-3f7a5f1d2c3b' where vault = $1 and id = $2`,
        ],
      ];
      for (const [id, said, sql] of damages) {
        await database.query(sql, [vault, id]);
        expect((await findings()).filter((one) => one.startsWith(`${id} ${said}`))).toHaveLength(1);
      }
      expect(await admin.rebuild(vault)).toEqual({ vaults: 1, memories: sound.length });
      expect(await findings()).toEqual([]);
      expect(await rows()).toEqual(sound);
      const touched = damages.map(([id]) => id);
      const others = (all: readonly { readonly id?: unknown }[]) =>
        all.filter((one) => !touched.includes(String(one.id)));
      expect(others(await database.query(VERSIONS, [vault]))).toEqual(others(versions));
      expect(await admin.rebuild(null)).toMatchObject({ vaults: expect.any(Number) });
      expect(await admin.rebuild((await world.createVault('sealed')).info.vault)).toBeNull();
    });

    test('[SY-S8] a vault of before is filled in steps, between which it takes pushes', async () => {
      const { database, vault, push, rows, body, facet, findings } = await setUp('fill');
      const table = createReadableTable(database);
      while (await table.fillStep());
      const items = Array.from({ length: 2_300 }, (_, n) =>
        body({ content: `memory ${n % 2_000}`, namespace: `n${n}` }),
      );
      for (let at = 0; at < items.length; at += 500) await push(...items.slice(at, at + 500));
      const [first, second, third] = items.map(({ entity }) => entity);
      if (first === undefined || second === undefined || third === undefined) throw new Error('unreachable');
      await database.query('delete from cairn.readable_memories where vault = $1', [vault]);
      await database.query(`insert into cairn.memory_fills (vault, done_to) values ($1, '')`, [vault]);
      expect((await findings()).join()).toContain('filled up to ""');
      expect(await table.fillStep()).toBe(true);
      const part = (await rows()).length;
      expect(part).toBeGreaterThan(1_000);
      expect(part).toBeLessThan(items.length);
      const late = items.at(-1)?.entity ?? third;
      await push(facet(first, 'link', { supersededBy: late }), facet(second, 'gone', { hash: null }));
      await push(facet(late, 'link', { supersededBy: first }), body({ content: 'meanwhile' }));
      let steps = 0;
      while (await table.fillStep()) steps += 1;
      expect(steps).toBe(2);
      expect((await rows()).length).toBe(items.length + 1);
      expect(await findings()).toEqual([]);
    }, 60_000);

    test('[OP-6, SY-S8] a backup has no row of the table, and a restored server has them all', async () => {
      const { database, vault, admin, push, rows, body, facet, findings, world, first } =
        await setUp('backup');
      const items = [body({ content: 'kept' }), body({ content: 'gone' }), body({ content: 'kept' })];
      await push(...items);
      await push(facet(items[1]?.entity ?? world.newMemory(), 'gone', { hash: null }));
      const before = await rows();
      const lines: string[] = [];
      await admin.backup(async (line) => void lines.push(line.slice(0, -1)));
      expect(lines.join()).not.toContain('readable_memories');
      async function* stream() {
        yield* lines;
      }
      await push(body({ content: 'later' }));
      await database.query(`update cairn.readable_memories set content = 'spoilt'`);
      expect(await admin.restore(stream(), true)).toMatchObject({ vaults: expect.any(Number) });
      const timeless = (all: typeof before) => all.map((one) => ({ ...one, synced_ms: null }));
      expect(timeless(await rows())).toEqual(timeless(before));
      expect(await findings()).toEqual([]);
      const session = first.session;
      expect(session.vault).toBe(vault);
      expect(await admin.deleteVault(vault)).toBe(true);
      expect(await rows()).toEqual([]);
    });
  });
};
