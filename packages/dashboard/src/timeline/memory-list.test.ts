import {
  type AnswerOf,
  type CallInput,
  err,
  type ListResult,
  type Memory,
  MINUTE_MS,
  ok,
  type PageRouteName,
  requestOf,
  type TimesResult,
} from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { isHere } from '../pure/merge-list.ts';
import { createMemoryList } from './memory-list.ts';

const STORED = 12_000;
const QUARTER_MS = 15 * MINUTE_MS;
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
  createdAt: new Date(Date.UTC(2026, 0, 1) + n * MINUTE_MS).toISOString(),
  updatedAt: new Date(Date.UTC(2026, 0, 1) + n * MINUTE_MS).toISOString(),
  supersededBy: null,
  trust: 'normal',
  device: { id: 'd', name: 'laptop' },
  session: null,
  agent: null,
});

/** A daemon with many memories, newest first, one a minute, as it answers lists and times. */
const createDaemon = () => {
  const stored = Array.from({ length: STORED }, (_, n) => memory(STORED - 1 - n));
  const asked: string[] = [];
  const refused = { next: 0 };
  const afterTimes = { next: (): void => undefined };
  const times = (): TimesResult => {
    const counts = new Map<number, number>();
    for (const { createdAt } of stored) {
      const quarter = Math.floor(Date.parse(createdAt) / QUARTER_MS) * QUARTER_MS;
      counts.set(quarter, (counts.get(quarter) ?? 0) + 1);
    }
    return { quarters: [...counts] };
  };
  const list = (query: URLSearchParams): ListResult => {
    const ids = query.getAll('id');
    const before = query.get('before');
    const from = Number(query.get('offset') ?? 0);
    const found = stored
      .filter(({ id }) => ids.length === 0 || ids.includes(id))
      .filter(({ createdAt }) => before === null || createdAt < before);
    const memories = found.slice(from, from + Number(query.get('limit')));
    return { memories, total: found.length, next: from + memories.length < found.length ? 'more' : null };
  };
  return {
    asked,
    stored,
    /** `next`: the number of requests that it refuses from now on. */
    refused,
    /** Runs once, after the next count. */
    afterTimes,
    ask: async <R extends PageRouteName>(route: R, input: CallInput<R>) => {
      const { path } = requestOf(route, input);
      asked.push(path);
      if (refused.next-- > 0) return err({ kind: 'refused' as const, message: 'busy' });
      const query = new URLSearchParams(path.split('?')[1]);
      if (!path.startsWith('/v1/memories/times')) return ok<AnswerOf<R>>(Object(list(query)));
      const counted = times();
      afterTimes.next();
      afterTimes.next = () => undefined;
      return ok<AnswerOf<R>>(Object(counted));
    },
  };
};

const settle = async (isDone: () => boolean): Promise<void> => {
  for (let n = 0; n < 10_000 && !isDone(); n++) await Promise.resolve();
  expect(isDone()).toBe(true);
};

