import { err, ok, requestOf } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createSaver } from './saver.ts';

/** A daemon that keeps what it is sent, and loses as many answers to saves as it is told. */
const setUp = () => {
  const kept: { id: string; content: string }[] = [];
  const sent: unknown[] = [];
  let losing: readonly ('answer' | 'request')[] = [];
  const save = createSaver(
    {
      ask: async (route, input) => {
        const { body } = requestOf(route, input);
        sent.push([route, body]);
        const lost = route === 'POST /v1/memories' ? losing[0] : undefined;
        if (lost !== undefined) losing = losing.slice(1);
        const content = String(Object(body).content).trim();
        const same = kept.find((one) => one.content === content);
        const isSaved = route === 'POST /v1/memories' && same === undefined && lost !== 'request';
        if (isSaved) kept.unshift({ id: `m${kept.length}`, content });
        if (lost !== undefined) return err({ kind: 'offline' as const, message: 'gone' });
        const status = same === undefined ? 'saved' : 'duplicate';
        return ok(Object.assign(Object.create(null), { ...(same ?? kept[0]), status, memories: kept }));
      },
    },
    () => 0,
  );
  const lose = (...all: ('answer' | 'request')[]): void => {
    losing = all;
  };
  return { save, sent, kept, lose };
};

test('[PG-30] a save whose answer is lost is sent again, and is no duplicate to the person', async () => {
  const { save, sent, kept, lose } = setUp();
  lose('answer');
  const saved = await save({ content: 'The gate is green', tags: ['gate'], pin: true });
  expect(saved).toMatchObject({ ok: true, value: { id: 'm0', status: 'saved' } });
  expect(kept).toHaveLength(1);
  expect(sent.at(-1)).toEqual(['PATCH /v1/memories/:id', { addTags: ['gate'], pinned: true }]);
});

test('[PG-30] other words after a lost answer replace what the first save made, if it made something', async () => {
  for (const [which, supersedes] of [['answer', 'm0'] as const, ['request', undefined] as const]) {
    const { save, sent, lose } = setUp();
    lose(which, which);
    expect(await save({ content: ' The gate is green ' })).toMatchObject({ ok: false });
    expect(await save({ content: 'The gate is blue' })).toMatchObject({
      ok: true,
      value: { status: 'saved' },
    });
    expect(sent.at(-2)).toEqual(['GET /v1/memories', undefined]);
    expect(sent.at(-1)).toEqual(['POST /v1/memories', { content: 'The gate is blue', supersedes }]);
  }
});

test('a memory that was known before is a duplicate, and nothing is changed about it', async () => {
  const { save, sent } = setUp();
  await save({ content: 'The gate is green' });
  expect(await save({ content: 'The gate is green', pin: true })).toMatchObject({
    ok: true,
    value: { status: 'duplicate' },
  });
  expect(sent).toHaveLength(2);
});
