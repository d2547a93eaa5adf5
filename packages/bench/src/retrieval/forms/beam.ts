/**
 * Reads BEAM (Tavakoli and others, 2025): talks of a person and an assistant over months. Each chat is a folder with `chat.json` and
 * `probing_questions.json`. Summaries and orders of events are left out because they need half of the chat. Abstentions are left out
 * because they need no turn.
 */
import { basename, dirname } from 'node:path';
import { DAY_MS } from '@cairn/schema';
import * as z from 'zod';
import type { Category, Question, Turn } from '../conversation.ts';
import { type Form, questionOf } from './json-file.ts';

const message = z.object({
  role: z.string(),
  id: z.number(),
  content: z.string(),
  time_anchor: z.string().optional(),
});
const chat = z.array(z.object({ batch_number: z.number(), turns: z.array(z.array(message)) }));
const asked = z.record(
  z.string(),
  z.array(z.object({ question: z.string(), source_chat_ids: z.unknown().optional() })),
);

const CATEGORY: Readonly<Record<string, Category>> = {
  information_extraction: '4',
  multi_session_reasoning: '1',
  temporal_reasoning: '2',
  knowledge_update: '4',
  contradiction_resolution: '1',
  preference_following: '3',
  instruction_following: '3',
};

export const beamForm: Form = (files) =>
  files.flatMap(({ name, value }) => {
    if (basename(name) !== 'chat.json') return [];
    const folder = dirname(name);
    const questions = files.find(
      (one) => basename(one.name) === 'probing_questions.json' && one.name.startsWith(`${folder}/`),
    );
    const turns = turnsOf(chat.parse(value));
    const known = new Set(turns.map(({ ref }) => ref));
    return [
      {
        name: basename(folder),
        authors: ['user', 'assistant'],
        turns,
        facts: [],
        questions: questionsOf(asked.parse(questions?.value ?? {}), known),
      },
    ];
  });

const turnsOf = (batches: z.infer<typeof chat>): readonly Turn[] => {
  let day = 0;
  return batches.flatMap(({ batch_number: batch, turns }) =>
    turns.flat().map(({ role, id, content, time_anchor: anchor }): Turn => {
      const anchored = Date.parse(`${anchor ?? ''} UTC`.replaceAll('-', ' '));
      if (!Number.isNaN(anchored)) day = anchored;
      // "->-> 1,1" is a mark that the authors added.
      const text = content.replace(/\s*->->\s*[\d,.\sN/A]*$/, '');
      return {
        ref: String(id),
        session: String(batch),
        author: role,
        text,
        at: Math.max(day, DAY_MS) + id * 1_000,
      };
    }),
  );
};

const questionsOf = (all: z.infer<typeof asked>, known: ReadonlySet<string>): readonly Question[] =>
  Object.entries(all).flatMap(([kind, questions]) => {
    const category = CATEGORY[kind];
    if (category === undefined) return [];
    return questions.flatMap(({ question, source_chat_ids: ids }) =>
      questionOf(question, category, numbersIn(ids).map(String), known),
    );
  });

const numbersIn = (value: unknown): readonly number[] => {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
};
