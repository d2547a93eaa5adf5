import { MINUTE_MS, ok, requestOf, type SessionInfo } from '@cairn/schema';
import { expect, test } from 'vitest';
import type { Api } from '../adapters/api.ts';
import { sessionState, summaryTitle } from '../pure/session-state.ts';
import { readSessions } from './session-list.ts';

test('[PG-17] as many sessions as are wanted are read, in pages of what the daemon gives at once', async () => {
  const asked: string[] = [];
  const rows = Array.from({ length: 2_500 }, (_, n) => `s${n}`);
  const api: Pick<Api, 'ask'> = {
    ask: async (route, input) => {
      const query = new URL(requestOf(route, input).path, 'http://x').searchParams;
      asked.push(`${query.get('project')} ${query.get('before')} ${query.get('limit')}`);
      const from = Number(query.get('before') ?? 0);
      const upto = from + Number(query.get('limit'));
      const next = upto < rows.length ? String(upto) : null;
      return ok(JSON.parse(JSON.stringify({ sessions: rows.slice(from, upto), total: rows.length, next })));
    },
  };
  const read = async (count: number) => {
    const listed = await readSessions(api, { project: 'p' }, count, new AbortController().signal);
    return listed.ok ? [listed.value.sessions.length, listed.value.total] : listed.error;
  };
  expect(await read(50)).toEqual([50, 2_500]);
  expect(asked.splice(0)).toEqual(['p null 50']);
  expect(await read(2_300)).toEqual([2_300, 2_500]);
  expect(asked.splice(0)).toEqual(['p null 1000', 'p 1000 1000', 'p 2000 300']);
  expect(await read(9_000)).toEqual([2_500, 2_500]);
  expect(asked.splice(0)).toEqual(['p null 1000', 'p 1000 1000', 'p 2000 1000']);
});

test('[PG-17] a session that nobody touched for long is idle, not working, and ended is what ended', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const of = (state: SessionInfo['state'], minutesAgo: number) =>
    sessionState({ state, updatedAt: new Date(now - minutesAgo * MINUTE_MS).toISOString() }, now);
  expect(of('working', 0)).toBe('working');
  expect(of('working', 30)).toBe('working');
  expect(of('working', 31)).toBe('idle');
  expect(of('working', 22 * 24 * 60)).toBe('idle');
  expect(of('completed', 0)).toBe('ended');
});

test('[PG-17] a summary says who wrote it: nobody, the program of the agent, or a model', () => {
  expect([null, 'caller', 'gpt-5-mini'].map((summaryModel) => summaryTitle({ summaryModel }))).toEqual([
    'Summary in the words of the messages',
    "Summary by the agent's program",
    'Summary by gpt-5-mini',
  ]);
});
