/**
 * The worth of a memory at a session's start. Nothing here knows the clock, so the same memories are told until one is written
 * or looked at much more often. [CX-8, M-6]
 */
import type { ContextRow, MemoryRow } from '../ports/store.ts';
import { lastingShare } from '../summary/lasting.ts';

/** Chosen on made vaults and on one set of unlike texts; docs/decisions/0042 has what each of them brings. */
const WEIGHTS = { kind: 1, byUser: 0.3, looks: 0.5, series: 2, age: 0.2, cost: 1.5 } as const;
/** How or where something is, and what neither says that it lasts nor that it is over. */
const KIND_SETUP = 0.9;
const KIND_UNSURE = 0.5;
const LOOK_STEPS = 3;
const AGE_MS = 90 * 86_400_000;
const COST_CHARS = 240;
/** A text is judged by its beginning. */
const CHARS_MAX = 600;
/** A pair of words that so many memories have is one of a series. */
const SERIES_MIN = 4;

/** A path, an option, a file, a host or an address: how something is done or where it is, in whatever language. */
const PLACE =
  /`|https?:|(?:^|[\s(])(?:[\w.~-]{0,60}\/\w|--?[a-z][\w-]|[\w-]{1,60}\.[a-z][a-z0-9]{1,7}(?![\p{L}\p{N}]))/u;
/** A time, an amount, a port. */
const FIGURE =
  /(?<![\p{L}\d])(?:\d{1,2}:\d\d(?!\d)|\d{4,5}(?![\p{L}\d])|\d{1,9}(?:[.,]\d{1,9})?\s?(?:%|€|\$|£|[kKMGT]i?B(?!\p{L})|euros?(?!\p{L})))/u;
const REDACTED = /\[redacted: /;

/** The facts of a text by itself, no matter what stands beside it. */
interface Judged {
  /** 1: holds from now on (a preference, a rule, a decision, how or where something is); 0: was done and is over, or says nothing. */
  readonly kind: number;
  /** Hashes of its neighbouring words, each pair once. */
  readonly pairs: Int32Array;
}

/** More than a project and everything global are weighed at once. */
const JUDGED_MAX = 20_000;
/** By the hash of a content, so nothing of a text outlives it here. A context is asked for again and again, of the same texts. */
const judgements = new Map<string, Judged>();

const judge = ({ content, contentHash }: MemoryRow): Judged => {
  const known = judgements.get(contentHash);
  if (known !== undefined) return known;
  const text = content.slice(0, CHARS_MAX);
  const judged = { kind: kindOf(text), pairs: pairsOf(text) };
  if (judgements.size >= JUDGED_MAX) judgements.clear();
  judgements.set(contentHash, judged);
  return judged;
};

const kindOf = (text: string): number => {
  if (REDACTED.test(text)) return 0;
  const lasting = lastingShare(text);
  if (lasting === 0 || lasting === 1) return lasting;
  return PLACE.test(text) || FIGURE.test(text) ? KIND_SETUP : KIND_UNSURE;
};

/** A memory with a key is replaced when it changes, so it holds. */
const kindAs = ({ key }: MemoryRow, { kind }: Judged): number => (key !== null && kind > 0 ? 1 : kind);

/** The worth of each row, in the rows' order; more is better. */
export const worthOf = (rows: readonly ContextRow[]): readonly number[] => {
  const judged = rows.map(({ memory }) => judge(memory));
  const series = seriesShares(judged);
  const newest = rows.reduce((latest, { memory }) => Math.max(latest, memory.createdAt), 0);
  return rows.map(({ memory, accesses }, at) => {
    const text = judged[at] ?? judge(memory);
    // 0, 1–2, 3–6 and 7 or more looks are one step each.
    const looks = Math.min(LOOK_STEPS, Math.floor(Math.log2(1 + accesses))) / LOOK_STEPS;
    return (
      WEIGHTS.kind * kindAs(memory, text) +
      WEIGHTS.byUser * (memory.source === 'user' ? 1 : 0) +
      WEIGHTS.looks * looks -
      WEIGHTS.series * (series[at] ?? 0) -
      WEIGHTS.age * Math.min(1, (newest - memory.createdAt) / AGE_MS) -
      WEIGHTS.cost * Math.min(1, memory.content.length / COST_CHARS)
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
  const times = new Map<number, number>();
  for (const { pairs } of texts) for (const pair of pairs) times.set(pair, (times.get(pair) ?? 0) + 1);
  return texts.map(({ pairs }) => {
    let common = 0;
    for (const pair of pairs) if ((times.get(pair) ?? 0) >= SERIES_MIN) common++;
    return pairs.length === 0 ? 0 : common / pairs.length;
  });
};

/** Neighbouring words; a number is any number. */
const pairsOf = (text: string): Int32Array => {
  const words = text.toLowerCase().replace(NUMBER, '0').replace(UNSPACED, ' $& ').match(WORD) ?? [];
  const pairs = new Set<number>();
  for (let at = 1; at < words.length; at++) pairs.add(hashOf(`${words[at - 1] ?? ''} ${words[at] ?? ''}`));
  return Int32Array.from(pairs);
};

/** FNV-1a over UTF-16 units, 32 bits. */
const hashOf = (text: string): number => {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return hash;
};
