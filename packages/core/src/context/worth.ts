/**
 * The worth of a memory at a session's start. Nothing here knows the clock, so the same memories are told until one is written
 * or looked at much more often. [CX-8, M-6]
 */
import type { ContextCandidate, TextBeginning } from '../ports/store.ts';
import { lastingShare } from '../summary/lasting.ts';
import { isAscii } from './ascii-tokens.ts';

/** Chosen on made vaults and on one set of unlike texts; docs/decisions/0042 has what each of them brings. */
const WEIGHTS = { kind: 1, byUser: 0.3, looks: 0.5, series: 2, age: 0.2, cost: 1.5 } as const;
/** How or where something is, and what neither says that it lasts nor that it is over. */
const KIND_SETUP = 0.9;
const KIND_UNSURE = 0.5;
const LOOK_STEPS = 3;
const AGE_MS = 90 * 86_400_000;
const COST_CHARS = 240;
/** A text is judged by its beginning. */
export const JUDGED_CHARS = 600;
/** A pair of words that so many memories have is one of a series. */
const SERIES_MIN = 4;

/** A path, an option, a file, a host or an address: how something is done or where it is, in whatever language. */
const PLACE =
  /`|https?:|(?:^|[\s(])(?:[\w.~-]{0,60}\/\w|--?[a-z][\w-]|[\w-]{1,60}\.[a-z][a-z0-9]{1,7}(?![\p{L}\p{N}]))/u;
/** A time, an amount, a port. */
const FIGURE =
  /(?<![\p{L}\d])(?:\d{1,2}:\d\d(?!\d)|\d{4,5}(?![\p{L}\d])|\d{1,9}(?:[.,]\d{1,9})?\s?(?:%|€|\$|£|[kKMGT]i?B(?!\p{L})|euros?(?!\p{L})))/u;
const REDACTED = '[redacted: ';

/** The facts of a text by itself, no matter what stands beside it. */
interface Judged {
  /** 1: holds from now on (a preference, a rule, a decision, how or where something is); 0: was done and is over, or says nothing. */
  readonly kind: number;
  /** Hashes of its neighbouring words, each pair once. */
  readonly pairs: Int32Array;
}

/** More than a project and everything global, which are weighed at once. */
const JUDGED_MAX = 20_000;
/** By the hash of a content, so nothing of a text outlives it here. A context is asked for again and again, of the same texts. */
const judgements = new Map<string, Judged>();
const UNJUDGED: Judged = { kind: 0, pairs: new Int32Array() };

/** Those whose texts have to be judged before they are weighed. */
export const unjudged = (candidates: readonly ContextCandidate[]): readonly ContextCandidate[] => {
  if (judgements.size > JUDGED_MAX) judgements.clear();
  return candidates.filter(({ contentHash }) => !judgements.has(contentHash));
};

/** `text`: at least its first `JUDGED_CHARS` characters. */
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

/** A memory with a key is replaced when it changes, so it holds. */
const kindAs = ({ isNamed }: ContextCandidate, { kind }: Judged): number => (isNamed && kind > 0 ? 1 : kind);

/** The worth of each candidate, in their order; more is better. */
export const worthOf = (candidates: readonly ContextCandidate[]): readonly number[] => {
  const judged = candidates.map(({ contentHash }) => judgements.get(contentHash) ?? UNJUDGED);
  const series = seriesShares(judged);
  const newest = candidates.reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0);
  return candidates.map((one, at) => {
    // 0, 1–2, 3–6 and 7 or more looks are one step each.
    const looks = Math.min(LOOK_STEPS, Math.floor(Math.log2(1 + one.accesses))) / LOOK_STEPS;
    return (
      WEIGHTS.kind * kindAs(one, judged[at] ?? UNJUDGED) +
      WEIGHTS.byUser * (one.isOfUser ? 1 : 0) +
      WEIGHTS.looks * looks -
      WEIGHTS.series * (series[at] ?? 0) -
      WEIGHTS.age * Math.min(1, (newest - one.createdAt) / AGE_MS) -
      WEIGHTS.cost * Math.min(1, one.chars / COST_CHARS)
    );
  });
};

const NUMBER = /\p{N}+/gu;
const WORD = /[\p{L}\p{M}]+|0/gu;
/** Written without spaces between words: each letter counts as a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/**
 * How much of a text others say in the same words with other names and numbers: of reports that come again and again one tells
 * less than a fact of its own. From 0 to 1, in any language.
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
 * In how many of the texts each pair is, and the place of its number, text by text: a table of open addresses, at most half full. A
 * map takes five times as long.
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

/** Neighbouring words; a number is any number. */
export const pairsOf = (text: string): Int32Array => (isAscii(text) ? asciiPairsOf(text) : anyPairsOf(text));

const anyPairsOf = (text: string): Int32Array => {
  const words = text.toLowerCase().replace(NUMBER, '0').replace(UNSPACED, ' $& ').match(WORD) ?? [];
  const pairs = new Set<number>();
  for (let at = 1; at < words.length; at++) pairs.add(hashOf(`${words[at - 1] ?? ''} ${words[at] ?? ''}`));
  return Int32Array.from(pairs);
};

/** The same of text of ASCII, in one pass over its letters: several times as fast. */
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
/** Set in a small letter of ASCII, and not in the capital. */
const LOWER_BIT = 0x20;

const kindAt = (text: string, at: number): 'letter' | 'number' | 'other' => {
  const code = text.charCodeAt(at);
  const lower = code | LOWER_BIT;
  if (lower >= 0x61 && lower <= 0x7a) return 'letter';
  return code >= ZERO && code <= 0x39 ? 'number' : 'other';
};

/** FNV-1a over UTF-16 units, 32 bits. */
const hashOf = (text: string): number => {
  let hash = FNV_START;
  for (let at = 0; at < text.length; at++) hash = addTo(hash, text.charCodeAt(at));
  return hash;
};

const FNV_START = 0x811c_9dc5;
const addTo = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x0100_0193);
