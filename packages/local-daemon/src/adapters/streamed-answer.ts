/** Assembles an answer that came in pieces. [SU-8] */
import type OpenAI from 'openai';

/** Some 30,000 tokens, thinking included. Longer answers would block the daemon while they are searched for facts. */
const TEXT_CHARS_MAX = 131_072;
const CALLS_MAX = 100;

/**
 * Returns the pieces as one chat completion. Returns a value that is no piece as it is, so that the caller can refuse it. Throws if text
 * or calls are too many.
 */
export const whole = async (pieces: AsyncIterable<OpenAI.Chat.ChatCompletionChunk>): Promise<unknown> => {
  const texts: string[] = [];
  const calls: Call[] = [];
  let usage: unknown = null;
  let isChat = false;
  let chars = 0;
  for await (const piece of pieces) {
    const { choices = [], usage: told = null } = Object(piece);
    if (!Array.isArray(choices)) return piece;
    const [choice] = choices;
    isChat ||= choice !== undefined;
    const text = String(choice?.delta?.content ?? choice?.message?.content ?? '');
    chars += text.length;
    texts.push(text);
    for (const part of choice?.delta?.tool_calls ?? choice?.message?.tool_calls ?? []) {
      addTo(calls, part);
      if (calls.length > CALLS_MAX) break;
    }
    if (chars > TEXT_CHARS_MAX || calls.length > CALLS_MAX) throw new Error('the answer is too long');
    usage = told ?? usage;
  }
  const message = { content: texts.join(''), ...(calls.length === 0 ? {} : { tool_calls: calls }) };
  return isChat ? { choices: [{ message }], usage } : {};
};

/** Tool call so far. Its first piece has its id and name, and each further piece has more of its arguments. */
interface Call {
  readonly id: unknown;
  readonly index: unknown;
  readonly function: { name: unknown; arguments: unknown };
}

const addTo = (calls: Call[], part: unknown): void => {
  const { id = null, index = null, function: piece } = Object(part);
  const { name = null, arguments: given = '' } = Object(piece);
  // Some servers give every call the index 0 and an id of its own. Some interleave the pieces of two calls.
  const last = calls.findLast((call) => call.index === index && (id === null || id === '' || id === call.id));
  if (last === undefined || (index === null && name !== null)) {
    calls.push({ id, index, function: { name, arguments: given } });
    return;
  }
  const { function: call } = last;
  call.name ??= name;
  call.arguments =
    typeof call.arguments === 'string' && typeof given === 'string' ? call.arguments + given : given;
};

/** Converts a whole answer to server-sent events. Replaces line ends, which are white space in JSON but end a piece in a stream. */
export const asEvents = (json: string): string =>
  `data: ${json.replaceAll(/\r?\n/g, ' ')}\n\ndata: [DONE]\n\n`;
