import { deviceId, entityIdSchema, importedMemoryId, type Source, scheduleId } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import {
  contentHashOf,
  deriveImportedId,
  deriveKeyedId,
  deriveProfileId,
  goneHashOf,
} from '../../memory/content-hash.ts';
import { HERE } from '../../removed/trash.ts';
import { createPlainSealer } from '../../testing/plain-sealer.ts';
import {
  SAMPLE_SALT,
  sampleBody,
  sampleDevice,
  sampleHlc,
  sampleId,
  sampleKeyedId,
  sampleRegister,
} from '../../testing/sample-memories.ts';
import { sampleDef, sampleScheduleId } from '../../testing/sample-schedules.ts';
import { createSyncBench, pageOf, pulledItem, value } from '../../testing/sync-bench.ts';
import { createWriteEngine } from '../write-engine.ts';

const otherDevice = deviceId(1_700_000_000_001, new Uint8Array(10).fill(9));

describe('derived ids', () => {
  const name = { namespace: 'tacit', project: null, key: 'editor' };
  const content = 'from a file';

  test('[SY-D2] entering a vault derives them again under its salt, with rows, links and stamps', async () => {
    const bench = createSyncBench();
    const keyed = deriveKeyedId('00'.repeat(32), name);
    const imported = deriveImportedId('00'.repeat(32), { content, project: null, namespace: null });
    const stamps = await bench.write(
      { entity: keyed, facet: 'body', value: sampleBody('vim', { namespace: 'tacit', key: 'editor' }) },
      { entity: imported, facet: 'body', value: sampleBody(content) },
      { entity: sampleId(1), facet: 'body', value: sampleBody('free') },
      { entity: sampleId(1), facet: 'link', value: { supersededBy: imported } },
    );
    expect(await bench.enter()).toBe(4);
    const keyedNow = deriveKeyedId(SAMPLE_SALT, name);
    const importedNow = deriveImportedId(SAMPLE_SALT, { content, project: null, namespace: null });
    expect(await bench.registers(keyed, imported)).toEqual([]);
    const registers = await bench.registers(keyedNow, importedNow, sampleId(1));
    expect(registers.map(({ hlc }) => hlc).sort()).toEqual([...stamps].sort());
    expect(await bench.stores.reader.memory(keyedNow)).toMatchObject({ content: 'vim' });
    expect(await bench.stores.reader.memory(sampleId(1))).toMatchObject({
      supersededBy: importedNow,
      state: 1,
    });
    const { items } = (await bench.freeze()).body;
    expect(items.map(({ entity }) => entity)).toEqual([keyedNow, importedNow, sampleId(1), sampleId(1)]);
  });

  test('[SY-D2, M-16] copies in the trash get them too, and of two copies of a key the newer one stays', async () => {
    const bench = createSyncBench();
    const [before, now] = ['00'.repeat(32), SAMPLE_SALT].map((salt) => deriveKeyedId(salt, name));
    if (before === undefined || now === undefined) throw new Error('no ids');
    const copy = (entity: typeof before, content: string, at: number) => ({
      ...{ entity, node: HERE, at },
      body: sampleBody(content, { namespace: 'tacit', key: 'editor' }),
    });
    const free = copy(sampleId(1), 'free', 1);
    await bench.store.write((tx) =>
      tx.apply({ removedAdd: [free, copy(before, 'vim', 2), copy(now, 'emacs', 3)] }),
    );
    await bench.enter();
    expect(await bench.stores.reader.removed('here', 9)).toEqual([copy(now, 'emacs', 3), free]);
  });

  test('[SY-D2] a profile meets that of the vault, field by field, and a schedule keeps its id', async () => {
    const bench = createSyncBench();
    const own = deriveProfileId('00'.repeat(32), 'user');
    const schedule = scheduleId(1, new Uint8Array(10));
    await bench.write(
      { entity: own, facet: 'field.name', value: { of: 'user', value: 'Ada' } },
      { entity: schedule, facet: 'state', value: { status: 'active', reason: null } },
    );
    await bench.enter();
    const shared = deriveProfileId(SAMPLE_SALT, 'user');
    const theirs = sampleRegister(shared, sampleHlc(9), {
      facet: 'field.timezone',
      value: { of: 'user', value: 'Europe/Berlin' },
    });
    value(await bench.sync.applyPage(pageOf([pulledItem(theirs, 1)])));
    expect(await bench.registers(own)).toEqual([]);
    expect((await bench.registers(shared)).map((register) => register.value)).toEqual([
      { of: 'user', value: 'Ada' },
      { of: 'user', value: 'Europe/Berlin' },
    ]);
    expect(await bench.registers(schedule)).toHaveLength(1);
    expect((await bench.freeze()).body.items.map(({ entity }) => entity).sort()).toEqual(
      [shared, schedule].sort(),
    );
    expect((await bench.sync.syncFacts()).quarantined).toBe(0);
  });

  test('[SY-D2] under the same salt nothing moves, and two ids that mean the same become one', async () => {
    const bench = createSyncBench();
    const keyed = deriveKeyedId(SAMPLE_SALT, name);
    const body = (text: string) => sampleBody(text, { namespace: 'tacit', key: 'editor' });
    await bench.write({ entity: sampleKeyedId(3), facet: 'body', value: body('old') });
    await bench.write({ entity: keyed, facet: 'body', value: body('new') });
    await bench.enter();
    expect(await bench.stores.reader.memory(keyed)).toMatchObject({ content: 'new' });
    expect(await bench.stores.reader.memory(sampleKeyedId(3))).toBeNull();
    expect((await bench.stores.reader.revisionsOf([keyed])).map(({ register }) => register.value)).toEqual([
      body('old'),
    ]);
  });

  test('[SY-M8] words that were forgotten before are recognised under the salt of another vault, on its other devices too', async () => {
    const bench = createSyncBench();
    const deps = {
      store: bench.store,
      clock: bench.clock,
      random: { bytes: () => new Uint8Array(16).fill(9) },
    };
    const write = createWriteEngine({ ...deps, makeSealer: async (keys) => createPlainSealer(keys) });
    const save = (content: string, source: Source) => write.remember({ content, source });
    const free = value(await save('The old door code is 4711', 'user'));
    const keyed = value(await write.remember({ content: 'emacs', key: 'editor', source: 'user' }));
    value(await write.forget({ ids: [free.id, keyed.id] }));
    const tombstone = async () =>
      (await bench.registers(entityIdSchema.parse(free.id))).find(({ facet }) => facet === 'gone');
    const before = await tombstone();
    await bench.enter({ salt: 'ee'.repeat(32) });
    for (const words of ['The old door code is 4711', 'emacs'])
      expect(await save(words, 'auto')).toMatchObject({ ok: false, error: { kind: 'refused' } });
    expect(value(await save('The new door code is 0815', 'auto')).status).toBe('saved');
    expect(await tombstone()).toEqual({
      ...before,
      value: { hash: goneHashOf('ee'.repeat(32), contentHashOf('The old door code is 4711')) },
    });
  });

  test('[SY-D2] what cannot be named any more, because its body is gone, does not enter', async () => {
    const bench = createSyncBench();
    const imported = importedMemoryId(new Uint8Array(16).fill(5));
    await bench.write({ entity: imported, facet: 'gone', value: { hash: 'ab'.repeat(32) } });
    await bench.write({ entity: sampleId(1), facet: 'gone', value: { hash: 'cd'.repeat(32) } });
    expect(await bench.enter()).toBe(1);
    expect(await bench.registers(imported)).toEqual([]);
  });
});

