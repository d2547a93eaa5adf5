/** Asks a model up to three questions about a finished session, in parallel. The findings are stored together, in one call. */
import {
  checkNote,
  type Extracted,
  NOTE_ANSWER,
  noteMessages,
  parseNote,
  REVIEW_TAGS,
  type ReviewTask,
  reviewTasks,
} from '@cairn/core';
import { LIMITS, ok, type Result } from '@cairn/schema';
import type { NoAnswer } from '../summaries/ask-model.ts';
import { messagesOf, type Reading, type ReadingDeps } from './read-session.ts';

/** `left`: why the review has to be repeated. Null when it is done. */
type SessionReview = Pick<Reading, 'written'> & { readonly left: Exclude<NoAnswer, 'off'> | null };

const DONE: SessionReview = { written: [], left: null };

export const createSessionReviewer = ({ engine, asker, isOver }: ReadingDeps) => {
  const ask = async (task: ReviewTask): Promise<Result<Extracted | null, NoAnswer>> => {
    const answer = await asker.ask({
      purpose: task.kind,
      messages: noteMessages(task.kind, task.quoted),
      format: { answer: NOTE_ANSWER, answerTokensMax: LIMITS.reviewAnswerTokensMax },
      read: (text) => readNote(text, task),
    });
    if (!answer.ok) return answer;
    const note = answer.value.value;
    return ok(note === null ? null : findingOf(task, note));
  };

  return async (session: string): Promise<SessionReview> => {
    const info = await engine().session(session);
    if (info === null || info.reviewedAt !== null || isOver()) return DONE;
    const isAsking = asker.state() !== null;
    const messages = isAsking ? messagesOf(await engine().sessionMessages({ session: info.id })) : [];
    const answers = await Promise.all(reviewTasks(messages).map(ask));
    if (isOver()) return DONE;
    const findings = answers.flatMap((one) => (one.ok && one.value !== null ? [one.value] : []));
    const failed = answers.flatMap((one) => (one.ok || one.error === 'off' ? [] : [one.error]));
    // Answers that arrived are used. If all questions failed, all are asked again.
    if (failed[0] !== undefined && failed.length === answers.length) return { written: [], left: failed[0] };
    const kept = await engine().keepExtracted({ session: info.id, findings, read: 'over' });
    return { written: kept.ok ? kept.value.written : [], left: null };
  };
};

const readNote = (text: string, { quoted }: ReviewTask): Result<string | null, string> => {
  const note = parseNote(text, 'note');
  if (!note.ok || note.value === null) return note;
  return checkNote(note.value, quoted);
};

/** Returns a note as a finding. The solution of an error comes from a tool's text, so it has low trust: only a search finds it. */
const findingOf = ({ kind }: ReviewTask, content: string): Extracted => ({
  namespace: null,
  key: null,
  content,
  tags: REVIEW_TAGS[kind],
  ofProject: kind !== 'correction',
  trust: kind === 'error_resolution' ? 'low' : 'normal',
});
