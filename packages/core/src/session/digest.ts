/**
 * Summarises messages without a model: sentences with their speaker, and the tools that were used. It leaves out the text of tools
 * and files, and sentences that read like an order to the assistant. [SE-2, G-1]
 */
import type { SessionRole } from '@cairn/schema';
import { findInjection } from '../memory/guard-injection.ts';
import { readableMask } from '../memory/mask.ts';
import type { MessageRow } from '../ports/session-store.ts';
import { extract } from '../summary/extract.ts';
import type { Note } from '../summary/note.ts';
import { toolsOf } from './session-row.ts';

const SENTENCES_MAX = 12;
/** Characters taken from a long message: from its beginning and its end, which usually hold what matters. */
const BEGIN_CHARS = 1_200;
const END_CHARS = 600;
/** The most messages; the newest are taken. */
const MESSAGES_MAX = 400;

/** The weight of each role. A person's request weighs more than the assistant's answer. */
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

/** A short reply with the date after it: "Hi!", "OK.", "Done!". */
const ONLY_ANSWERS = /^\p{L}{1,4}[.!?…]* \(/u;
const CODE = /```[\s\S]*?(?:```|$)/g;

/** Rows of tables and separator lines, which say nothing by themselves. */
const TABLES_AND_RULES = /^[ \t]*(?:\|.*|[-*_=]{3,})[ \t]*$/gm;

const endsOf = (content: string): string => {
  const plain = readableMask(content.replace(CODE, '\n').replace(TABLES_AND_RULES, ''));
  return plain.length <= BEGIN_CHARS + END_CHARS
    ? plain
    : `${plain.slice(0, BEGIN_CHARS)}\n${plain.slice(-END_CHARS)}`.toWellFormed();
};

const TOOLS_MAX = 8;
const NAME = /^[\w.:/-]{1,64}$/;

/** Returns the used tools with their counts. `calls`: the calls of each message in the agent's format. Empty without any. */
export const toolsUsed = (calls: readonly (readonly unknown[] | null)[]): string => {
  const counts = new Map<string, number>();
  for (const call of calls.flatMap((of) => of ?? [])) {
    const name = nameOf(call);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 0) return '';
  const most = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, TOOLS_MAX);
  const more = counts.size > TOOLS_MAX ? ', …' : '';
  return `tools: ${most.map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ')}${more}`;
};

/** Returns the tool's name from `{name}`, `{toolName}` or `{function: {name}}`. */
const nameOf = (call: unknown): string | null => {
  if (typeof call !== 'object' || call === null) return null;
  const inner = 'function' in call ? call.function : call;
  if (typeof inner !== 'object' || inner === null) return null;
  const name = 'name' in inner ? inner.name : 'toolName' in inner ? inner.toolName : null;
  return typeof name === 'string' && NAME.test(name) ? name : null;
};
