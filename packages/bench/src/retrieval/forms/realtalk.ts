/** Reads REALTALK (Lee and others, 2025): ten pairs of people who wrote to each other for three weeks. One file per pair. */
import * as z from 'zod';
import type { Category, Conversation, Turn } from '../conversation.ts';
import { formOf, questionOf, timeOf } from './json-file.ts';

const turn = z.object({
  clean_text: z.string(),
  speaker: z.string(),
  date_time: z.string(),
  dia_id: z.string(),
});
const pair = z.looseObject({
  name: z.object({ speaker_1: z.string(), speaker_2: z.string() }),
  qa: z.array(z.object({ question: z.string(), category: z.number(), evidence: z.array(z.string()) })),
});

const SESSION = /^session_(\d+)$/;

const conversationOf = ({ name, qa, ...sessions }: z.infer<typeof pair>): Conversation => {
  const turns = Object.entries(sessions).flatMap(([key, value]): readonly Turn[] => {
    const session = SESSION.exec(key)?.[1];
    return session === undefined
      ? []
      : z
          .array(turn)
          .parse(value)
          .map((one) => turnOf(one, session));
  });
  const known = new Set(turns.map(({ ref }) => ref));
  return {
    name: `${name.speaker_1} and ${name.speaker_2}`,
    authors: [name.speaker_1, name.speaker_2],
    turns,
    facts: [],
    questions: qa.flatMap(({ question, category, evidence }) =>
      questionOf(question, CATEGORY[category] ?? '4', evidence, known),
    ),
  };
};

/** Categories by the authors' numbers: multi-hop, temporal and commonsense. */
const CATEGORY: Readonly<Record<number, Category>> = { 1: '1', 2: '2', 3: '3' };

const turnOf = (one: z.infer<typeof turn>, session: string): Turn => ({
  ref: one.dia_id,
  session,
  author: one.speaker,
  text: one.clean_text.trim() === '' ? '(picture)' : one.clean_text,
  at: sentAt(one.date_time),
});

/** Parses "29.12.2023, 22:42:04" as UTC. */
const sentAt = (text: string): number =>
  timeOf(text, /^(\d{2})\.(\d{2})\.(\d{4}), (\d{2}:\d{2}:\d{2})$/, '$3-$2-$1T$4Z');

export const realTalkForm = formOf(pair, conversationOf);
