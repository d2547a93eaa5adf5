import { folded } from './fold.ts';
import { isUnspaced } from './scripts-without-spaces.ts';

/** The most UTF-16 units of a chunk. A memory up to this length is shown whole. */
export const CHUNK_CHARS_MAX = 640;

export interface Chunk {
  readonly text: string;
  /** Offsets in UTF-16 units into the content. */
  readonly start: number;
  readonly end: number;
}

/** Returns the window of at most `charsMax` units with the most different terms. It begins at a sentence or a word. */
export const bestChunk = (content: string, terms: readonly string[], charsMax = CHUNK_CHARS_MAX): Chunk => {
  if (content.length <= charsMax) return { text: content, start: 0, end: content.length };
  const hits = hitsOf(content, terms);
  const first = bestFirst(hits, charsMax);
  const start = first === null ? 0 : startBefore(content, first.at, charsMax);
  const end = endAfter(content, start + charsMax, start);
  return { text: content.slice(start, end), start, end };
};

/**
 * Returns whether two words may be forms of one word: equal, or equal but for their endings. The shorter word has at least four letters,
 * an ending of at most two of them, and at most three letters less than the longer one.
 */
export const sameStem = (word: string, term: string): boolean => {
  if (word === term) return true;
  const shorter = Math.min(word.length, term.length);
  if (shorter < 4 || Math.abs(word.length - term.length) > 3) return false;
  const stem = Math.max(3, shorter - 2);
  return word.slice(0, stem) === term.slice(0, stem);
};

interface Hit {
  readonly at: number;
  readonly term: string;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const hitsOf = (content: string, terms: readonly string[]): readonly Hit[] => {
  const hits: Hit[] = [];
  const plain = terms.map(folded);
  for (const match of content.matchAll(WORD)) {
    const word = folded(match[0]);
    for (const term of plain) {
      // A term of a script without spaces matches inside a longer run; other terms match whole words only.
      if (sameStem(word, term)) hits.push({ at: match.index, term });
      else if (isUnspaced(term) && word.includes(term)) {
        hits.push({ at: match.index + word.indexOf(term), term });
      }
    }
  }
  return hits.sort((a, b) => a.at - b.at);
};

/** Returns the first hit of the window with the most different terms. */
const bestFirst = (hits: readonly Hit[], charsMax: number): Hit | null => {
  let best: Hit | null = null;
  let most = 0;
  for (let from = 0; from < hits.length; from++) {
    const first = hits[from];
    if (first === undefined) break;
    const seen = new Set<string>();
    for (let at = from; at < hits.length; at++) {
      const hit = hits[at];
      if (hit === undefined || hit.at >= first.at + charsMax - LEAD) break;
      seen.add(hit.term);
    }
    if (seen.size > most) {
      best = first;
      most = seen.size;
    }
  }
  return best;
};

/** UTF-16 units before the first hit in which the start of a sentence is searched for. Near the end of a text there may be more. */
const LEAD = 120;

const startBefore = (content: string, at: number, charsMax: number): number => {
  const earliest = Math.max(0, Math.min(at - LEAD, content.length - charsMax));
  if (earliest <= 0) return 0;
  const lead = content.slice(earliest, Math.max(earliest, at));
  const sentence = lead.search(/(?<=[.!?。！？\n])\s/u);
  if (sentence !== -1) return skipSpace(content, earliest + sentence);
  const space = lead.search(/\s/u);
  return space === -1 ? atCodePoint(content, earliest) : skipSpace(content, earliest + space);
};

const endAfter = (content: string, wanted: number, start: number): number => {
  if (wanted >= content.length) return content.length;
  const space = content.lastIndexOf(' ', wanted);
  return space > start + (wanted - start) / 2 ? space : atCodePoint(content, wanted);
};

export const skipSpace = (content: string, from: number): number => {
  let at = from;
  while (at < content.length && /\s/u.test(content.charAt(at))) at++;
  return at;
};

/** Returns an offset that is never between the halves of a surrogate pair. */
export const atCodePoint = (content: string, at: number): number => {
  const unit = content.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
};
