// Compares acknowledged operations with what devices show at rest.

import type { World } from '../world.ts';
import type { Snapshot } from './snapshot.ts';

export const judgePromises = (world: World, snapshot: Snapshot): void => {
  const { ledger, findings } = world;
  const heads = new Map(snapshot.heads.map((shown) => [shown.id, shown]));
  const texts = new Map(snapshot.all.map((shown) => [shown.content, shown]));
  const say = (sentence: string): void => findings.add('promise', `${snapshot.device}: ${sentence}`);
  for (const entry of ledger.entries.values()) {
    const { id, text, state, story } = entry;
    const shown = heads.get(id);
    const told = `"${text}" (${id}; ${story.join(', ')})`;
    if (state === 'here' && shown === undefined) say(`acknowledged and not there: ${told}`);
    if (state === 'here' && shown !== undefined && shown.content !== text)
      say(`says "${shown.content}" in place of ${told}`);
    if (state === 'gone' && texts.has(text)) say(`forgotten and back: ${told}`);
    if (state === 'replaced' && shown !== undefined) say(`replaced and current again: ${told}`);
    if (state === 'here' && shown !== undefined) judgeParts(entry, shown.all, say);
  }
  for (const { content, id } of snapshot.all)
    if (!ledger.tried.has(content)) say(`${id} says what nobody saved: ${JSON.stringify(content)}`);
  judgePlaces(world, snapshot, say);
};

const judgeParts = (
  entry: {
    readonly id: string;
    readonly text: string;
    readonly story: readonly string[];
    readonly pinned: boolean | null;
    readonly tags: ReadonlySet<string> | null;
  },
  all: string,
  say: (sentence: string) => void,
): void => {
  const { pinned, tags }: Readonly<Record<string, unknown>> = JSON.parse(all);
  const told = `"${entry.text}" (${entry.id}; ${entry.story.join(', ')})`;
  if (entry.pinned !== null && pinned !== entry.pinned)
    say(`${told} is pinned ${pinned}, acknowledged ${entry.pinned}`);
  const names = Array.isArray(tags) ? tags.join() : '';
  if (entry.tags !== null && names !== [...entry.tags].toSorted().join())
    say(`${told} has the tags ${names}, acknowledged ${[...entry.tags].join()}`);
};

const judgePlaces = ({ ledger }: World, { heads }: Snapshot, say: (sentence: string) => void): void => {
  for (const { key, acknowledged, tried } of ledger.places.values()) {
    const found = heads.filter((shown) => shown.key === key).map(({ content }) => content);
    if (found.length > 1) say(`${found.length} values under ${key}: ${found.join(' | ')}`);
    if (acknowledged !== null && found.length === 0)
      say(`no value under ${key}, acknowledged "${acknowledged}"`);
    for (const content of found)
      if (!tried.includes(content)) say(`"${content}" under ${key}, acknowledged "${acknowledged}"`);
  }
};
