/**
 * Keeps a block from saying a fact twice. A sentence of a summary is dropped when another sentence says it. A memory is
 * dropped when all of its sentences are said. Different numbers are different facts. [CX-1]
 */
import type { EntityId } from '@cairn/schema';
import type { MemoryRow, ShownSummary } from '../ports/store.ts';
import { tellingWords } from '../search/query.ts';
import { unmarkedSentencesOf } from '../summary/sentences.ts';
import { type Wording, wordingOf } from '../summary/tasks.ts';

interface Said {
  readonly plain: string;
  readonly words: () => ReadonlySet<string>;
  readonly cites: readonly EntityId[];
}

/** A shorter text may be part of another one by chance. */
const WITHIN_CHARS_MIN = 12;
/**
 * Share of a text's words that another text has to contain to say the same, when both are made from the same memories.
 * All of its numbers must occur, too.
 */
const SAME_SHARE = 0.5;
/** The date after an extracted sentence. */
const DATE = /\s\(\d{4}-\d{2}-\d{2}\)$/;
/** The text without spaces and punctuation at both ends. */
const WITHIN_EDGES = /[^\s\p{P}](?:.*[^\s\p{P}])?/su;

/** `rows`: memories that may be in the block. One without a key gives way to a key with the same text. */
export const createRepeats = (rows: readonly MemoryRow[] = []) => {
  const said: Said[] = [];
  const values = new Set(rows.flatMap(({ key, content }) => (key === null ? [] : [plainOf(content)])));
  /**
   * Exact texts of the memories. Among memories only equal texts count as repeats, as the store counts them within a
   * project.
   */
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
    /** Notes the memory as said in any case, because the person who pinned it wants to read it. */
    say(row: MemoryRow): void {
      rowsSaid.add(factOf(row));
      said.push(toldBy(wordingOf(row), [row.id]));
    },
    /**
     * Notes the memory's exact text. Returns false when that text or all of its sentences were noted before, or when a key has the text.
     */
    sayNew(row: MemoryRow): boolean {
      const plain = factOf(row);
      if (rowsSaid.has(plain) || (row.key === null && values.has(plain)) || isTold(row)) return false;
      rowsSaid.add(plain);
      return true;
    },
    /** Returns the summary without sentences that are said, or null when none is left. */
    sayRest(summary: ShownSummary): ShownSummary | null {
      const rest = summary.sentences.flatMap((text, place) => {
        const cites = summary.cites[place] ?? [];
        const one = toldBy(text, cites);
        if (isSaid(one)) return [];
        said.push(one);
        return [{ text, cites }];
      });
      if (rest.length === 0) return null;
      return { ...summary, sentences: rest.map(({ text }) => text), cites: rest.map(({ cites }) => cites) };
    },
  };
};

/**
 * Returns the text by which two memories say the same. A model's sentence counts without its key, because the models of two devices
 * name the same sentence differently. Any other value counts with its key.
 */
export const factOf = (row: Wording & Pick<MemoryRow, 'namespace' | 'source'>): string =>
  plainOf(isWhole(row) ? row.content : wordingOf(row));

/** Whether the sentence tells by itself of what it is: a preference or decision of the person, or a word of the key is in it. */
const isWhole = ({ source, namespace, key, content }: Parameters<typeof factOf>[0]): boolean => {
  if (source !== 'auto' || key === null || namespace === null) return false;
  if (namespace === 'tacit/preferences' || namespace.startsWith('daily/')) return true;
  const words = tellingWords(content);
  return tellingWords(key.replaceAll(/[-/]/g, ' ')).some((word) => words.includes(word));
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

/** Whether a word in Latin letters or a number continues at this place. False in other scripts. */
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
