/** Where a conversation may be cut: an answer of a tool never stands without the call that it answers. [SE-1, SE-2] */
import type { MessageRow } from '../ports/session-store.ts';

export type Paired = Pick<MessageRow, 'role' | 'toolCalls' | 'toolResults'>;

/** One that holds its own call, as those of hooks do, answers nothing that is before it. */
const isAnswer = ({ role, toolCalls, toolResults }: Paired): boolean =>
  toolCalls === null && (role === 'tool' || toolResults !== null);

/** The place of the call that the message at this place answers; the place itself when it answers none that is here. */
export const callBefore = (messages: readonly Paired[], place: number): number => {
  let at = place;
  while (at > 0 && isAnswerAt(messages, at)) at--;
  return messages[at]?.toolCalls == null ? place : at;
};

/** The first place from this one on at which nothing answers a call before it. */
export const cutAfter = (messages: readonly Paired[], place: number): number => {
  let at = place;
  while (at < messages.length && callBefore(messages, at) < place) at++;
  return at;
};

/** Answers at the beginning, whose calls are not here. */
export const leadingAnswers = (messages: readonly Paired[]): number => {
  let count = 0;
  while (isAnswerAt(messages, count)) count++;
  return count;
};

const isAnswerAt = (messages: readonly Paired[], at: number): boolean => {
  const message = messages[at];
  return message !== undefined && isAnswer(message);
};
