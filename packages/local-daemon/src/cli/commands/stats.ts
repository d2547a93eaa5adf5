import { ok, type StatsResult } from '@cairn/schema';
import type { Run } from '../command.ts';
import { columns, facts } from '../output/columns.ts';
import { count, memories, shortBytes } from '../output/short-time.ts';
import type { Style } from '../style.ts';

const ROWS_MAX = 15;

export const stats: Run = async (_, io) => {
  const counted = await io.ask('GET /v1/stats');
  if (!counted.ok) return counted;
  return ok({ json: counted.value, human: (style) => statsText(counted.value, style) });
};

/** Returns a line like "342 memories, 8 summaries, 156 kB, oldest: 2025-12-01, newest: 2026-01-15". [F-16] */
const inOneLine = ({ memories: { current }, summaries, store, oldest, newest }: StatsResult): string =>
  [
    memories(current),
    count(summaries, 'summary', 'summaries'),
    shortBytes(store.bytes + store.walBytes),
    ...(oldest === null ? [] : [`oldest: ${oldest}`]),
    ...(newest === null ? [] : [`newest: ${newest}`]),
  ].join(', ');

const statsText = (all: StatsResult, style: Style): string => {
  const { memories: counted, store } = all;
  const head = facts(
    [
      ['memories', `${counted.current} current, ${counted.total} with all versions`],
      ['pinned', String(counted.pinned)],
      ['with a key', String(counted.keyed)],
      ['superseded', String(counted.superseded)],
      ['held for review', String(counted.held)],
      ['forgotten', String(counted.forgotten)],
      ['file', `${shortBytes(store.bytes)}, log ${shortBytes(store.walBytes)}`],
    ],
    style,
  );
  const table = (title: string, rows: readonly (readonly [string, number])[]): string =>
    rows.length === 0
      ? ''
      : columns(
          [{ title }, { title: 'memories', align: 'right', whole: true }],
          rows.slice(0, ROWS_MAX).map(([name, n]) => [name, String(n)]),
          style,
        );
  return [
    inOneLine(all),
    head,
    table(
      'project',
      all.projects.map(({ project, count }) => [project ?? '(global)', count]),
    ),
    table(
      'source',
      all.sources.map(({ source, count }) => [source, count]),
    ),
    table(
      'tag',
      all.tags.map(({ tag, count }) => [`#${tag}`, count]),
    ),
    table(
      'device',
      all.devices.map(({ name, count }) => [name, count]),
    ),
    table(
      'agent',
      all.agents.map(({ agent, count }) => [agent, count]),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
};
