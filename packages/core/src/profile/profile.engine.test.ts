import type { EntityId, Register } from '@cairn/schema';
import { PROFILES } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { deriveProfileId } from '../memory/content-hash.ts';
import type { StoredRegister } from '../ports/store.ts';
import { applyAll, createEngineBench, type EngineBench, errorOf, mustBe } from '../testing/engine-bench.ts';
import { SAMPLE_SALT } from '../testing/sample-memories.ts';

/** Returns a device of the vault. All have the same salt. */
const deviceOf = async (seed: number): Promise<EngineBench> => {
  const bench = createEngineBench(seed);
  await bench.stores.writer.write((tx) => tx.apply({ meta: { salt: SAMPLE_SALT } }));
  return bench;
};
const ids: readonly EntityId[] = PROFILES.map((name) => deriveProfileId(SAMPLE_SALT, name));
const send = async (from: EngineBench, to: EngineBench): Promise<void> => {
  const registers: readonly StoredRegister[] = await from.stores.reader.registersOf(ids);
  await applyAll(to, registers);
};
const set = (bench: EngineBench, fields: Record<string, string | null>) =>
  mustBe(bench.write.changeProfile({ kind: 'fields', fields }));
const add = (bench: EngineBench, section: string, text: string) =>
  mustBe(bench.write.changeProfile({ kind: 'item_add', document: 'rules', item: { section, text } }));

describe('[CX-2] a profile', () => {
  test('is empty in a new store, and is what was written', async () => {
    const bench = createEngineBench();
    expect(await bench.read.profile()).toEqual({
      agent: {},
      user: {},
      rules: { raw: null, sections: [] },
      tools: { raw: null, sections: [] },
    });
    const { profile } = await set(bench, { displayName: 'Ada' });
    expect(profile.user).toEqual({ displayName: 'Ada' });
    expect(await bench.read.profile()).toEqual(profile);
    expect((await errorOf(bench.write.changeProfile({ kind: 'fields', fields: { x: 'y' } }))).kind).toBe(
      'invalid_input',
    );
  });

  test('[SY-M2] two devices that edit different fields and items lose nothing', async () => {
    const [laptop, phone] = [await deviceOf(1), await deviceOf(2)];
    await set(laptop, { displayName: 'Ada', goals: 'Ship it' });
    await add(laptop, 'Style', 'Use tabs');
    await send(laptop, phone);
    phone.time.skip(1_000);
    laptop.time.skip(1_000);
    await set(phone, { timezone: 'Europe/Berlin' });
    await add(phone, 'Style', 'Be brief');
    await set(laptop, { goals: 'Rest' });
    await add(laptop, 'Style', 'No semicolons');
    await send(phone, laptop);
    await send(laptop, phone);
    const profile = await laptop.read.profile();
    expect(await phone.read.profile()).toEqual(profile);
    expect(profile.user).toEqual({ displayName: 'Ada', goals: 'Rest', timezone: 'Europe/Berlin' });
    expect(profile.rules.sections[0]?.items.map(({ text }) => text).sort()).toEqual([
      'Be brief',
      'No semicolons',
      'Use tabs',
    ]);
  });

  test('[SY-U1] goes into the outbox of a vault, and not when nothing changed', async () => {
    const bench = await deviceOf(1);
    await bench.stores.writer.write((tx) =>
      tx.apply({ meta: { vault: { id: 'v_x' as never, kind: 'sealed', server: 'https://x', kg: 1 } } }),
    );
    const outbox = () => bench.stores.writer.write((tx) => tx.outboxCount());
    await set(bench, { displayName: 'Ada' });
    expect(await outbox()).toBe(1);
    await set(bench, { displayName: 'Ada' });
    expect(await outbox()).toBe(1);
  });

  test('[SY-M6] what a newer program added is neither shown nor lost', async () => {
    const bench = await deviceOf(1);
    await set(bench, { displayName: 'Ada' });
    const [, user] = ids;
    const [known] = await bench.stores.reader.registersOf(user === undefined ? [] : [user]);
    if (known === undefined) throw new Error('nothing was written');
    const later: Register & { seq: null } = {
      ...{ entity: known.entity, hlc: known.hlc, kg: 0, seq: null },
      ...{ facet: 'field.pronouns', value: { of: 'user', value: 'she' } },
    };
    await applyAll(bench, [later]);
    await set(bench, { displayName: null });
    expect((await bench.read.profile()).user).toEqual({});
    expect((await bench.stores.reader.registersOf([known.entity])).map(({ facet }) => facet)).toContain(
      'field.pronouns',
    );
  });

  test('[SY-M7] has a history, of one field, of a document, of all', async () => {
    const bench = createEngineBench();
    expect(await mustBe(bench.read.profileHistory())).toEqual({ versions: [] });
    await set(bench, { goals: 'Learn Rust' });
    bench.time.skip(60_000);
    await set(bench, { goals: null, location: 'Berlin' });
    await add(bench, 'Style', 'Use tabs');
    const { versions } = await mustBe(bench.read.profileHistory('goals'));
    expect(versions).toMatchObject([
      {
        profile: 'user',
        field: 'goals',
        value: 'Learn Rust',
        current: false,
        at: '2026-01-15T10:00:00.000Z',
      },
      { value: null, current: true, at: '2026-01-15T10:01:00.000Z' },
    ]);
    expect((await mustBe(bench.read.profileHistory('rules'))).versions).toMatchObject([
      { profile: 'rules', value: 'Use tabs', section: 'Style', enabled: true },
    ]);
    expect((await mustBe(bench.read.profileHistory())).versions).toHaveLength(4);
    expect((await errorOf(bench.read.profileHistory('nope'))).kind).toBe('invalid_input');
  });

  test('[TR-6] the name of this device is in its memories as other devices keep it', async () => {
    const bench = createEngineBench();
    for (const [name, kept] of [
      ['desk\u0000', 'desk'],
      [`desk${' '.repeat(61)}`, 'desk'],
      ['AKIAIOSFODNN7EXAMPLF at home', expect.not.stringContaining('AKIAIOSFODNN7')],
    ] as const) {
      const { id } = await mustBe(bench.write.remember({ content: `Before ${name.length}` }));
      const before = await mustBe(bench.read.get(id));
      await mustBe(bench.write.changeProfile({ kind: 'device_name', device: before.memory.device.id, name }));
      const saved = await mustBe(bench.write.remember({ content: `After ${name.length}` }));
      expect((await mustBe(bench.read.get(saved.id))).memory.device.name).toEqual(kept);
    }
  });

  test('is in no search, no list and no export of memories', async () => {
    const bench = createEngineBench();
    await set(bench, { goals: 'Learn Rust' });
    expect((await mustBe(bench.read.list({}))).total).toBe(0);
    expect((await mustBe(bench.read.search({ query: 'Rust' }))).results).toEqual([]);
    expect((await mustBe(bench.read.exportPage(null, 10))).memories).toEqual([]);
  });
});
