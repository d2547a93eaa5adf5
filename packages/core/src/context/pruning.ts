/**
 * Replaces old tool results by a note, because reading a file again costs less than keeping it. Calls and results stay
 * in pairs, the newest results stay whole, and the input is not changed. [CX-4]
 */
import { type ChatMessage, LIMITS } from '@cairn/schema';
import type { Tuning } from '../ports/tuning.ts';
import { callsOf, resultsOf, type ToolResult } from './chat-message.ts';

export interface PruneInput {
  readonly messages: readonly ChatMessage[];
  readonly countTokens: (text: string) => number;
  /** Null: every old and large result is replaced. Otherwise only as many as needed are replaced. */
  readonly maxTokens: number | null;
  readonly tuning?: Tuning;
}

export interface Pruned {
  readonly messages: readonly ChatMessage[];
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
  // After the large results come the small old ones, then all but the newest result.
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

/** Returns the results, oldest first. Notes of an earlier run do not count as results. */
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

/** Tokens that are added for the frame of each message. Its text, calls and results are counted. */
const FRAME_TOKENS = 4;
const messageTokens = (message: ChatMessage, countTokens: (text: string) => number): number => {
  const { role: _, content, ...rest } = message;
  const said = typeof content === 'string' ? content : content == null ? '' : JSON.stringify(content);
  const more = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
  return FRAME_TOKENS + (said === '' ? 0 : countTokens(said)) + (more === '' ? 0 : countTokens(more));
};
