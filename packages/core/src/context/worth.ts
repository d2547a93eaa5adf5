/**
 * What a memory is worth at a session's start. Nothing here knows the clock, so the same memories are told until one is written
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
/** What is known by a name is replaced when it changes, so it holds. */
const isNamed = ({ key }: MemoryRow): boolean => key !== null;

/** 1: holds from now on (a preference, a rule, a decision, how or where something is); 0: was done and is over, or says nothing. */
const kindOf = (row: MemoryRow, text: string): number => {
  if (REDACTED.test(text)) return 0;
  const lasting = lastingShare(text);
  if (lasting === 0) return 0;
  if (lasting === 1 || isNamed(row)) return 1;
  return PLACE.test(text) || FIGURE.test(text) ? KIND_SETUP : KIND_UNSURE;
};

/** Of each row, in the rows' order; more is better. */
export const worthOf = (rows: readonly ContextRow[]): readonly number[] => {
  const texts = rows.map(({ memory }) => memory.content.slice(0, CHARS_MAX));
  const series = seriesShares(texts);
  const newest = rows.reduce((latest, { memory }) => Math.max(latest, memory.createdAt), 0);
  return rows.map(({ memory, accesses }, at) => {
    const text = texts[at] ?? '';
    // 0, 1–2, 3–6 and 7 or more looks are one step each.
    const looks = Math.min(LOOK_STEPS, Math.floor(Math.log2(1 + accesses))) / LOOK_STEPS;
    return (
      WEIGHTS.kind * kindOf(memory, text) +
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
const seriesShares = (texts: readonly string[]): readonly number[] => {
  const pairs = texts.map(pairsOf);
  const times = new Map<string, number>();
  for (const own of pairs) for (const pair of own) times.set(pair, (times.get(pair) ?? 0) + 1);
  return pairs.map((own) => {
    const common = [...own].filter((pair) => (times.get(pair) ?? 0) >= SERIES_MIN);
    return own.size === 0 ? 0 : common.length / own.size;
  });
};

/** Neighbouring words, each pair once; a number is any number. */
const pairsOf = (text: string): ReadonlySet<string> => {
  const words = text.toLowerCase().replace(NUMBER, '0').replace(UNSPACED, ' $& ').match(WORD) ?? [];
  const pairs = new Set<string>();
  for (let at = 1; at < words.length; at++) pairs.add(`${words[at - 1] ?? ''} ${words[at] ?? ''}`);
  return pairs;
};
