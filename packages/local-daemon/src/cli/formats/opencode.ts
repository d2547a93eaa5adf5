/**
 * Reads OpenCode's sessions, their messages and parts: rows of its database, or one session as `opencode export` writes it. Takes
 * prompts and answers; leaves out tools, thoughts and texts that the program added. [IM-1]
 */
import { parseJson } from '@cairn/schema';
import * as z from 'zod';
import { bad, datedName, type Found, type FoundSession, isObject, left, type Mapper, turn } from './found.ts';
import { flag, msOf, text } from './loose.ts';

const session = z.object({ id: z.string().min(1), directory: text, title: text });
const message = z.object({
  id: z.string().min(1),
  role: z.enum(['user', 'assistant']),
  time: z.object({ created: z.number() }),
});
const part = z.object({
  id: z.string().min(1),
  type: z.string(),
  text: text,
  synthetic: flag,
  ignored: flag,
});

export const isOpencodeMessage = (value: unknown): boolean =>
  isObject(value) && isObject(value.info) && Array.isArray(value.parts);

interface Sent {
  readonly session: FoundSession;
  readonly author: 'user' | 'assistant';
  readonly at: number;
  /** Why its words are left out; null if they are taken. */
  readonly leftOut: string | null;
}

const UNKNOWN = 'a part of a message that is not there';
const OTHERS = 'calls and results of tools, thoughts and files';

export const createOpencodeMapper = (): Mapper => {
  const sessions = new Map<string, { readonly session: FoundSession; readonly isSubagent: boolean }>();
  const messages = new Map<string, Sent>();
  let exported: string | null = null;

  const begin = (
    value: Readonly<Record<string, unknown>>,
    parent: unknown,
    created: unknown,
  ): string | null => {
    const parsed = session.safeParse(value);
    if (!parsed.success) return null;
    const { id, directory, title } = parsed.data;
    const ms = msOf(created);
    const dated = datedName('OpenCode', ms === null ? '' : new Date(ms).toISOString());
    const name = title == null || UNNAMED.test(title) ? dated : title;
    const found = { id: `opencode:${id}`, name, cwd: directory ?? null };
    sessions.set(id, { session: found, isSubagent: typeof parent === 'string' && parent !== '' });
    return id;
  };

  const sent = (value: unknown, of: unknown): Sent | null => {
    const parsed = message.safeParse(value);
    const known = typeof of === 'string' ? sessions.get(of) : undefined;
    if (!parsed.success || known === undefined) return null;
    const { id, role, time } = parsed.data;
    const at = msOf(time.created);
    if (at === null) return null;
    // The program wrote the text that replaces compacted messages.
    const isSummary = isObject(value) && value.summary === true;
    const leftOut = known.isSubagent
      ? 'turns of subagents'
      : isSummary
        ? 'turns that the program made'
        : null;
    const made = { session: known.session, author: role, at, leftOut };
    messages.set(id, made);
    return made;
  };

  const said = (value: unknown, by: Sent | null, place: string): Found => {
    const parsed = part.safeParse(value);
    if (!parsed.success) return bad(place, 'a part without an id or a type');
    const { id, type, text: words, synthetic, ignored } = parsed.data;
    if (type !== 'text') return left(OTHERS);
    if (by === null) return bad(place, UNKNOWN);
    const spoken = (words ?? '').trim();
    if (by.leftOut !== null) return left(by.leftOut);
    if (synthetic === true || ignored === true || spoken === '') return left('turns that the program made');
    return turn(place, by.session, { id, author: by.author, text: spoken, at: by.at });
  };

  const row = (value: Readonly<Record<string, unknown>>, place: string, table: string): readonly Found[] => {
    if (table === 'session')
      return begin(value, value.parent_id, value.time_created) === null
        ? [bad(place, 'a session without an id')]
        : [];
    const { id, session_id: of, message_id: by, data } = value;
    if (typeof data !== 'string') return [bad(place, 'a row without data')];
    if (table === 'part') {
      // Most of a database's bytes are tool results.
      if (!TEXT.test(data)) return [left(OTHERS)];
      return [said({ ...Object(parseJson(data)), id }, messages.get(String(by)) ?? null, place)];
    }
    const made = sent({ ...Object(parseJson(data)), id }, of);
    return made === null ? [bad(place, 'a message without a session, a role or a time')] : [];
  };

  const exportedMessage = (value: Readonly<Record<string, unknown>>, place: string): readonly Found[] => {
    const by = sent(value.info, exported);
    if (by === null) return [bad(place, 'a message without a session, a role or a time')];
    const parts = Array.isArray(value.parts) ? value.parts : [];
    return parts.map((one) => said(one, by, place));
  };

  return {
    head: (name, value) => {
      if (name === 'info' && isObject(value))
        exported = begin(value, value.parentID, Object(value.time).created);
      return [];
    },
    take: (value, place, list) => {
      if (!isObject(value)) return [bad(place, 'not an object')];
      return list === 'session' || list === 'message' || list === 'part'
        ? row(value, place, list)
        : exportedMessage(value, place);
    },
  };
};

/** Tables in the order in which they must be read. Each has at least one of the columns of ids and folders. */
export const OPENCODE_STORE = {
  format: 'opencode',
  ...{ tables: ['session', 'message', 'part'], needed: 3 },
  signature: ['directory', 'session_id', 'message_id'],
  columns: [
    ...['id', 'parent_id', 'directory', 'title', 'time_created'],
    ...['session_id', 'message_id', 'data'],
  ],
  mapper: createOpencodeMapper,
} as const;

/** The default title of an unnamed session. */
const UNNAMED = /^(?:(?:New|Child) session - |\s*$)/;
const TEXT = /"type"\s*:\s*"text"/;
