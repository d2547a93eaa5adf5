/**
 * What is written of messages so that they are found: long pieces that their speaker said before in the session are found where they
 * were said first [SE-4], and the words of what follows come to the pieces before in groups, because writing an index entry anew
 * costs more than all else of an append [F-8].
 */
import { LIMITS } from '@cairn/schema';
import { besideEachOther, followed } from '../passages/turn-passages.ts';
import type { PassageRow } from '../ports/passage-store.ts';
import type { SaidPassage, SessionWrites } from '../ports/session-store.ts';

/** Pieces that are told together what follows them; fewer than `TAIL`, so that none is missed. */
const GROUP = 16;

export interface SplitRepeats {
  readonly passages: readonly PassageRow[];
  readonly saidAgain: NonNullable<SessionWrites['saidAgain']>;
  /** How many of the passages are new. */
  readonly fresh: number;
}

/** `said`: what the store has of them. `before` as in `turnPassages`. */
export const splitRepeats = (
  pieces: readonly PassageRow[],
  said: readonly SaidPassage[],
  before: readonly PassageRow[],
): SplitRepeats => {
  const first = new Map<string, Pick<PassageRow, 'ordinal' | 'part'>>();
  for (const one of said) first.set(wordsOf(one), one);
  const until = new Map<Pick<PassageRow, 'ordinal' | 'part'>, number>();
  const fresh: PassageRow[] = [];
  for (const piece of pieces) {
    const known = piece.body.length < LIMITS.repeatedUnitsMin ? undefined : first.get(wordsOf(piece));
    if (known === undefined) {
      fresh.push(piece);
      first.set(wordsOf(piece), piece);
    } else if (known.ordinal !== piece.ordinal) until.set(known, piece.ordinal);
  }
  const source = pieces[0]?.source ?? '';
  const late = followed(before, fresh);
  const isGroup = late.length + fresh.length >= GROUP;
  return {
    passages: [...(isGroup ? late : []), ...besideEachOther(fresh, before)],
    saidAgain: [...until].map(([{ ordinal, part }, last]) => ({ source, ordinal, part, until: last })),
    fresh: fresh.length,
  };
};

const wordsOf = ({ author, contentHash }: Pick<PassageRow, 'author' | 'contentHash'>): string =>
  JSON.stringify([author, contentHash]);
