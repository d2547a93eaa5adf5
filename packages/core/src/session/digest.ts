/**
 * A summary of messages without a model: who said what, in sentences of their own, and which tools were used. The text of a tool
 * or a file is not in it, nor what reads like an order to the assistant. [SE-2, G-1]
 */
import type { SessionRole } from '@cairn/schema';
import { findInjection } from '../memory/guard-injection.ts';
import { readableMask } from '../memory/mask.ts';
import type { MessageRow } from '../ports/session-store.ts';
import { extract } from '../summary/extract.ts';
import type { Note } from '../summary/note.ts';
import { toolsOf } from './session-row.ts';
import { toolsUsed } from './tools-used.ts';

const SENTENCES_MAX = 12;
/** The parts taken of a message; what matters of a long one stands at its beginning, or at its end. */
const BEGIN_CHARS = 1_200;
const END_CHARS = 600;
/** The newest of them. */
const MESSAGES_MAX = 400;

/** A person's request weighs more than what was said about it. */
const WEIGHTS: Readonly<Record<SessionRole, number>> = { user: 1, assistant: 0.4, tool: 0, system: 0 };

export const digestMessages = (messages: readonly MessageRow[], charsMax: number): string => {
  const spoken = messages
    .filter(({ role, content }) => WEIGHTS[role] > 0 && content !== '')
    .slice(-MESSAGES_MAX);
  const notes = spoken.map(
    ({ content, at, role }): Note => ({
      text: endsOf(content),
      atMs: at,
      cites: [],
      weight: WEIGHTS[role],
    }),
  );
  const tools = toolsUsed(messages.map(({ toolCalls }) => toolsOf(toolCalls)));
  const bounds = { sentencesMax: SENTENCES_MAX, charsMax: charsMax - tools.length };
  const lines = extract(notes, bounds).flatMap(({ text, from }) => {
    const message = spoken[from[0] ?? -1];
    const isTold = message !== undefined && !ONLY_ANSWERS.test(text) && findInjection(text) === null;
    return isTold ? [`${message.role}: ${text}`] : [];
  });
  return [...lines, ...(tools === '' ? [] : [tools])].join('\n');
};

/** "Hi!", "OK.", "Done!", and the date behind it. */
const ONLY_ANSWERS = /^\p{L}{1,4}[.!?…]* \(/u;
const CODE = /```[\s\S]*?(?:```|$)/g;

/** Rows of tables and lines that only part things say nothing by themselves. */
const TABLES_AND_RULES = /^[ \t]*(?:\|.*|[-*_=]{3,})[ \t]*$/gm;

const endsOf = (content: string): string => {
  const plain = readableMask(content.replace(CODE, '\n').replace(TABLES_AND_RULES, ''));
  return plain.length <= BEGIN_CHARS + END_CHARS
    ? plain
    : `${plain.slice(0, BEGIN_CHARS)}\n${plain.slice(-END_CHARS)}`.toWellFormed();
};
