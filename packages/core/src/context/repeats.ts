/**
 * A block does not say again what it says already: a sentence of a summary goes when another one says it, a memory when all of its
 * sentences are said. Different numbers are different facts. [CX-1]
 */
import type { EntityId } from '@cairn/schema';
import type { MemoryRow, ShownSummary } from '../ports/store.ts';
import { tellingWords } from '../search/query.ts';
import { unmarkedSentencesOf } from '../summary/sentences.ts';
import { wordingOf } from '../summary/tasks.ts';

export interface Repeats {
  /** Notes the memory as said, whatever else is; the one who pinned it wants to read it. */
  say(row: MemoryRow): void;
  /** False, and nothing noted, when all of it is said. */
  sayNew(row: MemoryRow): boolean;
  /** Whether each of its sentences is said. */
  isTold(row: MemoryRow): boolean;
  /**
   * Without the sentences that are said, and those for which there is no room; null when none is left. Among sentences that were
   * only copied, the newest come first to what room there is.
   */
  sayRest(summary: ShownSummary, hasRoom: (sentence: string) => boolean): ShownSummary | null;
}

interface Said {
  readonly plain: string;
  readonly words: () => ReadonlySet<string>;
  readonly cites: readonly EntityId[];
}

/** A shorter text may stand in another by chance. */
const WITHIN_CHARS_MIN = 12;
/** For two texts that come from the same memories: so much of one's words in the other, and it tells nothing else. */
const SAME_SHARE = 0.5;
/** The date behind an extracted sentence. */
const DATE = /\s\(\d{4}-\d{2}-\d{2}\)$/;
/** From the first character that is more than space and punctuation to the last. */
const WITHIN_EDGES = /[^\s\p{P}](?:.*[^\s\p{P}])?/su;

export const createRepeats = (): Repeats => {
  const said: Said[] = [];
  /** Memories among themselves repeat each other only word for word, as a store hides that within a project. */
  const rowsSaid = new Set<string>();
  const isSaid = (one: Said): boolean =>
    said.some((other) => isWithin(one.plain, other.plain) || isSameTold(one, other));
  const partsOf = (row: MemoryRow): readonly Said[] => {
    const [first, ...more] = unmarkedSentencesOf(wordingOf(row));
    return first === undefined ? [] : [first, ...more].map((text) => toldBy(text, [row.id]));
  };
  const isTold = (row: MemoryRow): boolean => {
    const parts = partsOf(row);
    return parts.length > 0 && parts.every(isSaid);
  };
  return {
    say(row) {
      said.push(toldBy(wordingOf(row), [row.id]));
    },
    sayNew(row) {
      const plain = plainOf(wordingOf(row));
      if (rowsSaid.has(plain) || isTold(row)) return false;
      rowsSaid.add(plain);
      return true;
    },
    isTold,
    sayRest(summary, hasRoom) {
      const told = summary.sentences.map((text, place) => ({
        ...{ place, text, cites: summary.cites[place] ?? [] },
      }));
      const inTurn = summary.model === null ? told.toReversed() : told;
      const rest = inTurn.filter(({ text, cites }) => {
        const one = toldBy(text, cites);
        if (isSaid(one) || !hasRoom(text)) return false;
        said.push(one);
        return true;
      });
      if (rest.length === 0) return null;
      rest.sort((a, b) => a.place - b.place);
      return { ...summary, sentences: rest.map(({ text }) => text), cites: rest.map(({ cites }) => cites) };
    },
  };
};

const toldBy = (text: string, cites: readonly EntityId[]): Said => {
  const bare = text.replace(DATE, '');
  let words: ReadonlySet<string> | null = null;
  return {
    plain: plainOf(bare),
    words: () => {
      words ??= new Set(tellingWords(bare));
      return words;
    },
    cites,
  };
};

const plainOf = (text: string): string =>
  WITHIN_EDGES.exec(text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' '))?.[0] ?? '';

const isWithin = (text: string, other: string): boolean => {
  if (text === other || text.length < WITHIN_CHARS_MIN) return text === other;
  const at = other.indexOf(text);
  return at >= 0 && !joins(other, at) && !joins(other, at + text.length);
};

/** Whether a word goes on there; without spaces between words nobody can tell. */
const joins = (text: string, at: number): boolean =>
  /^[\p{Script=Latin}\d]{2}$/u.test(text.slice(at - 1, at + 1));

const isSameTold = (one: Said, other: Said): boolean => {
  if (one.cites.length === 0 || !one.cites.every((id) => other.cites.includes(id))) return false;
  const words = [...one.words()];
  const others = other.words();
  if (words.some((word) => /\d/.test(word) && !others.has(word))) return false;
  const shared = words.filter((word) => others.has(word)).length;
  return words.length > 0 && shared / words.length >= SAME_SHARE;
};
