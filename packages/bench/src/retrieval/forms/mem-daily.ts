/** Reads MemDaily (Zhang and others, 2024): what a person tells an assistant in Chinese. Each story has a few messages and questions. */
import { basename } from 'node:path';
import * as z from 'zod';
import type { Category, Conversation } from '../conversation.ts';
import type { JsonFile } from './json-file.ts';

const stories = z.array(
  z.object({
    tid: z.number(),
    message_list: z.array(z.object({ mid: z.number(), message: z.string(), time: z.string() })),
    question_list: z.array(z.object({ question: z.string(), target_step_id: z.array(z.number()) })),
  }),
);

/** Number of stories of one file that are joined as one person's, so that a search has enough texts to choose from. */
const TOGETHER = 20;

export const memDailyForm = (files: readonly JsonFile[]): readonly Conversation[] =>
  files.flatMap(({ name, value }) => {
    const parsed = stories.safeParse(value);
    return parsed.success ? [conversationOf(basename(name, '.json'), parsed.data.slice(0, TOGETHER))] : [];
  });

const conversationOf = (name: string, all: z.infer<typeof stories>): Conversation => ({
  name,
  authors: ['user'],
  turns: all.flatMap(({ tid, message_list: messages }) =>
    messages.map(({ mid, message, time }) => ({
      ...{ ref: `${tid}:${mid}`, session: String(tid), author: 'user', text: message },
      at: timeOf(time) + mid,
    })),
  ),
  facts: [],
  questions: all.flatMap(({ tid, question_list: questions }) =>
    questions.map(({ question, target_step_id: steps }) => ({
      text: question,
      category: categoryOf(steps),
      evidence: [...new Set(steps)].map((mid) => `${tid}:${mid}`),
    })),
  ),
});

const categoryOf = (steps: readonly number[]): Category => (steps.length > 1 ? '1' : '4');

/** Parses "2024年04月01日 周一 08:30" as UTC. */
const timeOf = (text: string): number => {
  const [, year, month, day, time] = /^(\d{4})年(\d{2})月(\d{2})日 \S+ (\d{2}:\d{2})$/.exec(text) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${time}:00Z`);
  if (Number.isNaN(at)) throw new Error(`not a time: ${text}`);
  return at;
};
