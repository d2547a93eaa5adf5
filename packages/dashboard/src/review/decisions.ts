/** The items of the review in order, and the key of each decision. [PG-14] */
import type { Memory, ReviewDecision, ReviewResult } from '@cairn/schema';

export interface Choice {
  readonly key: string;
  readonly label: string;
  /** Null forgets the memory, after the time to undo. */
  readonly decision: ReviewDecision | null;
  /** The memory that the decision concerns. */
  readonly about: Memory;
}

export interface Item {
  readonly id: string;
  readonly title: string;
  readonly memories: readonly { readonly memory: Memory; readonly label: string }[];
  readonly choices: readonly Choice[];
}

const CONTRADICTS: Readonly<Record<ReviewResult['contradictions'][number]['reason'], string>> = {
  same_key: 'The same key with another value',
  value: 'The same thing with another value',
  number: 'The same thing with another number',
  negation: 'One says the opposite of the other',
  replaced: 'The newer one says that this changed',
};
const STALE: Readonly<Record<ReviewResult['stale'][number]['reason'], string>> = {
  date_passed: 'Its date has passed',
  span_over: 'The time span in it is over',
  unused: 'Nobody looked at it for a year',
  given_unused: 'Agents were given it often, and no answer used its words',
  never_given: 'No agent was ever given it',
};

/** Rows of each kind in one request. */
export const REVIEW_PAGE = 100;

/** True if a list has reached the limit, so there may be more. */
export const isCut = ({ held, forks, contradictions, stale }: ReviewResult, limit: number): boolean =>
  [held, forks, contradictions, stale].some(({ length }) => length >= limit);

/** Empty if there is nothing to review. */
export const countText = (result: ReviewResult, limit: number): string => {
  const { length } = itemsOf(result);
  return length === 0 ? '' : `${length}${isCut(result, limit) ? '+' : ''}`;
};

/** Returns the items with the same reason, which one decision can settle together. */
export const alikeOf = (items: readonly Item[], { title }: Item): readonly Item[] =>
  items.filter((one) => one.title === title);

/** Items with the same reason are adjacent. */
export const itemsOf = ({ held, forks, contradictions, stale }: ReviewResult): readonly Item[] => {
  const all = [
    ...held.map(heldItem),
    ...forks.map(forkItem),
    ...contradictions.map(contradictionItem),
    ...stale.map(staleItem),
  ];
  return [...new Set(all.map(({ title }) => title))].flatMap((title) =>
    all.filter((one) => one.title === title),
  );
};

const heldItem = (memory: Memory): Item => ({
  id: `held ${memory.id}`,
  title:
    memory.trust === 'held'
      ? 'Held: it reads like an order to an agent'
      : 'Held: another device forgot what it replaced',
  memories: [{ memory, label: 'Held' }],
  choices: [
    { key: 'a', label: 'Accept as a fact', decision: { decision: 'accept' }, about: memory },
    { key: 'x', label: 'Forget', decision: null, about: memory },
  ],
});

const forkItem = ({ current, other }: ReviewResult['forks'][number]): Item => ({
  id: `fork ${other.id}`,
  title: 'Replaced on two devices',
  memories: [
    { memory: other, label: 'Waits behind the other one' },
    { memory: current, label: 'Current, because it is later' },
  ],
  choices: choicesOf(other, current, ['The current one is right', 'The other is right']),
});

const contradictionItem = ({ older, newer, reason }: ReviewResult['contradictions'][number]): Item => ({
  id: `contradiction ${older.id} ${newer.id}`,
  title: CONTRADICTS[reason],
  memories: [
    { memory: older, label: 'Older' },
    { memory: newer, label: 'Newer' },
  ],
  choices: choicesOf(older, newer, ['The newer replaces it', 'The older is right']),
});

const choicesOf = (
  older: Memory,
  newer: Memory,
  [newerIsRight, olderIsRight]: readonly [string, string],
): readonly Choice[] => [
  { key: 'n', label: newerIsRight, decision: { decision: 'supersede', other: newer.id }, about: older },
  { key: 'o', label: olderIsRight, decision: { decision: 'supersede', other: older.id }, about: newer },
  { key: 'b', label: 'Both are true', decision: { decision: 'keep', other: newer.id }, about: older },
];

const staleItem = ({ memory, reason }: ReviewResult['stale'][number]): Item => ({
  id: `stale ${memory.id}`,
  title: STALE[reason],
  memories: [{ memory, label: 'Probably out of date' }],
  choices: [
    { key: 'b', label: 'Still true', decision: { decision: 'keep' }, about: memory },
    { key: 'x', label: 'Forget', decision: null, about: memory },
  ],
});
