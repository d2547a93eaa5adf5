/**
 * Old answers of tools give way to a note: what a file said ten calls ago is read again more cheaply than it is carried
 * along. Calls and answers stay in pairs, the newest answers stay whole, and the input is not touched. [CX-4]
 */
import { type ChatMessage, LIMITS } from '@cairn/schema';
import type { Tuning } from '../ports/tuning.ts';
import { callsOf, resultsOf, type ToolResult } from './chat-message.ts';

export interface PruneInput {
  readonly messages: readonly ChatMessage[];
  readonly countTokens: (text: string) => number;
  /** Null: every old and large result gives way. Else none while all of it fits, and only as many as must. */
  readonly maxTokens: number | null;
  readonly tuning?: Tuning;
}

export interface Pruned {
  readonly messages: readonly ChatMessage[];
  /** Results that were replaced. */
  readonly pruned: number;
  readonly tokens: number;
}

export const pruneToolResults = (input: PruneInput): Pruned => {
  const { messages, countTokens, maxTokens, tuning = {} } = input;
  const { pruneTokens = LIMITS.pruneTokensMin, pruneKept = LIMITS.pruneNewestKept } = tuning;
  const before = messages.map((message) => messageTokens(message, countTokens));
  const total = before.reduce((sum, tokens) => sum + tokens, 0);
  if (maxTokens !== null && total <= maxTokens) return { messages, pruned: 0, tokens: total };
  const found = findResults(input);
  const old = found.slice(0, Math.max(0, found.length - pruneKept));
  const large = old.filter(({ tokens }) => tokens >= pruneTokens);
  // When the large ones are not enough, the small ones go, then all but the newest.
  const order =
    maxTokens === null
      ? large
      : [...large, ...old.filter((one) => !large.includes(one)), ...found.slice(old.length, -1)];
  const now = [...messages];
  let tokens = total;
  let pruned = 0;
  for (const { at, result, tokens: own, name } of order) {
    if (maxTokens !== null && tokens <= maxTokens) break;
    const note = leftOutNote(name, own);
    const message = now[at];
    if (message === undefined || countTokens(note) >= own) continue;
    now[at] = result.replacedBy(message, note);
    tokens += countTokens(note) - own;
    pruned++;
  }
  return { messages: now, pruned, tokens };
};

interface Found {
  readonly at: number;
  readonly result: ToolResult;
  readonly tokens: number;
  readonly name: string;
}

/** Oldest first; notes of an earlier run are no results any more. */
const findResults = ({ messages, countTokens }: PruneInput): readonly Found[] => {
  const names = new Map(
    messages.flatMap((message) =>
      callsOf(message).flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const])),
    ),
  );
  return messages.flatMap((message, at) =>
    resultsOf(message)
      .filter(({ text }) => !LEFT_OUT.test(text))
      .map((result) => ({
        at,
        result,
        tokens: countTokens(result.text),
        name: result.name ?? names.get(result.callId ?? '') ?? 'a tool',
      })),
  );
};

const LEFT_OUT = /^\[The answer of .* was left out here: about [\d,]+ tokens\./;
const leftOutNote = (name: string, tokens: number): string =>
  `[The answer of ${name.slice(0, 128)} was left out here: about ${tokens.toLocaleString('en-US')} tokens. Call it again if you need it.]`;

/** Counts what is said, called and answered; a few tokens are added for the frame of each message. */
const FRAME_TOKENS = 4;
const messageTokens = (message: ChatMessage, countTokens: (text: string) => number): number => {
  const { role: _, content, ...rest } = message;
  const said = typeof content === 'string' ? content : content == null ? '' : JSON.stringify(content);
  const more = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
  return FRAME_TOKENS + (said === '' ? 0 : countTokens(said)) + (more === '' ? 0 : countTokens(more));
};
