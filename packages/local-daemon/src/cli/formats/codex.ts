/**
 * Reads Codex's rollouts: `{timestamp, type, payload}` a line. Messages are `response_item`s; `event_msg`s repeat them. In older files
 * the items themselves are the lines. [IM-1]
 */
import * as z from 'zod';
import { withoutIdeContext } from '../../agents/hook-adapters.ts';
import { bad, datedName, type Found, type FoundSession, isObject, left, type Mapper, turn } from './found.ts';
import { block, msOf, text } from './loose.ts';

const meta = z.object({ id: z.string().min(1), cwd: text, timestamp: text });
const message = z.object({
  type: z.literal('message'),
  role: z.string(),
  content: z.array(block),
});

const TYPES = new Set(['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted']);

export const isCodex = (value: unknown): boolean =>
  isObject(value) &&
  ((typeof value.type === 'string' && TYPES.has(value.type) && isObject(value.payload)) ||
    (typeof value.id === 'string' && typeof value.timestamp === 'string' && 'instructions' in value) ||
    isOfAllSessions(value) ||
    message.safeParse(value).success);

/** A line of `history.jsonl`, which repeats the prompts of all sessions, or of `session_index.jsonl`, which has their names. */
const isOfAllSessions = (value: Readonly<Record<string, unknown>>): boolean =>
  (typeof value.session_id === 'string' && typeof value.ts === 'number' && typeof value.text === 'string') ||
  (typeof value.id === 'string' && typeof value.thread_name === 'string');

/** `fallback`: the session's id if no line names one, taken from the file's name. */
export const createCodexMapper = (fallback: string): Mapper => {
  let session: FoundSession = { id: `codex:${fallback}`, name: 'Codex', cwd: null };
  let at = 0;

  const begin = (value: unknown): void => {
    const parsed = meta.safeParse(value);
    if (!parsed.success) return;
    const { id, cwd, timestamp } = parsed.data;
    at = msOf(timestamp) ?? at;
    session = { id: `codex:${id}`, name: datedName('Codex', timestamp), cwd: cwd ?? null };
  };

  const said = (value: unknown, place: string): readonly Found[] => {
    const parsed = message.safeParse(value);
    if (!parsed.success) return [left('calls and results of tools, and thoughts')];
    const { role, content } = parsed.data;
    if (role !== 'user' && role !== 'assistant') return [left('turns that the program made')];
    const written = content
      .flatMap((one) => (/^(input|output)_text$|^text$/.test(one.type) ? (one.text ?? []) : []))
      .join('\n\n')
      .trim();
    const words = role === 'user' ? withoutIdeContext(written) : written;
    if (words === '' || ENVELOPE.test(words)) return [left('turns that the program made')];
    if (at === 0) return [bad(place, 'a turn without a time')];
    return [turn(place, session, { id: null, author: role, text: words, at })];
  };

  return {
    take: (value, place) => {
      if (!isObject(value)) return [bad(place, 'not an object')];
      at = msOf(value.timestamp) ?? at;
      if (value.type === 'session_meta') {
        begin(value.payload);
        return [];
      }
      if (value.type === 'response_item') return said(value.payload, place);
      if ('instructions' in value && typeof value.id === 'string') {
        begin(value);
        return [];
      }
      if (value.type === 'message') return said(value, place);
      return [left('lines about settings and events')];
    },
  };
};

/** Text that the program writes in place of a prompt. */
const ENVELOPE =
  /^<(?:environment_context|user_instructions|permissions|turn_aborted|user_shell_command|skill)\b|^# AGENTS\.md instructions/;
