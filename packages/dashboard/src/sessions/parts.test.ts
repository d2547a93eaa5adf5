import { ok, requestOf, type SessionMessage } from '@cairn/schema';
import { expect, test } from 'vitest';
import type { Api } from '../adapters/api.ts';
import { DRAWN_MAX, NEWEST, PAGE, type Part, partAfter, queryOf, shownPart } from './parts.ts';

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** Returns the steps through a session, each as its first and last sequence, their number, and whether one is earlier. */
const sessionOf = (sequences: readonly number[]) => {
  let asked = 0;
  const rows = sequences.map(
    (sequence): SessionMessage => ({
      sequence,
      role: 'user',
      content: 'x',
      toolCalls: null,
      toolResults: null,
      at: '2026-01-15T10:00:00.000Z',
      tokens: 1,
      compacted: false,
    }),
  );
  const api: Pick<Api, 'ask'> = {
    ask: async (route, input) => {
      asked += 1;
      const query = new URL(requestOf(route, input).path, 'http://x').searchParams;
      const of = (name: string, other: number) => Number(query.get(name) ?? other);
      if (of('after', -1) < -1 || of('upto', 0) < 0) throw new Error('the route refuses a negative sequence');
      const inside = rows.filter(
        ({ sequence }) => sequence > of('after', -1) && sequence <= of('upto', Number.MAX_SAFE_INTEGER),
      );
      return ok(Object.assign(Object.create(null), { messages: inside.slice(-of('last', 10_000)) }));
    },
  };
  const session = { id: 's', lastSequence: sequences.at(-1) ?? -1 };
  let part: Part = NEWEST;
  const read = async () => {
    const at = { id: 's' };
    const answer = await api.ask('GET /v1/sessions/:id/messages', { at, query: queryOf(part) });
    if (!answer.ok) throw new Error(answer.error.message);
    return shownPart(answer.value.messages, part);
  };
  const seen = async () => {
    const { shown, earlier } = await read();
    return [shown[0]?.sequence, shown.at(-1)?.sequence, shown.length, earlier !== null];
  };
  const earlier = async () => {
    part = (await read()).earlier ?? part;
    return seen();
  };
  const next = async (after: number, count: number) => {
    const found = await partAfter(api, session, after, count);
    if (!found.ok) throw new Error(found.error.message);
    part = found.value;
    return [...(await seen()), part.upto];
  };
  const later = async () => next((await read()).shown.at(-1)?.sequence ?? -1, PAGE);
  const first = () => next(-1, DRAWN_MAX);
  return { seen, earlier, later, first, asked: () => asked };
};

test('[PG-17] messages numbered from 1 are all shown, and the first has no earlier one', async () => {
  const { seen, earlier, later } = sessionOf(range(1, 700));
  expect(await seen()).toEqual([501, 700, 200, true]);
  expect(await earlier()).toEqual([301, 700, 400, true]);
  expect(await earlier()).toEqual([101, 700, 600, true]);
  expect(await earlier()).toEqual([1, 500, 500, false]);
  expect(await later()).toEqual([101, 700, 600, true, null]);
});

test('[PG-17] the first messages of a session that starts at 1000 are found', async () => {
  const { first, later } = sessionOf(range(1_000, 1_699));
  expect(await first()).toEqual([1_000, 1_599, 600, false, 1_599]);
  expect(await later()).toEqual([1_100, 1_699, 600, true, null]);
});

test('[PG-17] later messages are found behind a gap', async () => {
  const { first, earlier, later, asked } = sessionOf([...range(0, 599), ...range(1_000, 1_699)]);
  expect(await first()).toEqual([0, 599, 600, false, 599]);
  expect(asked()).toBe(2);
  expect(await later()).toEqual([200, 1_199, 600, true, 1_199]);
  expect(await earlier()).toEqual([0, 599, 600, false]);
  await later();
  expect(await later()).toEqual([400, 1_399, 600, true, 1_399]);
});

test('[PG-17] sequences that are far apart take few requests', async () => {
  const { first, later, asked } = sessionOf(range(1, 900).map((n) => 1_700_000_000_000 + n * 60_000));
  const at = (n: number) => 1_700_000_000_000 + n * 60_000;
  expect((await first()).slice(0, 4)).toEqual([at(1), at(600), 600, false]);
  expect((await later()).slice(0, 4)).toEqual([at(201), at(800), 600, true]);
  expect(asked()).toBeLessThan(120);
});

test('[PG-17] a session that fits has nothing earlier', async () => {
  expect(await sessionOf(range(7, 206)).seen()).toEqual([7, 206, 200, false]);
  expect(await sessionOf([]).seen()).toEqual([undefined, undefined, 0, false]);
});
