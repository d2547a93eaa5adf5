/**
 * Reads Gemini CLI's chats: a file of lines that begins with the session or, before 2026, one document. A later line may repeat a
 * message with more details, or take back the last messages. So no turn is returned before the end. Takes prompts and answers; leaves
 * out tools, thoughts and notices. [IM-1]
 */
import * as z from 'zod';
import { withoutHookContext } from '../../agents/hook-adapters.ts';
import {
  bad,
  datedName,
  type Found,
  type FoundSession,
  type FoundTurn,
  isObject,
  left,
  type Mapper,
  turn,
} from './found.ts';
import { msOf, text } from './loose.ts';

const message = z.object({
  id: z.string().min(1),
  timestamp: z.string(),
  type: z.string(),
  content: z.unknown().optional(),
  displayContent: z.unknown().optional(),
});
const about = z.object({
  sessionId: text,
  startTime: text,
  summary: text,
  kind: text,
  messages: z.array(z.unknown()).nullish().catch(null),
});

const AUTHORS: ReadonlyMap<string, string> = new Map([
  ['user', 'user'],
  ['gemini', 'assistant'],
]);
const TYPES = new Set([...AUTHORS.keys(), 'info', 'error', 'warning']);

/** Members of the document that identify the session. */
export const GEMINI_HEADS = ['sessionId', 'projectHash', 'startTime', 'summary', 'kind'] as const;
export const isGeminiHead = (member: string): boolean => GEMINI_HEADS.some((name) => name === member);

/** Returns true for the first line of a file. */
export const isGemini = (value: unknown): boolean =>
  isObject(value) && typeof value.sessionId === 'string' && typeof value.projectHash === 'string';

export const isGeminiMessage = (value: unknown): boolean => {
  const parsed = message.safeParse(value);
  return parsed.success && TYPES.has(parsed.data.type);
};

/** Creates a mapper. `folder` returns the project's folder, which no line names. */
export const createGeminiMapper = (folder: () => string | null): Mapper => {
  const turns = new Map<string, { readonly place: string; readonly said: FoundTurn }>();
  /** Ids of all messages in their order, also of those without a turn. */
  const order = new Set<string>();
  let session: z.infer<typeof about> = {};

  const learn = (value: unknown): void => {
    const parsed = about.safeParse(value);
    if (!parsed.success) return;
    session = {
      ...session,
      ...Object.fromEntries(Object.entries(parsed.data).filter(([, one]) => one != null)),
    };
  };

  const said = (value: unknown, place: string): readonly Found[] => {
    const parsed = message.safeParse(value);
    if (!parsed.success) return [bad(place, 'a message without an id, a time or a type')];
    const { id, timestamp, type, content, displayContent } = parsed.data;
    order.add(id);
    const author = AUTHORS.get(type);
    if (author === undefined) return [left('notices of the program')];
    const at = msOf(timestamp);
    if (at === null) return [bad(place, 'a message whose time is no time')];
    // The text as typed, before the contents of named files were inserted.
    const words = withoutHookContext(wordsOf(displayContent ?? content));
    if (words === '') return turns.has(id) ? [] : [left('calls and results of tools, and thoughts')];
    if (ENVELOPE.test(words)) return [left('turns that the program made')];
    turns.set(id, { place, said: { id, author, text: words, at } });
    return [];
  };

  const takeBack = (id: string): readonly Found[] => {
    // An unknown id takes back everything, as in the program itself.
    const ids = [...order];
    const backTo = ids.slice(Math.max(0, ids.indexOf(id)));
    for (const one of backTo) order.delete(one);
    const gone = backTo.filter((one) => turns.delete(one));
    return gone.length === 0 ? [] : [left('turns that were taken back', gone.length)];
  };

  return {
    head: (name, value) => {
      learn({ [name]: value });
      return [];
    },
    take: (value, place) => {
      if (!isObject(value)) return [bad(place, 'not an object')];
      if (typeof value.$rewindTo === 'string') return takeBack(value.$rewindTo);
      if (isObject(value.$set)) {
        learn(value.$set);
        // After a compaction the file has only its summary and the last turns. Earlier messages still count as said.
        const news = Array.isArray(value.$set.messages) ? value.$set.messages : [];
        return news.flatMap((one) => (isObject(one) && turns.has(String(one.id)) ? [] : said(one, place)));
      }
      if (isGemini(value)) {
        learn(value);
        return [];
      }
      return said(value, place);
    },
    end: () => {
      const { sessionId, startTime, summary, kind } = session;
      if (turns.size === 0) return [];
      if (sessionId == null || sessionId === '')
        return [bad('the file', 'a chat that does not name its session')];
      if (kind === 'subagent') return [left('turns of subagents', turns.size)];
      const of: FoundSession = {
        id: `gemini:${sessionId}`,
        name: datedName('Gemini', startTime),
        cwd: folder(),
      };
      const found = [...turns.values()].map(({ place, said: one }) => turn(place, of, one));
      return summary == null || summary.trim() === ''
        ? found
        : [...found, { kind: 'title', session: of, title: summary.trim() }];
    },
  };
};

/** Accepts a string, a part, or a list of both. */
const wordsOf = (content: unknown): string => {
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .flatMap((part) => {
      if (typeof part === 'string') return part;
      return isObject(part) && typeof part.text === 'string' && part.thought !== true ? part.text : [];
    })
    .join('\n\n')
    .trim();
};

/** Text that the program writes in place of a prompt. */
const ENVELOPE = /^<(?:session_context|state_snapshot|compression_summary)\b/;
