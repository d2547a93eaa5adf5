import {
  type AnswerOf,
  type CallInput,
  type ListResult,
  type Memory,
  ok,
  type PageRouteName,
  requestOf,
} from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { isHere } from '../pure/merge-list.ts';
import { createMemoryList } from './memory-list.ts';

const STORED = 12_000;
const idOf = (n: number): string => `m_${String(n).padStart(5, '0')}`;
const memory = (n: number): Memory => ({
  id: idOf(n),
  content: `memory ${n}`,
  tags: [],
  project: null,
  source: 'agent',
  pinned: false,
  namespace: null,
  key: null,
  createdAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
  updatedAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
  supersededBy: null,
  trust: 'normal',
  device: { id: 'd', name: 'laptop' },
  session: null,
  agent: null,
});

/** A daemon with many memories, newest first, as `GET /v1/memories` answers. */
const createDaemon = () => {
  const stored = Array.from({ length: STORED }, (_, n) => memory(STORED - 1 - n));
  const asked: string[] = [];
  const list = (path: string): ListResult => {
    const query = new URLSearchParams(path.split('?')[1]);
    asked.push(path);
    const ids = query.getAll('id');
    if (ids.length > 0) {
      const memories = stored.filter(({ id }) => ids.includes(id));
      return { memories, total: memories.length, next: null };
    }
    const from = Number(query.get('before') ?? 0);
    const memories = stored.slice(from, from + Number(query.get('limit')));
    const next = from + memories.length;
    return { memories, total: stored.length, next: next < stored.length ? String(next) : null };
  };
  return {
    asked,
    stored,
    ask: async <R extends PageRouteName>(route: R, input: CallInput<R>) =>
      ok<AnswerOf<R>>(Object(list(requestOf(route, input).path))),
  };
};

const settle = async (isDone: () => boolean): Promise<void> => {
  for (let n = 0; n < 10_000 && !isDone(); n++) await Promise.resolve();
  expect(isDone()).toBe(true);
};

describe('[PG-5] the list of the timeline', () => {
  const setUp = async () => {
    const daemon = createDaemon();
    const list = createMemoryList(daemon, { after: () => () => undefined }, {});
    await settle(() => list.isLoaded.value);
    const here = () => list.memories.value.flatMap((one, at) => (isHere(one) ? [at] : []));
    return { daemon, list, here };
  };

  test('keeps what is near where one looks, and the places of all', async () => {
    const { list, here } = await setUp();
    list.readTo(STORED);
    await settle(() => list.memories.value.length === STORED);
    expect(here().length).toBeLessThanOrEqual(4_000);
    expect(here().at(-1)).toBe(STORED - 1);
    expect(list.memories.value.map(({ id }) => id)).toEqual(
      Array.from({ length: STORED }, (_, n) => idOf(STORED - 1 - n)),
    );
    expect(list.days.value).toHaveLength(STORED);
  });

  test('reads again what one comes back to, and leaves out what is gone meanwhile', async () => {
    const { daemon, list } = await setUp();
    list.readTo(STORED);
    await settle(() => list.memories.value.length === STORED);
    const [first, second] = list.memories.value;
    expect([first, second].map((one) => one !== undefined && isHere(one))).toEqual([false, false]);
    daemon.stored.splice(0, 1);
    list.look(0, [first?.id ?? '', second?.id ?? '']);
    await settle(() => list.memories.value.length === STORED - 1);
    expect(list.memories.value[0]).toEqual(daemon.stored[0]);
    expect(list.total.value).toBe(STORED - 1);
    expect(daemon.asked.at(-1)).toContain(`id=${first?.id}`);
  });
});
