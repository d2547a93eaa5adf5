/**
 * The passages of messages, by which they are found: long pieces that their speaker said before in the session are found where they
 * were said first [SE-4]. A few pieces wait for their entries in the index, because making those costs more than all else of an
 * append, and twice as much before it is known what follows [F-12].
 */
import { LIMITS } from '@cairn/schema';
import { besideEachOther } from '../passages/turn-passages.ts';
import type { PassageRow, PassageWrites } from '../ports/passage-store.ts';
import type { SaidPassage, SessionWrites } from '../ports/session-store.ts';

/** As many at once have most of what follows them, and one entry after the other would keep the next search waiting. */
const AT_ONCE_MIN = 16;

export interface SplitRepeats extends Pick<PassageWrites, 'passages' | 'passagesLater' | 'passagesBehind'> {
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
  const written = besideEachOther(fresh, before);
  return {
    ...(fresh.length < AT_ONCE_MIN ? { passagesLater: written } : { passages: written }),
    passagesBehind: fresh.length === 0 ? [] : before,
    saidAgain: [...until].map(([{ ordinal, part }, last]) => ({ source, ordinal, part, until: last })),
    fresh: fresh.length,
  };
};

const wordsOf = ({ author, contentHash }: Pick<PassageRow, 'author' | 'contentHash'>): string =>
  JSON.stringify([author, contentHash]);
