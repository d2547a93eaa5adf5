/**
 * Reads RealMem (Bian and others, 2026): ten persons who discuss their projects with an assistant, in some 200 sessions. A question is a
 * turn of a later session. Its evidence names sessions, not turns, so only sessions are judged.
 */
import { DAY_MS } from '@cairn/schema';
import * as z from 'zod';
import type { Conversation, Question, Turn } from '../conversation.ts';
import { formOf, timeOf } from './json-file.ts';

const turn = z.object({
  speaker: z.string(),
  content: z.string(),
  is_query: z.boolean().optional(),
  memory_session_uuids: z.array(z.string()).nullish(),
});
const person = z.object({
  _metadata: z.object({ person_name: z.string() }),
  dialogues: z.array(
    z.object({ session_uuid: z.string(), current_time: z.string(), dialogue_turns: z.array(turn) }),
  ),
});
type Session = z.infer<typeof person>['dialogues'][number];

const conversationOf = ({ _metadata, dialogues }: z.infer<typeof person>): Conversation => {
  const known = new Set(dialogues.map(({ session_uuid: id }) => id));
  const begun = beginnings(dialogues);
  return {
    name: _metadata.person_name,
    authors: ['user', 'assistant'],
    turns: dialogues.flatMap((session, nth) => turnsOf(session, begun[nth] ?? 0)),
    facts: [],
    questions: dialogues.flatMap((session, nth) => questionsOf(session, begun[nth] ?? 0, known)),
  };
};

/** Milliseconds between two sessions of one day. It is more seconds than a session has turns. */
const SESSION_MS = 600_000;

/** Returns the start of each session. The data has only dates, so sessions of one day follow each other. */
const beginnings = (sessions: readonly Session[]): readonly number[] => {
  let last = 0;
  return sessions.map(({ current_time: text }) => {
    last = Math.max(timeOf(text, /^(.{10}).*$/, '$1T00:00:00Z'), last + SESSION_MS, DAY_MS);
    return last;
  });
};

const refOf = (session: string, nth: number): string => `${session}:${nth}`;

const turnsOf = ({ session_uuid: id, dialogue_turns: turns }: Session, begun: number): readonly Turn[] =>
  turns.flatMap(({ speaker, content }, nth) =>
    content.trim() === ''
      ? []
      : {
          ...{ ref: refOf(id, nth), session: id, author: speaker.toLowerCase() },
          ...{ text: content, at: begun + nth * 1_000 },
        },
  );

const questionsOf = (
  { session_uuid: own, dialogue_turns: turns }: Session,
  begun: number,
  known: ReadonlySet<string>,
): readonly Question[] =>
  turns.flatMap(({ content, is_query: isQuery }, nth): readonly Question[] => {
    const used = turns[nth + 1]?.memory_session_uuids ?? [];
    const sessions = [...new Set(used)].filter((id) => id !== own && known.has(id));
    if (isQuery !== true || sessions.length === 0) return [];
    const category = sessions.length > 1 ? '1' : '4';
    return [{ text: content, category, evidence: sessions.map((id) => refOf(id, 0)), before: begun }];
  });

export const realMemForm = formOf(person, conversationOf);
