import { ok, type StatsResult } from '@cairn/schema';
import type { Run } from '../command.ts';
import { columns, facts } from '../output/columns.ts';
import { shortBytes } from '../output/short-time.ts';
import type { Style } from '../style.ts';

const ROWS_MAX = 15;

export const stats: Run = async (_, io) => {
  const counted = await io.ask('GET /v1/stats');
  if (!counted.ok) return counted;
  return ok({ json: counted.value, human: (style) => statsText(counted.value, style) });
};

const statsText = (all: StatsResult, style: Style): string => {
  const { memories, store } = all;
  const head = facts(
    [
      ['memories', `${memories.current} current, ${memories.total} with all versions`],
      ['pinned', String(memories.pinned)],
      ['with a key', String(memories.keyed)],
      ['superseded', String(memories.superseded)],
      ['held for review', String(memories.held)],
      ['forgotten', String(memories.forgotten)],
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
