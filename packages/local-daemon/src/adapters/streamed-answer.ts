/** An answer that came in pieces, as one that came whole. [SU-8] */
import type OpenAI from 'openai';

type Chunk = OpenAI.Chat.ChatCompletionChunk;

/** In the form of a chat completion; what is no such piece is handed on, to be judged as one. */
export const whole = async (pieces: AsyncIterable<Chunk>): Promise<unknown> => {
  const texts: string[] = [];
  let usage: unknown = null;
  let isChat = false;
  for await (const piece of pieces) {
    const { choices = [], usage: told = null } = Object(piece);
    if (!Array.isArray(choices)) return piece;
    const [choice] = choices;
    isChat ||= choice !== undefined;
    texts.push(choice?.delta?.content ?? choice?.message?.content ?? '');
    usage = told ?? usage;
  }
  return isChat ? { choices: [{ message: { content: texts.join('') } }], usage } : {};
};

/** Line ends in JSON are white space, in a stream they end a piece. */
export const asEvents = (json: string): string =>
  `data: ${json.replaceAll(/\r?\n/g, ' ')}\n\ndata: [DONE]\n\n`;
