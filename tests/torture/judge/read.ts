// Checks that a device reads its own last write.

import type { Findings } from '../findings.ts';
import type { Entry } from '../ledger.ts';

/** Result of one way of reading; null when the memory does not exist. */
export type Seen =
  | { readonly by: 'search' | 'list'; readonly contents: readonly string[] }
  | { readonly by: 'get'; readonly memory: unknown };

export const judgeRead = (findings: Findings, device: string, entry: Entry, seen: Seen): void => {
  // The memory was forgotten or replaced during the read.
  if (entry.state !== 'here') return;
  const wrong = wrongIn(entry, seen);
  if (wrong.length === 0 && seen.by === 'get') entry.mayBeAway = false;
  if (entry.mayBeAway) return;
  for (const what of wrong) findings.add('read', `${device} ${what}; ${entry.story.join(', ')}`);
};

const wrongIn = (entry: Entry, seen: Seen): readonly string[] => {
  const told = `"${entry.text}" (${entry.id})`;
  const missed = `does not find ${told} by ${seen.by}, and has acknowledged it`;
  if (seen.by !== 'get') return seen.contents.includes(entry.text) ? [] : [missed];
  if (seen.memory === null) return [missed];
  const { content, pinned, tags }: Readonly<Record<string, unknown>> = { ...Object(seen.memory) };
  const wrong: string[] = [];
  if (content !== entry.text) wrong.push(`reads of ${told} the text ${JSON.stringify(content)}`);
  if (entry.pinned !== null && pinned !== entry.pinned)
    wrong.push(`reads of ${told} pinned ${pinned}, acknowledged ${entry.pinned}`);
  const names = Array.isArray(tags) ? tags.map(String).toSorted().join() : '';
  if (entry.tags !== null && names !== [...entry.tags].toSorted().join())
    wrong.push(`reads of ${told} the tags ${names}, acknowledged ${[...entry.tags].join()}`);
  return wrong;
};
