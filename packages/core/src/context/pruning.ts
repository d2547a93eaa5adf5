/**
 * Replaces old tool results by a note, because reading a file again costs fewer tokens than keeping it. Each call keeps
 * its result, and the input is not modified. [CX-4]
 */
import { type ChatMessage, LIMITS } from '@cairn/schema';
import { grouped } from '../memory/invalid-input.ts';
import type { Tuning } from '../ports/tuning.ts';
import { callsOf, resultsOf, type ToolResult } from './chat-message.ts';

export interface PruneInput {
  readonly messages: readonly ChatMessage[];
  readonly countTokens: (text: string) => number;
  /**
   * Null: all large results except the newest ones are replaced. A number: results are replaced only until the messages
   * fit. If they still do not fit, small and newer results are replaced too, but not the newest one.
   */
  readonly maxTokens: number | null;
  readonly tuning?: Tuning;
}

/** `pruned`: how many results were replaced; `tokens`: of all messages after that. */
export const pruneToolResults = (input: PruneInput) => {
  const { messages, countTokens, maxTokens, tuning = {} } = input;
  const { pruneTokens = LIMITS.pruneTokensMin, pruneKept = LIMITS.pruneNewestKept } = tuning;
  const before = messages.map((message) => messageTokens(message, countTokens));
  const total = before.reduce((sum, tokens) => sum + tokens, 0);
  if (maxTokens !== null && total <= maxTokens) return { messages, pruned: 0, tokens: total };
  const found = findResults(input);
  const old = found.slice(0, Math.max(0, found.length - pruneKept));
  const large = old.filter(({ tokens }) => tokens >= pruneTokens);
  // First the large old results, then the small old ones, then the newer ones except the newest.
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

/** Returns the tool results, oldest first, without those that an earlier call replaced by a note. */
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
  `[The answer of ${name.slice(0, 128)} was left out here: about ${grouped(tokens)} tokens. Call it again if you need it.]`;

/** Tokens of a message besides its text, calls and results. */
const FRAME_TOKENS = 4;
const messageTokens = (message: ChatMessage, countTokens: (text: string) => number): number => {
  const { role: _, content, ...rest } = message;
  const said = typeof content === 'string' ? content : content == null ? '' : JSON.stringify(content);
  const more = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
  return FRAME_TOKENS + (said === '' ? 0 : countTokens(said)) + (more === '' ? 0 : countTokens(more));
};
