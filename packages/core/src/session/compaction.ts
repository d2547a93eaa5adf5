/** Decides which messages a compaction keeps (the last 10, 3 or 1, whichever fit), and extends the summary. [SE-2, SE-3] */
import { LIMITS, SESSION_SHARES } from '@cairn/schema';
import type { MessageRow, SessionRow } from '../ports/session-store.ts';
import { sentencesOf, shorten } from '../summary/sentences.ts';
import { centroid, likeness, wordVectors } from '../summary/word-weights.ts';
import { digestMessages } from './digest.ts';
import { windowOf } from './due.ts';
import { summaryOf } from './session-row.ts';

const KEEPS = [10, 3, 1] as const;
/** Characters of a summary per token of the context, so that a summary never fills a small context. */
const DIGEST_SHARE = 0.8;
const EARLIER_SHARE = 0.4;

export interface KeepWish {
  /** The most tokens of the kept messages and the summary. */
  readonly maxTokens: number;
  readonly summaryTokens: number;
  /** The number of messages to keep. Undefined: 10, 3 or 1. */
  readonly keep: number | undefined;
}

/** Returns how many of the oldest messages to compact. No kept message is the result of a compacted call. */
export const countToCompact = (messages: readonly MessageRow[], wish: KeepWish): number => {
  const keeps = wish.keep === undefined ? KEEPS : [wish.keep];
  let compacted = 0;
  for (const keep of keeps) {
    compacted = callBefore(messages, Math.max(0, messages.length - keep));
    const kept = messages.slice(compacted).reduce((sum, { tokens }) => sum + tokens, 0);
    if (kept + wish.summaryTokens <= wish.maxTokens) break;
  }
  return compacted;
};

/** Returns how many of the oldest unsummarised messages to summarise, so that the rest fills at most `share` of the context. */
export const countToRoll = (
  row: SessionRow,
  messages: readonly MessageRow[],
  summaryTokens: number,
  share: number = SESSION_SHARES.rollToShare,
): number => {
  let left = row.unsummarisedTokens + summaryTokens;
  let count = 0;
  while (count < messages.length - 1 && left > share * windowOf(row)) {
    left -= messages[count]?.tokens ?? 0;
    count++;
  }
  return callBefore(messages, count);
};

/** Returns the session with a summary that also covers `taken`, the next messages. */
export const withSummary = (row: SessionRow, taken: readonly MessageRow[]): SessionRow => {
  const last = taken.at(-1);
  if (last === undefined) return row;
  const before = summaryOf(row);
  const window = windowOf(row);
  return {
    ...summarised(row, taken, last.sequence),
    earlier:
      before === null
        ? null
        : shrinkSummary(before, Math.min(LIMITS.earlierSummaryCharsMax, EARLIER_SHARE * window)),
    summary: digestMessages(taken, Math.min(LIMITS.sessionDigestCharsMax, DIGEST_SHARE * window)),
    summaryModel: null,
  };
};

/** The name in `summaryModel` for a summary that the session's program wrote. */
const WRITTEN = 'caller';

/**
 * SE-3: returns the session with a summary that its program wrote, covering everything up to `upto`. `taken`: the messages that are
 * newly covered.
 */
export const withWrittenSummary = (
  row: SessionRow,
  text: string,
  upto: number,
  taken: readonly MessageRow[],
): SessionRow => ({
  ...summarised(row, taken, upto),
  ...{ earlier: null, summary: text, summaryModel: WRITTEN },
});

const summarised = (row: SessionRow, taken: readonly MessageRow[], upto: number): SessionRow => ({
  ...row,
  summaryEpoch: row.summaryEpoch + 1,
  summaryFrom: row.summaryUpto,
  summaryUpto: upto,
  unsummarised: Math.max(0, row.unsummarised - taken.length),
  unsummarisedTokens: Math.max(0, row.unsummarisedTokens - taken.reduce((sum, one) => sum + one.tokens, 0)),
});

/** Returns the session after compacting the messages `gone`. */
export const withCompacted = (row: SessionRow, gone: readonly MessageRow[], nowMs: number): SessionRow => ({
  ...row,
  compactedUpto: gone.at(-1)?.sequence ?? row.compactedUpto,
  tokens: Math.max(0, row.tokens - gone.reduce((sum, one) => sum + one.tokens, 0)),
  compactions: row.compactions + 1,
  compactedAt: nowMs,
});

/** Shortens a summary to the lines that are most like the whole, in order. [SE-2] */
export const shrinkSummary = (text: string, charsMax: number): string => {
  if (text.length <= charsMax) return text;
  const lines = sentencesOf(text).map((line) => shorten(line, Math.ceil(charsMax / 2)));
  const vectors = wordVectors(lines);
  const middle = centroid(vectors);
  const ranked = lines
    .map((line, at) => ({ line, at, worth: likeness(vectors[at] ?? new Map(), middle) }))
    .sort((a, b) => b.worth - a.worth || b.at - a.at);
  const kept: typeof ranked = [];
  let chars = 0;
  for (const one of ranked) {
    if (chars + one.line.length + 1 > charsMax) continue;
    kept.push(one);
    chars += one.line.length + 1;
  }
  return kept
    .sort((a, b) => a.at - b.at)
    .map(({ line }) => line)
    .join('\n');
};

/** The fields that show where a conversation may be cut. A tool's result never stays without its call. [SE-1, SE-2] */
type Paired = Pick<MessageRow, 'role' | 'toolCalls' | 'toolResults'>;

/** Whether a message is the result of an earlier call. A message with its own call, as hooks send them, is not. */
const isAnswer = ({ role, toolCalls, toolResults }: Paired): boolean =>
  toolCalls === null && (role === 'tool' || toolResults !== null);

/** Returns the index of the call whose result is at `place`; `place` itself when there is none. */
const callBefore = (messages: readonly Paired[], place: number): number => {
  let at = place;
  while (at > 0 && isAnswerAt(messages, at)) at--;
  return messages[at]?.toolCalls == null ? place : at;
};

/** Returns the first index from `place` on at which a cut separates no result from its call. */
export const cutAfter = (messages: readonly Paired[], place: number): number => {
  let at = place;
  while (at < messages.length && callBefore(messages, at) < place) at++;
  return at;
};

/** Counts results at the beginning whose calls are absent. */
export const leadingAnswers = (messages: readonly Paired[]): number => {
  let count = 0;
  while (isAnswerAt(messages, count)) count++;
  return count;
};

const isAnswerAt = (messages: readonly Paired[], at: number): boolean => {
  const message = messages[at];
  return message !== undefined && isAnswer(message);
};
