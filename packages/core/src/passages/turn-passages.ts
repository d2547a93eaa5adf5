/** Turns of a session as passages. Each passage has the words of the two passages before and after it. [F-1, F-8] */
import { contentHashOf } from '../memory/content-hash.ts';
import type { PassageRow, SettledPassage, WaitingPassage } from '../ports/passage-store.ts';
import { isRole } from '../search/named.ts';
import { chunkText } from './chunk-text.ts';
import { textPassages, turnTags } from './text-passages.ts';

/** How many passages before a passage, and how many after it, are in its columns. */
export const NEIGHBOURS = 2;

export interface Turn {
  readonly ordinal: number;
  /** A role or a name. */
  readonly author: string | null;
  readonly text: string;
  /** Unix time, milliseconds. */
  readonly at: number;
}

export interface TurnPlace {
  readonly source: string;
  readonly project: string | null;
}

/**
 * Returns the passages of new turns. `before`: the last `NEIGHBOURS` present passages, in order. Those whose following words changed
 * are returned too.
 */
export const turnPassages = (
  place: TurnPlace,
  turns: readonly Turn[],
  before: readonly PassageRow[],
): readonly PassageRow[] => {
  const fresh = turnPieces(place, turns);
  return fresh.length === 0 ? [] : [...followed(before, fresh), ...besideEachOther(fresh, before)];
};

/** Returns the passages without the words around them. */
export const turnPieces = (place: TurnPlace, turns: readonly Turn[]): readonly PassageRow[] =>
  turns.flatMap(({ ordinal, author, text, at }) =>
    textPassages(
      { ...place, kind: 'turn', author, at },
      { text, tags: turnTags(author), createdAt: at },
      (part) => ({ ordinal, part }),
    ),
  );

/** Adds the words around them to new passages that follow `before`. */
export const besideEachOther = (
  fresh: readonly PassageRow[],
  before: readonly PassageRow[],
): readonly PassageRow[] => {
  const all = [...before, ...fresh];
  return fresh.map((passage, at) => ({
    ...passage,
    previous: wordsBefore(all, before.length + at),
    next: wordsAfter(all, before.length + at),
  }));
};

/** Returns the present passages whose following words changed. */
const followed = (before: readonly PassageRow[], fresh: readonly PassageRow[]): readonly PassageRow[] => {
  const all = [...before, ...fresh];
  return before.flatMap((passage, at) => {
    const next = wordsAfter(all, at);
    return next === passage.next ? [] : [{ ...passage, next }];
  });
};

/** Returns a waiting passage with the words that follow it. */
export const withFollowing = ({ after, ...place }: WaitingPassage): SettledPassage => ({
  ...place,
  next: wordsOf(after),
});

/** Returns the hash of the first passage of a masked text, or null when it has none. */
export const beginningHash = (masked: string): string | null => {
  const beginning = masked.trimStart().slice(0, BEGINNING_UNITS);
  const [first] = chunkText(beginning);
  return first === undefined ? null : contentHashOf(beginning.slice(first.start, first.stop));
};

/** Longer than a piece, so that the first piece ends where it ends in the whole text. */
const BEGINNING_UNITS = 2_000;

const wordsBefore = (all: readonly PassageRow[], at: number): string =>
  wordsOf(all.slice(Math.max(0, at - NEIGHBOURS), at));

const wordsAfter = (all: readonly PassageRow[], at: number): string =>
  wordsOf(all.slice(at + 1, at + 1 + NEIGHBOURS));

/**
 * Joins the words of passages whose author is a person. Long answers of a role are left out: they would lengthen each turn beside
 * them, and are found by themselves. Weights of 0 would not help, because bm25 counts the length of every column. [F-20]
 */
const wordsOf = (beside: readonly Pick<PassageRow, 'author' | 'body'>[]): string =>
  beside
    .filter(({ author }) => !isRole(author))
    .map(spoken)
    .join(' ');

const spoken = ({ author, body }: Pick<PassageRow, 'author' | 'body'>): string =>
  author === null ? body : `${author}: ${body}`;
