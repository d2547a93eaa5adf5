import { DAY_MS, type EntityId, isEntityId, type SaveInput } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createEngineBench, errorOf, mustBe } from '../../testing/engine-bench.ts';
import { createPlainSealer } from '../../testing/plain-sealer.ts';
import {
  bodyRegister,
  linkRegister,
  SAMPLE_SALT,
  sampleDevice,
  sampleHlc,
  sampleId,
} from '../../testing/sample-memories.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { BENCH_EPOCH, benchAnchor, benchVault } from '../../testing/sync-bench.ts';
import { createWriteEngine } from '../write-engine.ts';
import { planWrite } from './write-registers.ts';

const setUp = () => {
  const bench = createEngineBench();
  const save = (content: string, fields: Partial<SaveInput> = {}) =>
    mustBe(bench.write.remember({ content, source: 'user', ...fields }));
  const everything = async () =>
    JSON.stringify(await bench.stores.writer.write((tx) => tx.registersAfter(null, 1_000)));
  return { ...bench, save, everything };
};

describe('forgetting', () => {
  test('[M-3] leaves no word of the whole chain in registers, rows or revisions', async () => {
    const { save, write, read, stores, everything } = setUp();
    const { id } = await save('secret one');
    const second = await mustBe(write.supersede(id, { content: 'secret two' }));
    await mustBe(write.forget({ ids: [second.id] }));
    expect(await everything()).not.toContain('secret');
    expect((await mustBe(read.list({ all: true }))).total).toBe(0);
    expect((await stores.reader.statistics()).forgotten).toBe(2);
    expect((await errorOf(read.history(id))).kind).toBe('not_found');
  });

  test('of several tells what was forgotten and what was not found', async () => {
    const { save, write } = setUp();
    const [one, two] = [await save('one'), await save('two')];
    expect(await mustBe(write.forget({ ids: [one.id, 'm_nope', ` ${two.id} `, one.id] }))).toEqual({
      forgotten: [one.id, two.id],
      notFound: ['m_nope'],
    });
    expect(await errorOf(write.forget({ ids: [one.id] }))).toMatchObject({ kind: 'not_found' });
    expect((await errorOf(write.forget({ ids: ['m_nope', 'x'] }))).message).toContain('2 ids');
    expect((await errorOf(write.forget({}))).kind).toBe('invalid_input');
    const third = await save('three', { key: 'third' });
    expect((await errorOf(write.forget({ ids: [third.id], key: 'third' }))).kind).toBe('invalid_input');
    expect((await errorOf(write.forget({ ids: ['m_nope'], key: 'third' }))).kind).toBe('invalid_input');
  });

  test('[M-16] of many unknown ids reads the trash once', async () => {
    const { save, write, stores, clock } = setUp();
    const { id } = await save('thrown away');
    await mustBe(write.forget({ ids: [id], trash: true }));
    let reads = 0;
    const counting = createWriteEngine({
      clock,
      random: createSeededRandom(2),
      makeSealer: async (keys) => createPlainSealer(keys),
      store: {
        ...stores.writer,
        write: (work) =>
          stores.writer.write((tx) =>
            work({
              ...tx,
              removed: (...args) => {
                reads++;
                return tx.removed(...args);
              },
            }),
          ),
      },
    });
    const unknown = Array.from({ length: 100 }, (_, at) => sampleId(1_000 + at));
    const forgotten = await mustBe(counting.forget({ ids: [...unknown, id] }));
    expect(forgotten).toEqual({ forgotten: [id], notFound: unknown });
    expect(reads).toBe(2);
  });

  test('[M-10] by key takes it in all namespaces and says which', async () => {
    const { save, write, read, everything } = setUp();
    await save('vim', { key: 'editor' });
    await save('emacs', { key: 'editor', namespace: 'work' });
    await save('nano', { key: 'editor', namespace: 'home' });
    expect(await mustBe(write.forget({ key: 'Editor', namespace: 'home' }))).toMatchObject({
      namespaces: ['home'],
    });
    const all = await mustBe(write.forget({ key: 'editor' }));
    expect(all.namespaces).toEqual(['default', 'work']);
    expect(all.forgotten).toHaveLength(2);
    expect(await everything()).not.toMatch(/vim|emacs|nano/);
    expect((await errorOf(write.forget({ key: 'editor' }))).kind).toBe('not_found');
    expect((await errorOf(read.getByKey('editor', null))).kind).toBe('not_found');
  });

  test('[M-10] by key takes one project only, and refuses where several have it', async () => {
    const { save, write, read } = setUp();
    const shop = await save('3000', { key: 'port', project: 'shop' });
    const api = await save('4000', { key: 'port', project: 'api' });
    await save('5000', { key: 'port' });
    const refused = await errorOf(write.forget({ key: 'port' }));
    expect(refused.kind).toBe('invalid_input');
    expect(refused.message).toContain(`${shop.id} in shop`);
    expect(refused.message).toContain(`${api.id} in api`);
    expect(refused.message).toContain('in no project');
    expect((await mustBe(read.list({}))).total).toBe(3);
    expect((await errorOf(write.forget({ key: 'port', project: 'web' }))).message).toContain('"web"');
    expect(await mustBe(write.forget({ key: 'port', project: 'shop' }))).toMatchObject({
      forgotten: [shop.id],
    });
    await mustBe(write.forget({ key: 'port', project: null }));
    expect(await mustBe(write.forget({ key: 'port' }))).toMatchObject({ forgotten: [api.id] });
  });

  test('[M-10] a key that was moved to another project is forgotten there', async () => {
    const { save, write, read } = setUp();
    const { id } = await save('3000', { key: 'port', project: 'shop' });
    const moved = await mustBe(write.moveMemory(id, 'api'));
    expect(await mustBe(write.forget({ key: 'port' }))).toMatchObject({ forgotten: [moved.id] });
    expect((await mustBe(read.list({ all: true }))).total).toBe(0);
  });

  test('[M-10] a key is read of one project, or the newest of all', async () => {
    const { save, read, time } = setUp();
    await save('3000', { key: 'port', project: 'shop' });
    time.skip(1);
    await save('4000', { key: 'port' });
    const portOf = async (project?: string | null) =>
      (await mustBe(read.getByKey('port', null, project))).memory.content;
    expect(await portOf('shop')).toBe('3000');
    expect([await portOf(), await portOf(null), await portOf('global')]).toEqual(['4000', '4000', '4000']);
    expect((await errorOf(read.getByKey('port', null, 'web'))).kind).toBe('not_found');
  });

  test('[SY-M3] a key can be learnt again and lives, with nothing of its past', async () => {
    const { save, write, read, everything } = setUp();
    const { id } = await save('vim', { key: 'editor', tags: ['tool'], pin: true });
    await save('emacs', { key: 'editor' });
    await mustBe(write.forget({ key: 'editor' }));
    expect(await save('helix', { key: 'editor' })).toMatchObject({ id, status: 'saved' });
    expect((await mustBe(read.get(id))).memory).toMatchObject({ content: 'helix', tags: [], pinned: false });
    expect((await mustBe(read.history(id))).versions.map(({ content }) => content)).toEqual(['helix']);
    expect(await everything()).not.toMatch(/vim|emacs/);
  });

  test('[SY-M8] what two devices saved apart and is shown as one is forgotten as one', async () => {
    const { save, write, read, stores } = setUp();
    const mine = await save('we deploy on friday');
    const theirs = bodyRegister(sampleId(1), sampleHlc(1), 'we deploy on friday');
    await stores.writer.write(async (tx) =>
      tx.apply(await planWrite(tx, [theirs], { origin: 'remote', nowMs: 1, inVault: false })),
    );
    expect((await mustBe(read.list({}))).total).toBe(1);
    expect((await mustBe(read.list({ all: true }))).total).toBe(2);
    await mustBe(write.forget({ ids: [mine.id] }));
    expect((await mustBe(read.list({ all: true }))).total).toBe(0);
  });

  test('[M-16] to the trash keeps the last words aside, out of everything that shows, and saves them again', async () => {
    const { save, write, read, stores, everything } = setUp();
    const first = await save('the door code is 1111', { tags: ['home'], pin: true });
    const second = await mustBe(write.supersede(first.id, { content: 'the door code is 2222' }));
    await mustBe(write.forget({ ids: [second.id], trash: true }));
    expect(await everything()).not.toContain('door code');
    expect((await mustBe(read.list({ all: true }))).total).toBe(0);
    expect((await mustBe(read.search({ query: 'door code' }))).results).toEqual([]);
    const { kept, total } = await read.removed('here');
    expect([total, kept.map(({ entity, body }) => [entity, body.content])]).toEqual([
      1,
      [[second.id, 'the door code is 2222']],
    ]);
    for (const { message } of [await errorOf(read.get(second.id)), await errorOf(read.history(second.id))])
      expect(message).toContain(`\`cairn trash restore ${second.id}\``);
    // Other devices forgot nothing of it. Its copies in backups stay as long as the trash keeps it.
    expect(await read.removed('others')).toEqual({ kept: [], total: 0 });
    expect(await stores.reader.meta('erasedAt')).toBeNull();
    const { restored } = await mustBe(write.restoreRemoved({ by: 'here', ids: [second.id] }));
    const { memories } = await mustBe(read.list({ all: true }));
    expect(memories).toMatchObject([
      { id: restored[0]?.id, content: 'the door code is 2222', tags: ['home'], pinned: true },
    ]);
    expect((await read.removed('here')).total).toBe(0);
  });

  test('[M-16] the trash keeps each value of a key that was forgotten twice', async () => {
    const { save, write, read } = setUp();
    const forgotten = async (content: string): Promise<EntityId[]> => {
      const { id } = await save(content, { key: 'town' });
      await mustBe(write.forget({ ids: [id], trash: true }));
      return (await read.removed('here')).kept.map(({ entity }) => entity);
    };
    await forgotten('Lyon');
    await forgotten('Porto');
    const [porto, lyon] = await forgotten('Porto');
    const { kept } = await read.removed('here');
    expect(kept.map(({ body }) => body.content)).toEqual(['Porto', 'Lyon']);
    expect((await errorOf(read.get(lyon ?? ''))).message).toContain(`\`cairn trash restore ${lyon}\``);
    const { restored } = await mustBe(write.restoreRemoved({ by: 'here', ids: [lyon ?? ''] }));
    expect(restored).toEqual([{ from: lyon, id: porto }]);
    expect((await mustBe(read.list({}))).memories).toMatchObject([{ content: 'Lyon', key: 'town' }]);
    await mustBe(write.forget({ key: 'town', trash: true }));
    expect((await errorOf(write.forget({ key: 'Town' }))).message).toContain('`cairn trash`');
    // The id of the key stands for all of its values.
    await mustBe(write.forget({ ids: [porto ?? ''] }));
    expect((await read.removed('here')).total).toBe(0);
  });

  test('[M-16] forgetting a key for good ends a copy from before a vault, where the key had another id', async () => {
    const { save, write, read } = setUp();
    const { id } = await save('vim', { key: 'editor' });
    await mustBe(write.forget({ ids: [id], trash: true }));
    await mustBe(
      write.enterVault({
        vault: { id: benchVault, kind: 'sealed', server: 'https://sync.example', kg: 1 },
        salt: SAMPLE_SALT,
        device: { id: sampleDevice, name: 'laptop' },
        push: { epoch: BENCH_EPOCH, anchor: benchAnchor(0), lastPushNo: 0, head: 0 },
      }),
    );
    await mustBe(write.forget({ ids: [(await save('emacs', { key: 'editor', project: 'shop' })).id] }));
    expect((await read.removed('here')).total).toBe(1);
    const again = await save('emacs', { key: 'editor' });
    expect(again.id).not.toBe(id);
    await mustBe(write.forget({ ids: [again.id] }));
    expect((await read.removed('here')).total).toBe(0);
  });

  test('[M-16] the trash ends after 30 days, by a person, or by forgetting again', async () => {
    const { save, write, read, stores, time } = setUp();
    const forgotten = async (content: string, fields: Partial<SaveInput> = {}): Promise<string> => {
      const { id } = await save(content, fields);
      await mustBe(write.forget({ ids: [id], trash: true }));
      return id;
    };
    const [one, two] = [await forgotten('one'), await forgotten('two')];
    const keyed = await forgotten('vim', { key: 'editor' });
    expect(await mustBe(write.dropRemoved({ by: 'here', ids: [one] }))).toEqual({ ended: 1 });
    expect(await stores.reader.meta('erasedAt')).not.toBeNull();
    // Its id is forgotten already, so forgetting it again deletes it for good.
    await mustBe(write.forget({ ids: [two] }));
    // The earlier values of a key are deleted too when its present value is deleted for good.
    await save('emacs', { key: 'editor' });
    await mustBe(write.forget({ ids: [keyed] }));
    expect((await read.removed('here')).total).toBe(0);
    expect(await errorOf(write.restoreRemoved({ by: 'here', ids: [one] }))).toMatchObject({
      kind: 'not_found',
    });
    await forgotten('three');
    time.skip(29 * DAY_MS);
    expect(await write.expireRemoved()).toEqual({ ended: 0 });
    time.skip(DAY_MS);
    expect(await write.expireRemoved()).toEqual({ ended: 0 });
    // The clock of the look before says that it is over.
    time.skip(DAY_MS);
    expect(await write.expireRemoved()).toEqual({ ended: 1 });
    expect((await read.removed('here')).total).toBe(0);
  });

  test.each([
    [24, false, 24],
    [20, false, 0],
    [6, true, 7],
    [5, true, 1],
  ])(
    '[TR-57] of %i memories that others made look replaced, copies are kept where they are many',
    async (count, trash, kept) => {
      const { save, write, read, stores } = setUp();
      const notes: EntityId[] = [];
      for (let n = 0; n < count; n++) {
        const { id } = await save(`note ${n}`);
        if (isEntityId(id)) notes.push(id);
      }
      const pills = bodyRegister(sampleId(1), sampleHlc(1), 'cheap pills');
      const links = notes.map((id) => linkRegister(id, sampleHlc(2), pills.entity));
      await stores.writer.write(async (tx) =>
        tx.apply(await planWrite(tx, [pills, ...links], { origin: 'remote', nowMs: 1, inVault: false })),
      );
      expect((await mustBe(read.list({}))).total).toBe(1);
      expect(await mustBe(write.forget({ ids: [pills.entity], trash }))).toEqual({
        forgotten: [pills.entity],
        notFound: [],
        replaced: count,
      });
      expect((await read.removed('here')).total).toBe(kept);
      if (count < 24) return;
      await mustBe(write.restoreRemoved({ by: 'here', ids: notes }));
      const { memories } = await mustBe(read.list({ limit: 100 }));
      expect(memories.map(({ content }) => content).toSorted()).toEqual(
        notes.map((_, n) => `note ${n}`).toSorted(),
      );
    },
  );
});
