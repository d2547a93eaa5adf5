/** Finds the message of a session from which a memory was learned, by comparing words. [M-13] */
import {
  type LearnedFrom,
  type SessionRole,
  scheduleOfSession,
  WHY_LIMITS,
  type WhyMemory,
} from '@cairn/schema';
import type { StoreDeps } from '../engine/deps.ts';
import { groundOf, wordsOfClaim } from '../extraction/grounding.ts';
import { isoTime, learnedAt } from '../memory/to-memory.ts';
import type { MemoryRow, MessageRow, SessionRow } from '../ports/store.ts';
import { sentencesOf, shorten } from '../summary/sentences.ts';

type Learned = Pick<WhyMemory, 'said' | 'notSaid'>;

const PAGE = 500;
/** The most sessions with one name in several scopes. */
const SESSIONS_MAX = 5;
/** The most milliseconds by which the clock of a message may be ahead of that of the save. */
const LATER_MS = 2_000;
/** The share of a memory's words that its message must hold. */
const SHARE_MIN = 0.5;
/** The preferred roles as the source, among messages with the same share. */
const BY_ROLE: Readonly<Record<SessionRole, number>> = { user: 3, assistant: 2, tool: 1, system: 0 };

export const learnedFrom = async ({ store }: StoreDeps, row: MemoryRow): Promise<Learned> => {
  if (row.session === null) return { said: null, notSaid: 'no_session' };
  if (scheduleOfSession(row.session) !== null) return { said: null, notSaid: 'by_schedule' };
  const { rows: sessions } = await store.sessions({ name: row.session, limit: SESSIONS_MAX });
  if (sessions.length === 0) return { said: null, notSaid: 'not_here' };
  const upto = learnedAt(row) + LATER_MS;
  const isOwn = ({ project }: SessionRow): boolean => project === row.project;
  let near: LearnedFrom | null = null;
  // Sessions of other projects may have the same name. Words tell more than the project.
  for (const session of sessions.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))) {
    const messages = (await messagesOf({ store }, session)).filter(({ at }) => at <= upto);
    const said = byWords(row, messages);
    if (said !== null) return { said: told(session, said), notSaid: null };
    const last = lastOfPerson(messages);
    if (last !== null) near ??= told(session, last);
  }
  return near === null ? { said: null, notSaid: 'other_words' } : { said: near, notSaid: null };
};

/** Returns the newest messages first. */
const messagesOf = async (
  { store }: StoreDeps,
  { id, lastSequence }: SessionRow,
): Promise<readonly MessageRow[]> => {
  const read: MessageRow[] = [];
  let upto = lastSequence;
  while (read.length < WHY_LIMITS.messagesMax) {
    const page = await store.messages({ session: id, after: -1, upto, limit: PAGE });
    read.push(...page.toReversed());
    if (page.length < PAGE) break;
    upto = (page[0]?.sequence ?? 0) - 1;
  }
  return read;
};

interface Said {
  readonly message: MessageRow;
  readonly sentence: string;
  readonly found: LearnedFrom['found'];
}

const byWords = ({ content }: MemoryRow, messages: readonly MessageRow[]): Said | null => {
  const shareOf = sharedWith(content);
  let best: { readonly message: MessageRow; readonly share: number } | null = null;
  for (const message of messages) {
    const share = shareOf(message.content);
    if (share < SHARE_MIN) continue;
    const isBetter =
      best === null ||
      share > best.share ||
      (share === best.share && BY_ROLE[message.role] > BY_ROLE[best.message.role]);
    if (isBetter) best = { message, share };
  }
  if (best === null) return null;
  const sentence = bestOf(sentencesOf(best.message.content), shareOf);
  return { message: best.message, sentence, found: 'words' };
};

/** Makes a function that returns the share of the memory's telling words in a text, from 0 to 1. */
const sharedWith = (content: string): ((text: string) => number) => {
  const { telling } = wordsOfClaim(content);
  return (text) => {
    const ground = groundOf([text]);
    return telling.length === 0 ? 0 : telling.filter((word) => ground.has(word)).length / telling.length;
  };
};

const bestOf = (sentences: readonly string[], shareOf: (text: string) => number): string =>
  sentences
    .map((sentence) => ({ sentence, share: shareOf(sentence) }))
    .reduce((best, one) => (one.share > best.share ? one : best), { sentence: '', share: -1 }).sentence;

/** Returns the person's last message. It is the source when no words match: the memory may be reworded or in another language. */
const lastOfPerson = (messages: readonly MessageRow[]): Said | null => {
  const message = messages.find(({ role }) => role === 'user');
  return message === undefined ? null : { message, sentence: message.content, found: 'near' };
};

const told = ({ id, name }: SessionRow, { message, sentence, found }: Said): LearnedFrom => ({
  session: { id, name },
  sequence: message.sequence,
  role: message.role,
  sentence: shorten(sentence.replace(/\s+/gu, ' ').trim(), WHY_LIMITS.sentenceCharsMax),
  at: isoTime(message.at),
  found,
});
