/** Ranks passages and converts them to hits. [F-2, F-8, F-10, M-11] */
import type { PassageHit } from '@cairn/schema';
import { isoTime } from '../memory/to-memory.ts';
import type { FoundPassage } from '../ports/store.ts';
import type { Candidates } from './candidates.engine.ts';
import { reasonsOf } from './memory-hits.engine.ts';
import { favourNamed, namingOf, type Voice } from './named.ts';
import type { ParsedQuery } from './query.ts';
import { type Ranked, type Ranking, rank } from './rank.ts';

export type RankedPassage = Ranked<FoundPassage> & { readonly isNamed: boolean };

export const bestPassages = (
  { candidates, ranking }: Candidates<FoundPassage>,
  { question, limit }: { readonly question: ParsedQuery; readonly limit: number },
): readonly RankedPassage[] =>
  fewOfEach(
    favourNamed(shortTurnsFirst(besideOthers(rank(candidates, ranking))), namingOf(question), voiceOf),
    limit,
  );

/** The share of a passage's score that comes from the three best passages of its session or document. [F-21] */
const SOURCE_SHARE = 1 / 6;
const OF_SOURCE = 3;

/** Favours passages of a source with several good passages, because a conversation on one subject repeats its words. */
const besideOthers = (ranked: readonly Ranked<FoundPassage>[]): readonly Ranked<FoundPassage>[] => {
  const bySource = Map.groupBy(ranked, ({ row }) => row.passage.source);
  const worths = new Map([...bySource].map(([source, of]) => [source, worthOf(of)]));
  return ranked
    .map((one) => ({
      ...one,
      score: (1 - SOURCE_SHARE) * one.score + SOURCE_SHARE * (worths.get(one.row.passage.source) ?? 0),
    }))
    .sort(byScore);
};

/** Returns the mean score of the best three; missing ones count as 0. */
const worthOf = (of: readonly Ranked<FoundPassage>[]): number =>
  of
    .map(({ score }) => score)
    .sort((a, b) => b - a)
    .slice(0, OF_SOURCE)
    .reduce((sum, score) => sum + score, 0) / OF_SOURCE;

const byScore = (a: Ranked<FoundPassage>, b: Ranked<FoundPassage>): number =>
  Number(b.isExact) - Number(a.isExact) || b.score - a.score;

/** The length in UTF-16 units above which a turn is long. */
const LONG = 400;
/** The exponent of the penalty for long turns. A turn of ten times the length keeps three quarters of its score. */
const LONG_POWER = 0.12;

/**
 * Lowers the scores of long turns. bm25 scores each passage alone. A long message has many passages, and so more chances to match. A
 * short statement says the same more plainly. [F-23]
 */
const shortTurnsFirst = (ranked: readonly Ranked<FoundPassage>[]): readonly Ranked<FoundPassage>[] =>
  ranked
    .map((one) => {
      const { kind, length } = one.row.passage;
      if (kind !== 'turn' || length <= LONG || one.isExact) return one;
      return { ...one, score: one.score * (LONG / length) ** LONG_POWER };
    })
    .sort(byScore);

/** The most passages of one message in a list, so that a long message does not fill the list. [F-20] */
const OF_MESSAGE_MAX = 2;

/**
 * Returns the best passage of each message and all passages of documents. Second passages of messages fill the rest of the list, then
 * messages of the same words, such as a question that was asked in three sessions. Their scores are at most as high as those above them.
 */
const fewOfEach = (ranked: readonly RankedPassage[], limit: number): readonly RankedPassage[] => {
  const counts = new Map<string, number>();
  const countOf = (key: string): number => {
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return before;
  };
  const numbered = ranked.map((one) => {
    const { kind, source, ordinal, author, body } = one.row.passage;
    const isTurn = kind === 'turn';
    const before = isTurn ? countOf(`${source} ${ordinal}`) : 0;
    return { one, before, isAgain: isTurn && countOf(`${author ?? ''}\n${body}`) > 0 };
  });
  const first = numbered.filter(({ before, isAgain }) => before === 0 && !isAgain);
  const second = numbered.filter(({ before, isAgain }) => before > 0 && before < OF_MESSAGE_MAX && !isAgain);
  const again = numbered.filter(({ before, isAgain }) => before < OF_MESSAGE_MAX && isAgain);
  const least = first.at(-1)?.one.score ?? 0;
  const rest = [...second, ...again].map(({ one }) => ({ ...one, score: Math.min(one.score, least) }));
  return [...first.map(({ one }) => one), ...rest].slice(0, limit);
};

export const passageHits = (
  best: readonly RankedPassage[],
  found: Candidates<FoundPassage>,
  explain: boolean,
): PassageHit[] =>
  best.map((one, at) => {
    const { textScore, vectorScore, score } = one;
    const { passage, source } = one.row;
    const hit: PassageHit = {
      source: { ...source },
      ordinal: passage.ordinal,
      project: passage.project,
      author: passage.author,
      at: isoTime(passage.at),
      text: passage.body,
      ...(passage.until === null ? {} : { until: passage.until }),
      start: passage.start,
      end: passage.stop,
      score,
      textScore,
      vectorScore,
    };
    if (!explain) return hit;
    return { ...hit, why: { rank: at + 1, ...reasonsOf(one, found, found.query?.terms ?? []) } };
  });

/**
 * Marks documents that score higher than the best memory. Scores are comparable only when words and meaning made both lists. Turns of
 * a session are never marked, because a turn may be the question itself. [PG-37]
 */
export const markAbove = (
  hits: readonly PassageHit[],
  memories: readonly { readonly score: number }[],
  rankings: readonly Ranking<never>['by'][],
): readonly PassageHit[] => {
  const best = Math.max(...memories.map(({ score }) => score));
  if (memories.length === 0 || rankings.some((by) => by !== 'both')) return hits;
  return hits.map((hit) =>
    hit.source.kind === 'document' && hit.score > best ? { ...hit, above: true } : hit,
  );
};

const voiceOf = ({ row: { passage } }: Ranked<FoundPassage>): Voice => ({
  author: passage.author,
  text: passage.body,
});
