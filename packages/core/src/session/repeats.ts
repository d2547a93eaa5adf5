/** Long pieces that their speaker said before in the session: they are found where they were said first. [SE-4] */
import { LIMITS } from '@cairn/schema';
import { besideEachOther } from '../passages/turn-passages.ts';
import type { PassageRow } from '../ports/passage-store.ts';
import type { SaidPassage, SessionWrites } from '../ports/session-store.ts';

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
  return {
    passages: besideEachOther(fresh, before),
    saidAgain: [...until].map(([{ ordinal, part }, last]) => ({ source, ordinal, part, until: last })),
    fresh: fresh.length,
  };
};

const wordsOf = ({ author, contentHash }: Pick<PassageRow, 'author' | 'contentHash'>): string =>
  JSON.stringify([author, contentHash]);
