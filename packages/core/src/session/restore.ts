/** Chooses the part of a session that fits a token budget: the task, the summary, then the newest messages. [SE-1, SE-2] */
import type { MessageRow } from '../ports/session-store.ts';
import { sentencesOf } from '../summary/sentences.ts';
import { cutAfter, leadingAnswers } from './compaction.ts';

/** The summary's largest share of the budget that the task leaves. */
const SUMMARY_SHARE = 0.5;

export interface Head {
  readonly activeTask: string | null;
  readonly summary: string | null;
  readonly tokens: number;
}

/** Fits task and summary into the budget. A task that is too long is left out; of a long summary the last sentences stay. */
export const fitHead = (
  head: Omit<Head, 'tokens'>,
  maxTokens: number,
  countTokens: (text: string) => number,
): Head => {
  const taskTokens = head.activeTask === null ? 0 : countTokens(head.activeTask);
  const activeTask = taskTokens > maxTokens ? null : head.activeTask;
  const left = maxTokens - (activeTask === null ? 0 : taskTokens);
  const summary =
    head.summary === null ? null : lastSentences(head.summary, left * SUMMARY_SHARE, countTokens);
  const tokens = (activeTask === null ? 0 : taskTokens) + (summary === null ? 0 : countTokens(summary));
  return { activeTask, summary, tokens };
};

const lastSentences = (
  summary: string,
  maxTokens: number,
  countTokens: (text: string) => number,
): string | null => {
  if (countTokens(summary) <= maxTokens) return summary;
  const kept: string[] = [];
  let tokens = 0;
  for (const sentence of [...sentencesOf(summary)].reverse()) {
    tokens += countTokens(sentence) + 1;
    if (tokens > maxTokens) break;
    kept.unshift(sentence);
  }
  return kept.length === 0 ? null : kept.join('\n');
};

/**
 * Returns the newest messages that fit, in order. `messages`: the newest messages of the session, in order. `isAll`: no message is
 * before them, so a result at their beginning never had a call.
 */
export const newestThatFit = (
  messages: readonly MessageRow[],
  maxTokens: number,
  isAll: boolean,
): readonly MessageRow[] => {
  let tokens = 0;
  let from = messages.length;
  while (from > 0) {
    tokens += messages[from - 1]?.tokens ?? 0;
    if (tokens > maxTokens) break;
    from--;
  }
  const unanswerable = isAll ? 0 : leadingAnswers(messages);
  return messages.slice(cutAfter(messages, Math.max(from, unanswerable)));
};
