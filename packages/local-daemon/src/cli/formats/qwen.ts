/**
 * Reads Qwen Code's chats: one record a line, like Claude Code's, with Gemini's parts. Takes prompts and answers. What a hook added to a
 * prompt is a separate part, which the line names. [IM-1]
 */
import * as z from 'zod';
import { bad, datedName, type Found, isObject, left, type Mapper, turn } from './found.ts';
import { flag, msOf, text } from './loose.ts';

const part = z.object({ text: z.string(), thought: flag });
const line = z.object({
  type: z.enum(['user', 'assistant']),
  uuid: text,
  sessionId: z.string().min(1),
  timestamp: z.string(),
  cwd: text,
  message: z.object({ parts: z.array(z.unknown()) }),
});

const LEFT = 'calls and results of tools, thoughts and events of the program';
/** Matches a part that a hook added. The tag encloses the whole part. */
const HOOK_PART = /^<qwen:user-prompt-submit-context>[\s\S]*<\/qwen:user-prompt-submit-context>$/;

/**
 * Claude Code's lines are similar, but have neither parts nor a payload of the system. Only newer versions of Qwen Code write
 * `provenance`.
 */
export const isQwen = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.sessionId === 'string' &&
  typeof value.type === 'string' &&
  (typeof value.provenance === 'string' ||
    isObject(value.systemPayload) ||
    (isObject(value.message) && Array.isArray(value.message.parts)));

export const createQwenMapper = (): Mapper => ({
  take: (value, place): readonly Found[] => {
    if (!isObject(value)) return [bad(place, 'not an object')];
    if (value.type !== 'user' && value.type !== 'assistant') return [left(LEFT)];
    const parsed = line.safeParse(value);
    const at = msOf(value.timestamp);
    if (!parsed.success || at === null) return [bad(place, 'a turn without session, time or content')];
    const { type: author, uuid, sessionId, timestamp, cwd, message } = parsed.data;
    const words = message.parts
      .flatMap((one) => wordsOf(one))
      .join('\n')
      .trim();
    if (words === '') return [left(LEFT)];
    const session = { id: `qwen:${sessionId}`, name: datedName('Qwen', timestamp), cwd: cwd ?? null };
    return [turn(place, session, { id: uuid ?? null, author, text: words, at })];
  },
});

const wordsOf = (value: unknown): readonly string[] => {
  const { data } = part.safeParse(value);
  return data === undefined || data.thought === true || HOOK_PART.test(data.text.trim()) ? [] : [data.text];
};
