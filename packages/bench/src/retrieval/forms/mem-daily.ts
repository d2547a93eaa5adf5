/** Reads MemDaily (Zhang and others, 2024): what a person tells an assistant in Chinese. Each story has a few messages and questions. */
import { basename } from 'node:path';
import * as z from 'zod';
import type { Conversation } from '../conversation.ts';
import { formOf, timeOf } from './json-file.ts';

const stories = z.array(
  z.object({
    tid: z.number(),
    message_list: z.array(z.object({ mid: z.number(), message: z.string(), time: z.string() })),
    question_list: z.array(z.object({ question: z.string(), target_step_id: z.array(z.number()) })),
  }),
);

/** Number of stories of one file that are joined as one person's, so that a search has enough texts to choose from. */
const TOGETHER = 20;

const conversationOf = (name: string, all: z.infer<typeof stories>): Conversation => ({
  name,
  authors: ['user'],
  turns: all.flatMap(({ tid, message_list: messages }) =>
    messages.map(({ mid, message, time }) => ({
      ...{ ref: `${tid}:${mid}`, session: String(tid), author: 'user', text: message },
      at: saidAt(time) + mid,
    })),
  ),
  facts: [],
  questions: all.flatMap(({ tid, question_list: questions }) =>
    questions.map(({ question, target_step_id: steps }) => ({
      text: question,
      category: steps.length > 1 ? '1' : '4',
      evidence: [...new Set(steps)].map((mid) => `${tid}:${mid}`),
    })),
  ),
});

/** Parses "2024年04月01日 周一 08:30" as UTC. */
const saidAt = (text: string): number =>
  timeOf(text, /^(\d{4})年(\d{2})月(\d{2})日 \S+ (\d{2}:\d{2})$/, '$1-$2-$3T$4:00Z');

export const memDailyForm = formOf(stories, (all, file) =>
  conversationOf(basename(file, '.json'), all.slice(0, TOGETHER)),
);
