import type { StatsResult } from '@cairn/schema';
import { answered, type Run } from '../command.ts';
import { columns, facts, numbers } from '../output/columns.ts';
import { count, memories, shortBytes } from '../output/short-time.ts';
import { joined, type Style } from '../style.ts';

const ROWS_MAX = 15;

export const stats: Run = (_, io) =>
  answered(io.ask('GET /v1/stats'), (all) => ({ human: (style) => statsText(all, style) }));

/** Returns a line like "342 memories, 8 summaries, 156 kB, oldest: 2025-12-01, newest: 2026-01-15". [F-16] */
const inOneLine = ({ memories: { current }, summaries, store, oldest, newest }: StatsResult): string =>
  joined(', ', [
    memories(current),
    count(summaries, 'summary', 'summaries'),
    shortBytes(store.bytes + store.walBytes),
    oldest === null ? '' : `oldest: ${oldest}`,
    newest === null ? '' : `newest: ${newest}`,
  ]);

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
  const tables: readonly (readonly [string, readonly (readonly [string, number])[]])[] = [
    ['project', all.projects.map(({ project, count }) => [project ?? '(global)', count])],
    ['source', all.sources.map(({ source, count }) => [source, count])],
    ['tag', all.tags.map(({ tag, count }) => [`#${tag}`, count])],
    ['device', all.devices.map(({ name, count }) => [name, count])],
    ['agent', all.agents.map(({ agent, count }) => [agent, count])],
  ];
  const texts = tables.map(([title, rows]) => {
    const shown = rows.slice(0, ROWS_MAX).map(([name, n]) => [name, String(n)]);
    return shown.length === 0 ? '' : columns([title, numbers('memories')], shown, style);
  });
  return joined('\n\n', [inOneLine(all), head, ...texts]);
};
