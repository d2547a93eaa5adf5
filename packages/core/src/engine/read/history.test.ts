import { hlcMs, hlcOf, isEntityId, MINUTE_MS, type SaveInput } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createEngineBench, mustBe } from '../../testing/engine-bench.ts';
import { bodyRegister, sampleHlc, sampleKeyedId } from '../../testing/sample-memories.ts';
import { planWrite } from '../write/write-registers.ts';

const setUp = () => {
  const bench = createEngineBench();
  const save = async (content: string, fields: Partial<SaveInput> = {}) => {
    bench.time.skip(MINUTE_MS);
    return mustBe(bench.write.remember({ content, source: 'user', ...fields }));
  };
  return { ...bench, save };
};

describe('[M-3] history', () => {
  test('walks the chain both ways, oldest first, from any member', async () => {
    const { save, write, read, time } = setUp();
    const one = await save('one', { tags: ['t'] });
    time.skip(MINUTE_MS);
    const two = await mustBe(write.supersede(one.id, { content: 'two' }));
    time.skip(MINUTE_MS);
    const three = await mustBe(write.supersede(two.id, { content: 'three' }));
    for (const id of [one.id, two.id, three.id]) {
      const { versions, incomplete } = await mustBe(read.history(id));
      expect(
        versions.map(({ content, current, supersededBy }) => ({ content, current, supersededBy })),
      ).toEqual([
        { content: 'one', current: false, supersededBy: two.id },
        { content: 'two', current: false, supersededBy: three.id },
        { content: 'three', current: true, supersededBy: null },
      ]);
      expect(incomplete).toBe(false);
    }
  });

  test('[M-3] an id in capitals, and with blanks around it, is the same id in every call', async () => {
    const { save, write, read } = setUp();
    const { id } = await save('tea is green');
    const typed = ` ${id.toUpperCase()} `;
    expect((await mustBe(read.get(typed))).memory.id).toBe(id);
    expect((await mustBe(read.history(typed))).versions).toHaveLength(1);
    expect((await mustBe(read.list({ ids: [typed] }))).total).toBe(1);
    expect((await mustBe(read.why({ text: typed }))).memories[0]?.memory.id).toBe(id);
    expect((await mustBe(write.patch(typed, { pinned: true }))).memory.pinned).toBe(true);
    const next = await mustBe(write.supersede(typed, { content: 'tea is black' }));
    expect(next.supersedes).toBe(id);
    expect(await mustBe(write.forget({ ids: [next.id.toUpperCase()] }))).toMatchObject({
      forgotten: [next.id],
      notFound: [],
    });
  });

  test('[SY-M7] of a key shows every value with its time', async () => {
    const { save, read } = setUp();
    const { id } = await save('vim', { key: 'editor' });
    await save('emacs', { key: 'editor' });
    await save('helix', { key: 'editor' });
    const { versions, incomplete } = await mustBe(read.history(id));
    expect(versions.map(({ content, at, current }) => `${content} ${at.slice(11, 16)} ${current}`)).toEqual([
      'vim 10:01 false',
      'emacs 10:02 false',
      'helix 10:03 true',
    ]);
    expect(incomplete).toBe(false);
  });

  test('of a key dates a text that was written twice in a row from its first writing', async () => {
    const { read, stores } = setUp();
    const id = sampleKeyedId(1);
    const texts = ['vim', 'emacs', 'emacs', 'helix', 'helix'];
    const bodies = texts.map((text, n) =>
      bodyRegister(id, hlcOf(Date.UTC(2026, 0, 15, 10, n), 0, 'a'.repeat(16)), text, {
        key: 'editor',
        namespace: 'default',
        ...(n > 0 && { rewrite: n }),
      }),
    );
    for (const body of bodies)
      await stores.writer.write(async (tx) =>
        tx.apply(await planWrite(tx, [body], { origin: 'remote', nowMs: 1, inVault: true })),
      );
    const { versions } = await mustBe(read.history(id));
    expect(
      versions.slice(1).map(({ content, at, current }) => `${content} ${at.slice(11, 16)} ${current}`),
    ).toEqual(['emacs 10:01 false', 'helix 10:03 true']);
  });

  test('shows each version as the memory that it was, with who said it', async () => {
    const { save, write, read, time } = setUp();
    const { id } = await save('vim', { key: 'editor', agent: 'codex', session: 's1', tags: ['tools'] });
    await save('emacs', { key: 'editor', source: 'agent', agent: 'cursor', session: 's2' });
    const named = await mustBe(read.history(id));
    expect(named.versions).toMatchObject([
      { id, content: 'vim', key: 'editor', source: 'user', trust: 'high', agent: 'codex', session: 's1' },
      { id, content: 'emacs', key: 'editor', source: 'agent', agent: 'cursor', session: 's2', current: true },
    ]);
    const one = await save('one', { project: 'shop' });
    time.skip(MINUTE_MS);
    const two = await mustBe(write.supersede(one.id, { content: 'two' }));
    await mustBe(write.patch(two.id, { pinned: true }));
    const { versions } = await mustBe(read.history(one.id));
    const { memory } = await mustBe(read.get(two.id));
    expect(versions[1]).toEqual({ ...memory, at: memory.createdAt, current: true });
    expect(versions[0]).toMatchObject({ id: one.id, project: 'shop', pinned: false, supersededBy: two.id });
  });

  test('[SY-M7] says when an earlier value is not on this device', async () => {
    const { read, stores } = setUp();
    const id = sampleKeyedId(1);
    const body = bodyRegister(id, sampleHlc(9), 'third', { key: 'k', namespace: 'default', rewrite: 2 });
    await stores.writer.write(async (tx) =>
      tx.apply(await planWrite(tx, [body], { origin: 'remote', nowMs: 1, inVault: true })),
    );
    const { versions, incomplete } = await mustBe(read.history(id));
    expect([versions.length, incomplete]).toEqual([1, true]);
  });

  test('[SY-M5] of one that two devices superseded shows both, the later one as current', async () => {
    const { save, read, write, stores } = setUp();
    const one = await save('one');
    const two = await mustBe(write.supersede(one.id, { content: 'two' }));
    const three = await save('three');
    const link = (await stores.writer.write((tx) => tx.registersAfter(null, 100))).find(
      ({ facet }) => facet === 'link',
    );
    if (link?.facet !== 'link' || !isEntityId(three.id)) throw new Error('a link was expected');
    const theirs = {
      ...link,
      hlc: hlcOf(hlcMs(link.hlc) + MINUTE_MS, 0, 'f'.repeat(16)),
      value: { supersededBy: three.id },
    };
    await stores.writer.write(async (tx) =>
      tx.apply(await planWrite(tx, [theirs], { origin: 'remote', nowMs: 1, inVault: true })),
    );
    expect((await mustBe(read.list({}))).memories.map(({ id }) => id)).toEqual([three.id]);
    for (const id of [one.id, two.id, three.id]) {
      const { versions } = await mustBe(read.history(id));
      expect(versions.map(({ content, current }) => ({ content, current }))).toEqual([
        { content: 'one', current: false },
        { content: 'two', current: false },
        { content: 'three', current: true },
      ]);
    }
  });
});