describe('[PG-5] the list of the timeline', () => {
  const setUp = async () => {
    const daemon = createDaemon();
    const due: (() => void)[] = [];
    const after = (_ms: number, work: () => void) => {
      due.push(work);
      return () => undefined;
    };
    const list = createMemoryList(daemon, { after }, {});
    await settle(() => list.memories.value.length === STORED);
    const here = () => list.memories.value.flatMap((one, at) => (isHere(one) ? [at] : []));
    const at = (place: number): string | null => {
      const one = list.memories.value[place];
      return one !== undefined && isHere(one) ? one.id : null;
    };
    return { daemon, list, here, at, due };
  };

  test('knows the place and the day of all, and reads where one looks by one question', async () => {
    const { daemon, list, at } = await setUp();
    expect(list.total.value).toBe(STORED);
    expect(list.days.value).toHaveLength(STORED);
    expect(new Set(list.days.value).size).toBe(Math.ceil(STORED / (24 * 60)));
    expect([at(0), at(6_000)]).toEqual([idOf(STORED - 1), null]);
    const before = daemon.asked.length;
    list.look(6_000, 6_020);
    await settle(() => at(6_019) !== null);
    expect([at(6_000), at(6_019)]).toEqual([idOf(STORED - 1 - 6_000), idOf(STORED - 1 - 6_019)]);
    expect(daemon.asked.slice(before, before + 1)[0]).toMatch(/offset=\d&before=/);
  });

  test('has the daemon count before the first rows are drawn', async () => {
    const daemon = createDaemon();
    const list = createMemoryList(daemon, { after: () => () => undefined }, {});
    let askedBy = '';
    list.isLoaded.subscribe((isLoaded) => {
      if (isLoaded) askedBy = daemon.asked.join(' ');
    });
    await settle(() => list.memories.value.length === STORED);
    expect(askedBy).toContain('/v1/memories/times');
    expect(daemon.asked.filter((path) => path.includes('times'))).toHaveLength(1);
  });

  test('keeps what is near where one looks', async () => {
    const { list, here, at } = await setUp();
    for (let from = 0; from < STORED; from += 90) {
      list.look(from, from + 20);
      await settle(() => at(Math.min(STORED - 1, from + 19)) !== null);
    }
    expect(here().length).toBeLessThanOrEqual(4_000);
    expect(here().at(-1)).toBe(STORED - 1);
    list.look(0, 20);
    await settle(() => at(0) === idOf(STORED - 1));
  });

  test('[PG-9] takes in what is new, lets go what is gone, and counts again what it cannot place', async () => {
    const { daemon, list, at, due } = await setUp();
    daemon.stored.unshift(memory(STORED));
    list.heard({ kind: 'changed', ids: [idOf(STORED)] });
    await settle(() => at(0) === idOf(STORED));
    expect(list.total.value).toBe(STORED + 1);
    daemon.stored.splice(0, 1);
    list.heard({ kind: 'changed', ids: [idOf(STORED)] });
    await settle(() => at(0) === idOf(STORED - 1));
    expect([list.total.value, due.length]).toEqual([STORED, 0]);
    // It stood where nobody has looked.
    daemon.stored.splice(9_000, 1);
    list.heard({ kind: 'changed', ids: [idOf(STORED - 1 - 9_000)] });
    await settle(() => due.length === 1);
    due[0]?.();
    await settle(() => list.total.value === STORED - 1);
    expect(at(0)).toBe(idOf(STORED - 1));
    list.look(8_990, 9_010);
    await settle(() => at(9_000) === idOf(STORED - 2 - 9_000));
  });

  test('[PG-9] counts again after a failed read of changed memories, and after a failed count', async () => {
    const { daemon, list, at, due } = await setUp();
    daemon.stored.unshift(memory(STORED));
    daemon.refused.next = 1;
    list.heard({ kind: 'changed', ids: [idOf(STORED)] });
    await settle(() => due.length === 1);
    daemon.refused.next = 1;
    due[0]?.();
    await settle(() => list.failure.value !== null);
    list.look(0, 20);
    await settle(() => at(0) === idOf(STORED));
    expect([list.total.value, list.failure.value]).toEqual([STORED + 1, null]);
  });

  test('[PG-9] counts what was saved between a count and the rows that are read with it', async () => {
    const { daemon, list, at, due } = await setUp();
    const { createdAt } = memory(STORED - 1);
    daemon.afterTimes.next = () => daemon.stored.unshift({ ...memory(STORED), createdAt });
    list.heard({ kind: 'resumed' });
    await settle(() => at(0) === idOf(STORED));
    list.heard({ kind: 'changed', ids: [idOf(STORED)] });
    await settle(() => due.length === 1);
    due[0]?.();
    await settle(() => list.total.value === STORED + 1);
    expect([at(0), at(1)]).toEqual([idOf(STORED), idOf(STORED - 1)]);
  });
});
