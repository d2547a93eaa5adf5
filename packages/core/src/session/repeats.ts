/**
 * Splits the passages of messages. A long passage that its speaker said before in the session is found where it was said first
 * [SE-4]. When there are few new passages, their index entries wait. Writing an entry costs more than the rest of an append, and it
 * must be rewritten when the following words are known [F-12].
 */
import { LIMITS } from '@cairn/schema';
import { besideEachOther } from '../passages/turn-passages.ts';
import type { PassageRow, SaidPassage } from '../ports/store.ts';

/**
 * From this many passages on, entries are written at once. Most of the following words are known then, and many waiting entries would
 * delay the next search.
 */
const AT_ONCE_MIN = 16;

/** Splits the passages. `said`: the stored passages with the same text. `before`: as in `turnPassages`. `fresh`: how many are new. */
export const splitRepeats = (
  pieces: readonly PassageRow[],
  said: readonly SaidPassage[],
  before: readonly PassageRow[],
) => {
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
