/** Turns of a session → its passages, each with the words of the two around it on either side. [F-1, F-8] */
import { contentHashOf } from '../memory/content-hash.ts';
import { maskText } from '../memory/mask.ts';
import type { PassageRow, SettledPassage, WaitingPassage } from '../ports/passage-store.ts';
import { isRole } from '../search/named.ts';
import { searchColumns } from '../search/search-columns.ts';
import { chunkText } from './chunk-text.ts';

/** How many passages of a session stand in the columns beside one, before it and after it. */
export const NEIGHBOURS = 2;

export interface Turn {
  readonly ordinal: number;
  /** A role or a name. */
  readonly author: string | null;
  readonly text: string;
  /** Milliseconds. */
  readonly at: number;
}

export interface TurnPlace {
  readonly source: string;
  readonly project: string | null;
}

/**
 * `before`: the last `NEIGHBOURS` passages that are there, in their order. They come back too, because what follows them has
 * come.
 */
export const turnPassages = (
  place: TurnPlace,
  turns: readonly Turn[],
  before: readonly PassageRow[],
): readonly PassageRow[] => {
  const fresh = turnPieces(place, turns);
  return fresh.length === 0 ? [] : [...followed(before, fresh), ...besideEachOther(fresh, before)];
};

/** Without the words around them yet. */
export const turnPieces = (place: TurnPlace, turns: readonly Turn[]): readonly PassageRow[] =>
  turns.flatMap((turn) => passagesOf(place, turn));

/** Pieces that follow those before them, with the words around them. */
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

/** Those before that do not know yet what follows them, with its words. */
const followed = (before: readonly PassageRow[], fresh: readonly PassageRow[]): readonly PassageRow[] => {
  const all = [...before, ...fresh];
  return before.flatMap((passage, at) => {
    const next = wordsAfter(all, at);
    return next === passage.next ? [] : [{ ...passage, next }];
  });
};

/** One that waits, with the words of what follows it by now. */
export const withFollowing = ({ after, ...place }: WaitingPassage): SettledPassage => ({
  ...place,
  next: wordsOf(after),
});

const passagesOf = ({ source, project }: TurnPlace, turn: Turn): readonly PassageRow[] => {
  const masked = maskText(turn.text);
  return chunkText(masked).map(({ start, stop }, part) => {
    const body = masked.slice(start, stop);
    const columns = searchColumns({
      content: body,
      key: null,
      namespace: null,
      tags: turn.author === null ? [] : [turn.author],
      project,
      createdAt: turn.at,
    });
    return {
      source,
      kind: 'turn',
      ordinal: turn.ordinal,
      part,
      body,
      previous: '',
      next: '',
      ...columns,
      project,
      author: turn.author,
      at: turn.at,
      start,
      stop,
      contentHash: contentHashOf(body),
    };
  });
};

/** From the first passage that a text makes, which is masked already; null when it makes none. */
export const beginningHash = (masked: string): string | null => {
  const beginning = masked.trimStart().slice(0, BEGINNING_UNITS);
  const [first] = chunkText(beginning);
  return first === undefined ? null : contentHashOf(beginning.slice(first.start, first.stop));
};

/** More than a piece, so that the first one ends where it does in the whole text. */
const BEGINNING_UNITS = 2_000;

const wordsBefore = (all: readonly PassageRow[], at: number): string =>
  wordsOf(all.slice(Math.max(0, at - NEIGHBOURS), at));

const wordsAfter = (all: readonly PassageRow[], at: number): string =>
  wordsOf(all.slice(at + 1, at + 1 + NEIGHBOURS));

/**
 * A role's long answers would lengthen each turn beside them, and are found by themselves; weights of 0 would not do, as bm25 counts the
 * length of every column. [F-20]
 */
const wordsOf = (beside: readonly Pick<PassageRow, 'author' | 'body'>[]): string =>
  beside
    .filter(({ author }) => !isRole(author))
    .map(spoken)
    .join(' ');

const spoken = ({ author, body }: Pick<PassageRow, 'author' | 'body'>): string =>
  author === null ? body : `${author}: ${body}`;