describe('[SC-5] a device that enters a vault under a new id', () => {
  const former = deviceId(1_600_000_000_000, new Uint8Array(10).fill(4));
  const by = { device: former, name: 'laptop', agent: null };

  test('goes on running what it ran, and nothing else', async () => {
    const bench = createSyncBench();
    await bench.store.write((tx) => tx.apply({ meta: { device: { id: former, name: 'laptop' } } }));
    const [own, foreign] = [sampleScheduleId(1), sampleScheduleId(2)];
    await bench.write(
      { entity: own, facet: 'def', value: sampleDef('own', { by }) },
      { entity: foreign, facet: 'def', value: sampleDef('foreign', { by }) },
      { entity: foreign, facet: 'runner', value: { device: otherDevice, name: 'desktop' } },
    );
    expect(await bench.enter()).toBe(4);
    expect((await bench.stores.reader.schedule(own))?.row.runnerId).toBe(sampleDevice);
    expect((await bench.stores.reader.schedule(foreign))?.row.runnerId).toBe(otherDevice);
  });

  test('and under the one it has, nothing is written', async () => {
    const bench = createSyncBench();
    await bench.store.write((tx) => tx.apply({ meta: { device: { id: sampleDevice, name: 'old name' } } }));
    await bench.write({ entity: sampleScheduleId(1), facet: 'def', value: sampleDef('own') });
    expect(await bench.enter()).toBe(1);
  });
});
