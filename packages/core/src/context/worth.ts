/**
 * Computes the worth of a memory at a session's start. It does not depend on the time. So the same memories are shown
 * until one is written or is accessed much more often. [CX-8, M-6]
 */
import type { ContextCandidate, TextBeginning } from '../ports/store.ts';
import { lastingShare } from '../summary/lasting.ts';
import { isAscii } from './ascii-tokens.ts';

/** Tuned on generated vaults and on one set of dissimilar texts. docs/decisions/0042 says what each weight adds. */
const WEIGHTS = { kind: 1, byUser: 0.3, looks: 0.5, series: 2, age: 0.2, cost: 1.5 } as const;
/** Kind of a text with a path, a host, a time, an amount or the like. */
const KIND_SETUP = 0.9;
/** Kind of a text that says neither that it lasts nor that it is over. */
const KIND_UNSURE = 0.5;
const LOOK_STEPS = 3;
const AGE_MS = 90 * 86_400_000;
const COST_CHARS = 240;
/** Characters at the beginning of a text that are judged. */
export const JUDGED_CHARS = 600;
/** Least number of memories that share a word pair of a series. */
const SERIES_MIN = 4;

/** A path, an option, a file, a host or an address, in any language. */
const PLACE =
  /`|https?:|(?:^|[\s(])(?:[\w.~-]{0,60}\/\w|--?[a-z][\w-]|[\w-]{1,60}\.[a-z][a-z0-9]{1,7}(?![\p{L}\p{N}]))/u;
/** A time, an amount or a port. */
const FIGURE =
  /(?<![\p{L}\d])(?:\d{1,2}:\d\d(?!\d)|\d{4,5}(?![\p{L}\d])|\d{1,9}(?:[.,]\d{1,9})?\s?(?:%|€|\$|£|[kKMGT]i?B(?!\p{L})|euros?(?!\p{L})))/u;
const REDACTED = '[redacted: ';

/** The facts of one text, independent of other texts. */
interface Judged {
  /** 1: holds from now on, such as a rule, a decision or a place. 0: is done and over, or says nothing. */
  readonly kind: number;
  /** Hashes of neighbouring words, each pair once. */
  readonly pairs: Int32Array;
}

/** Most cached texts: more than all global memories and those of a project, which are weighed at once. */
const JUDGED_MAX = 20_000;
/** A cache by content hash, because contexts are built again and again from the same texts. It holds no text. */
const judgements = new Map<string, Judged>();
const UNJUDGED: Judged = { kind: 0, pairs: new Int32Array() };

/** Returns the candidates whose texts have to be judged before they are weighed. */
export const unjudged = (candidates: readonly ContextCandidate[]): readonly ContextCandidate[] => {
  if (judgements.size > JUDGED_MAX) judgements.clear();
  return candidates.filter(({ contentHash }) => !judgements.has(contentHash));
};

/** Judges a text and caches the result. `text`: at least its first `JUDGED_CHARS` characters. */
export const judge = ({ contentHash, text }: TextBeginning): void => {
  if (judgements.has(contentHash)) return;
  const beginning = text.slice(0, JUDGED_CHARS);
  judgements.set(contentHash, { kind: kindOf(beginning), pairs: pairsOf(beginning) });
};

const kindOf = (text: string): number => {
  if (text.includes(REDACTED)) return 0;
  const lasting = lastingShare(text);
  if (lasting === 0 || lasting === 1) return lasting;
  return PLACE.test(text) || FIGURE.test(text) ? KIND_SETUP : KIND_UNSURE;
};

/**
 * Returns the kind. A memory with a key is replaced when the fact changes, so its fact still holds. Words that a person
 * asked for were introduced as lasting, by a phrase that is not in the text.
 */
const kindAs = ({ isNamed, isAsked }: ContextCandidate, { kind }: Judged): number =>
  (isNamed || isAsked) && kind > 0 ? 1 : kind;

/** Returns the worth of each candidate, in their order. More is better. */
export const worthOf = (candidates: readonly ContextCandidate[]): readonly number[] => {
  const judged = candidates.map(({ contentHash }) => judgements.get(contentHash) ?? UNJUDGED);
  const series = seriesShares(judged);
  const newest = candidates.reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0);
  return candidates.map((one, at) => {
    // 0, 1–2, 3–6 and 7 or more accesses are one step each.
    const looks = Math.min(LOOK_STEPS, Math.floor(Math.log2(1 + one.accesses))) / LOOK_STEPS;
    return (
      WEIGHTS.kind * kindAs(one, judged[at] ?? UNJUDGED) +
      WEIGHTS.byUser * (one.isOfUser || one.isAsked ? 1 : 0) +
      WEIGHTS.looks * looks -
      WEIGHTS.series * (series[at] ?? 0) -
      WEIGHTS.age * Math.min(1, (newest - one.createdAt) / AGE_MS) -
      WEIGHTS.cost * Math.min(1, one.chars / COST_CHARS)
    );
  });
};

const NUMBER = /\p{N}+/gu;
const WORD = /[\p{L}\p{M}]+|0/gu;
/** Scripts without spaces between words: each letter counts as a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/**
 * Returns how much of each text is a series: the share of its word pairs that other texts have too, with other names
 * and numbers. One of many similar reports is worth less than a single fact. From 0 to 1, in any language.
 */
const seriesShares = (texts: readonly Judged[]): readonly number[] => {
  const { places, times } = countPairs(texts);
  let at = 0;
  return texts.map(({ pairs: { length } }) => {
    let common = 0;
    for (const end = at + length; at < end; at++) if ((times[places[at] ?? 0] ?? 0) >= SERIES_MIN) common++;
    return length === 0 ? 0 : common / length;
  });
};

/**
 * Counts in how many texts each pair occurs. Also returns each pair's slot, text by text. Uses an open-addressing hash
 * table, at most half full, because a `Map` takes five times as long.
 */
const countPairs = (
  texts: readonly Judged[],
): { readonly places: Int32Array; readonly times: Int32Array } => {
  const all = texts.reduce((sum, { pairs }) => sum + pairs.length, 0);
  const slots = 1 << (32 - Math.clz32(2 * all));
  const [keys, times, places] = [new Int32Array(slots), new Int32Array(slots), new Int32Array(all)];
  let counted = 0;
  for (const { pairs } of texts)
    for (let n = 0; n < pairs.length; n++) {
      const pair = pairs[n] ?? 0;
      let place = pair & (slots - 1);
      while (times[place] !== 0 && keys[place] !== pair) place = (place + 1) & (slots - 1);
      keys[place] = pair;
      times[place] = (times[place] ?? 0) + 1;
      places[counted++] = place;
    }
  return { places, times };
};

/** Returns the hashes of neighbouring words. All numbers count as the same word. */
export const pairsOf = (text: string): Int32Array => (isAscii(text) ? asciiPairsOf(text) : anyPairsOf(text));

const anyPairsOf = (text: string): Int32Array => {
  const words = text.toLowerCase().replace(NUMBER, '0').replace(UNSPACED, ' $& ').match(WORD) ?? [];
  const pairs = new Set<number>();
  for (let at = 1; at < words.length; at++) pairs.add(hashOf(`${words[at - 1] ?? ''} ${words[at] ?? ''}`));
  return Int32Array.from(pairs);
};

/** Returns the same pairs for ASCII text, several times as fast, in one pass over its letters. */
const asciiPairsOf = (text: string): Int32Array => {
  const pairs = new Set<number>();
  let before: number | null = null;
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    let word = FNV_START;
    let pair = before === null ? FNV_START : addTo(before, SPACE);
    let to = at;
    for (; to < text.length && kindAt(text, to) === kind; to++) {
      if (kind === 'number' && to > at) continue;
      const unit = kind === 'number' ? ZERO : text.charCodeAt(to) | LOWER_BIT;
      word = addTo(word, unit);
      pair = addTo(pair, unit);
    }
    at = to;
    if (kind === 'other') continue;
    if (before !== null) pairs.add(pair);
    before = word;
  }
  return Int32Array.from(pairs);
};

const SPACE = 0x20;
const ZERO = 0x30;
/** This bit is set in small ASCII letters and clear in capitals. */
const LOWER_BIT = 0x20;

const kindAt = (text: string, at: number): 'letter' | 'number' | 'other' => {
  const code = text.charCodeAt(at);
  const lower = code | LOWER_BIT;
  if (lower >= 0x61 && lower <= 0x7a) return 'letter';
  return code >= ZERO && code <= 0x39 ? 'number' : 'other';
};

/** Computes FNV-1a over UTF-16 units, 32 bits. */
const hashOf = (text: string): number => {
  let hash = FNV_START;
  for (let at = 0; at < text.length; at++) hash = addTo(hash, text.charCodeAt(at));
  return hash;
};

const FNV_START = 0x811c_9dc5;
const addTo = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x0100_0193);
