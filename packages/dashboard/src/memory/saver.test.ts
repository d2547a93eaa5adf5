import { err, ok, requestOf } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createSaver } from './saver.ts';

const SINCE = '1970-01-01T00:00:01.000Z';
const LIST = `since=${encodeURIComponent(SINCE)}&source=user`;

/** A daemon that cleans and keeps what it is sent, and loses as many answers to saves as it is told. `older`: it was there before. */
const setUp = (...older: readonly string[]) => {
  const before = older.map((content, n) => ({ id: `old${n}`, content }));
  let kept: readonly { readonly id: string; readonly content: string }[] = [];
  const sent: string[] = [];
  let losing: readonly ('answer' | 'request' | 'nothing')[] = [];
  const keep = (content: string, supersedes: unknown) => {
    const same = [...kept, ...before].find((one) => one.content === content);
    const made = same ?? { id: `m${sent.length}`, content };
    const rest = kept.filter(({ id }) => id !== supersedes || id === made.id);
    kept = same === undefined ? [made, ...rest] : rest;
    return { id: made.id, status: same === undefined ? 'saved' : 'duplicate' };
  };
  const save = createSaver(
    {
      ask: async (route, input) => {
        const { path, body } = requestOf(route, input);
        const { content, supersedes, ...rest } = { ...Object(body) };
        sent.push(
          [route, content ?? path.split('?')[1] ?? JSON.stringify(rest), supersedes].join(' ').trim(),
        );
        const answer = (value: object) => ok(Object.assign(Object.create(null), value));
        if (route === 'GET /v1/memories') {
          const [, only] = /id=(\w+)/.exec(path) ?? [];
          return answer({ memories: kept.filter(({ id }) => only === undefined || id === only) });
        }
        if (route !== 'POST /v1/memories') return answer({});
        const [lost] = losing;
        losing = losing.slice(1);
        const value =
          lost === 'request' ? {} : keep(String(content).trim().replace('hunter2', '[redacted]'), supersedes);
        const isTold = lost === undefined || lost === 'nothing';
        return isTold ? answer(value) : err({ kind: 'offline' as const, message: 'gone' });
      },
    },
    () => 1_000,
  );
  const lose = (...all: typeof losing): void => {
    losing = all;
  };
  return { save, sent, lose, texts: () => kept.map(({ content }) => content) };
};

test('[PG-30] a save whose answer is lost is sent again, and is no duplicate to the person', async () => {
  const { save, sent, texts, lose } = setUp();
  lose('answer');
  const saved = await save({ content: 'The gate is green', tags: ['gate'], pin: true });
  expect(saved).toMatchObject({ ok: true, value: { status: 'saved' } });
  expect(texts()).toEqual(['The gate is green']);
  expect(sent.at(-1)).toBe('PATCH /v1/memories/:id {"addTags":["gate"],"pinned":true}');
});

test('[PG-30] other words after a lost answer replace what the first save made, if it made something', async () => {
  for (const first of [' The gate is green ', 'The gate opens by hunter2']) {
    const { save, texts, lose } = setUp();
    lose('answer', 'answer');
    expect(await save({ content: first })).toMatchObject({ ok: false });
    expect(await save({ content: 'The gate is blue' })).toMatchObject({
      ok: true,
      value: { status: 'saved' },
    });
    expect(texts()).toEqual(['The gate is blue']);
  }
  const { save, sent, lose } = setUp();
  lose('request', 'request');
  expect(await save({ content: 'The gate is green' })).toMatchObject({ ok: false });
  await save({ content: 'The gate is blue' });
  expect(sent.slice(2)).toEqual([`GET /v1/memories ${LIST}`, 'POST /v1/memories The gate is blue']);
});

test('[PG-30] of several attempts without an answer, one memory is left', async () => {
  for (const lostOnes of [
    ['answer', 'answer'],
    ['request', 'request'],
  ] as const) {
    const { save, texts, lose } = setUp();
    lose('answer', 'answer');
    await save({ content: 'One, by hunter2' });
    // The repeated first request is answered, and those of the second are not.
    lose('nothing', ...lostOnes);
    await save({ content: 'Two, by hunter2' });
    await save({ content: 'Three' });
    expect(texts()).toEqual(['Three']);
  }
});

test('a memory that was known before is a duplicate, and nothing is changed about it', async () => {
  const known = { ok: true, value: { id: 'old0', status: 'duplicate' } };
  const plain = setUp('The gate is green');
  expect(await plain.save({ content: 'The gate is green', pin: true })).toMatchObject(known);
  expect(plain.sent).toHaveLength(1);
  const again = setUp('The gate is green');
  again.lose('answer');
  expect(await again.save({ content: 'The gate is green', pin: true })).toMatchObject(known);
  expect(again.sent.at(-1)).toBe(`GET /v1/memories ${LIST}&id=old0`);
  const changed = setUp('The gate is green');
  changed.lose('answer', 'answer');
  await changed.save({ content: 'The gate is red' });
  expect(await changed.save({ content: 'The gate is green', pin: true })).toMatchObject(known);
  expect([changed.texts(), changed.sent.some((one) => one.startsWith('PATCH'))]).toEqual([[], false]);
});
