/**
 * Reads Copilot CLI's sessions: one event a line, `{type, data, id, timestamp}`. Takes prompts and answers; an answer that only calls
 * tools has no words. The file's folder has the session's name. [IM-1]
 */
import * as z from 'zod';
import { bad, datedName, type Found, type FoundSession, isObject, left, type Mapper, turn } from './found.ts';
import { msOf, text } from './loose.ts';

const start = z.object({
  sessionId: z.string().min(1),
  context: z.object({ cwd: text }).nullish().catch(null),
});
const message = z.object({ content: z.string(), parentToolCallId: text });

const AUTHORS: ReadonlyMap<unknown, string> = new Map([
  ['user.message', 'user'],
  ['assistant.message', 'assistant'],
]);
const EVENT = /^(?:session|user|assistant|system|tool|hook|subagent|skill)\.[a-z_]/;

export const isCopilot = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.type === 'string' &&
  EVENT.test(value.type) &&
  isObject(value.data) &&
  'timestamp' in value;

/** `fallback`: the session's id if no line names one. */
export const createCopilotMapper = (fallback: string): Mapper => {
  let session: FoundSession = { id: `copilot:${fallback}`, name: 'Copilot', cwd: null };

  const begin = (data: unknown, timestamp: unknown): void => {
    const parsed = start.safeParse(data);
    if (!parsed.success) return;
    const { sessionId, context } = parsed.data;
    const name = datedName('Copilot', String(timestamp));
    session = { id: `copilot:${sessionId}`, name, cwd: context?.cwd ?? null };
  };

  return {
    take: (value, place): readonly Found[] => {
      if (!isObject(value)) return [bad(place, 'not an object')];
      if (value.type === 'session.start') {
        begin(value.data, value.timestamp);
        return [];
      }
      const author = AUTHORS.get(value.type);
      if (author === undefined) return [left('calls and results of tools, and events of the program')];
      const parsed = message.safeParse(value.data);
      const at = msOf(value.timestamp);
      if (!parsed.success || at === null) return [bad(place, 'a message without a time or content')];
      const { content, parentToolCallId } = parsed.data;
      if (parentToolCallId != null && parentToolCallId !== '') return [left('turns of subagents')];
      const words = content.trim();
      if (words === '') return [left('calls and results of tools, and events of the program')];
      const id = typeof value.id === 'string' ? value.id : null;
      return [turn(place, session, { id, author, text: words, at })];
    },
  };
};
