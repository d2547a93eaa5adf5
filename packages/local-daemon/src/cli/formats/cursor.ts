/**
 * Reads Cursor's chats from its database. A composer is a conversation, and lists its bubbles (messages) in order. Bubbles are rows of
 * their own; before 2025 they were in the composer. Takes prompts and answers; leaves out tools, thoughts and attached code. [IM-1]
 */
import { fileURLToPath } from 'node:url';
import { orElse } from '@cairn/schema';
import * as z from 'zod';
import { bad, datedName, type Found, type FoundSession, isObject, left, turn } from './found.ts';
import { flag, msOf, text } from './loose.ts';

const composer = z.object({
  composerId: z.string().min(1),
  name: text,
  createdAt: z.unknown().optional(),
  fullConversationHeadersOnly: z.array(z.unknown()).nullish().catch(null),
  conversation: z.array(z.unknown()).nullish().catch(null),
  isBestOfNSubcomposer: flag,
  subagentInfo: z.unknown().optional(),
  workspaceIdentifier: z.unknown().optional(),
});
const bubble = z.object({
  bubbleId: text,
  type: z.union([z.literal(1), z.literal(2)]),
  text: text,
  createdAt: z.unknown().optional(),
  timingInfo: z.unknown().optional(),
  workspaceUris: z.array(z.unknown()).nullish().catch(null),
});

/** Keys in the database. */
export const CURSOR_TABLE = 'cursorDiskKV';
export const COMPOSER_PREFIX = 'composerData:';
export const bubbleKey = (composerId: string, bubbleId: string): string =>
  `bubbleId:${composerId}:${bubbleId}`;

export interface CursorParts {
  readonly bubbleOf: (composerId: string, bubbleId: string) => unknown;
  readonly folderOf: (composerId: string) => string | null;
}

/** Reads one conversation. `place` names it in messages. */
export const cursorFound = (value: unknown, place: string, parts: CursorParts): readonly Found[] => {
  const parsed = composer.safeParse(value);
  if (!parsed.success) return [bad(place, 'a conversation without an id')];
  const { data } = parsed;
  const said = saidIn(data, parts);
  if (said.length === 0) return [];
  if (data.isBestOfNSubcomposer === true || isObject(data.subagentInfo))
    return [left('turns of subagents', said.length)];
  const began = msOf(data.createdAt);
  const session = sessionOf(data, began, said, parts);
  let at = began ?? 0;
  return said.map(({ value: one, isMissing }, index) => {
    const where = `${place}, message ${index + 1}`;
    const own = bubble.safeParse(one);
    if (isMissing) return left('messages that the program keeps no text of');
    if (!own.success) return bad(where, 'a message without a type');
    const words = (own.data.text ?? '').trim();
    // A bubble without a time gets the time of the one before plus 1 ms. So every import gives it the same time.
    at = timeOf(own.data) ?? at + 1;
    if (words === '') return left('calls and results of tools, thoughts and attached code');
    if (at <= TIME_MIN) return bad(where, 'a message without a time');
    const author = own.data.type === 1 ? 'user' : 'assistant';
    return turn(where, session, { id: own.data.bubbleId ?? null, author, text: words, at });
  });
};

type Said = ReturnType<typeof saidIn>[number];

const saidIn = (
  { composerId, conversation, fullConversationHeadersOnly: headers }: z.infer<typeof composer>,
  { bubbleOf }: CursorParts,
) => {
  if (headers == null || headers.length === 0)
    return (conversation ?? []).map((value) => ({ value, isMissing: false }));
  return headers.map((header) => {
    const id = isObject(header) && typeof header.bubbleId === 'string' ? header.bubbleId : '';
    const value = bubbleOf(composerId, id);
    return { value: isObject(value) ? { bubbleId: id, ...value } : value, isMissing: value === undefined };
  });
};

const sessionOf = (
  { composerId, name, workspaceIdentifier }: z.infer<typeof composer>,
  began: number | null,
  said: readonly Said[],
  { folderOf }: CursorParts,
): FoundSession => {
  const dated = datedName('Cursor', began === null ? '' : new Date(began).toISOString());
  const uri = isObject(workspaceIdentifier) ? workspaceIdentifier.uri : null;
  const named = isObject(uri) && typeof uri.fsPath === 'string' ? uri.fsPath : null;
  const attached = said.flatMap(({ value }) => bubble.safeParse(value).data?.workspaceUris ?? []);
  return {
    id: `cursor:${composerId}`,
    name: name?.trim() || dated,
    cwd: named ?? folderOf(composerId) ?? attached.flatMap((one) => folderIn(one) ?? [])[0] ?? null,
  };
};

/** Converts "file:///home/anna/shop" to a path. Returns null for other schemes (`vscode-remote:`) and for text that is no address. */
export const folderIn = (uri: unknown): string | null =>
  typeof uri === 'string' && uri.startsWith('file:') ? orElse(() => fileURLToPath(uri), null) : null;

/** A smaller number counts from the start of the program, so it is no date. */
const TIME_MIN = Date.UTC(2020, 0, 1);

/** Returns when a prompt was sent, or when an answer was complete. */
const timeOf = ({ type, createdAt, timingInfo }: z.infer<typeof bubble>): number | null => {
  const timing = isObject(timingInfo) ? timingInfo : {};
  const others =
    type === 1
      ? [timing.clientRpcSendTime, timing.clientStartTime]
      : [timing.clientSettleTime, timing.clientEndTime];
  return [createdAt, ...others].map(msOf).find((ms) => ms !== null && ms > TIME_MIN) ?? null;
};

/** Returns the ids of the conversations in a folder's list. */
export const composersIn = (value: unknown): readonly string[] => {
  const list = isObject(value) && Array.isArray(value.allComposers) ? value.allComposers : [];
  return list.flatMap((one) => (isObject(one) && typeof one.composerId === 'string' ? one.composerId : []));
};
