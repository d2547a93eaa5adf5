/** Reads sessions and their messages. [SE-1] */
import {
  defined,
  LIMITS,
  ok,
  oneLine,
  refuse,
  type SessionInfo,
  type SessionMessage,
  type SessionMessagesInput,
  type SessionSearchInput,
  type SessionsInput,
  type SessionsResult,
} from '@cairn/schema';
import type { SummarisedPart } from '../engine/api.ts';
import type { Answer, StoreDeps, WriteDeps } from '../engine/deps.ts';
import { cleanText } from '../memory/clean-text.ts';
import { sessionSourceId } from '../passages/source-id.ts';
import type { SessionReads, SessionRow, StoreTransaction } from '../ports/store.ts';
import { typedWords } from '../search/query.ts';
import { toSessionInfo, toSessionMessage } from './session-row.ts';

/** Returns the most recently changed sessions first. */
export const sessions = async ({ store }: StoreDeps, input: SessionsInput): Promise<SessionsResult> => {
  const { limit = LIMITS.sessionsLimitDefault, name, scope, project, state, before } = input;
  const { rows, total } = await store.sessions({
    limit,
    ...defined({ name, scope, project, state, after: before === undefined ? undefined : placeIn(before) }),
  });
  const last = rows.at(-1);
  const next = last === undefined || rows.length < limit ? null : `${last.updatedAt}:${last.id}`;
  return { sessions: rows.map(toSessionInfo), total, next };
};

/** Parses a place, whose form the schema has checked: a time, a colon, and an id of any text. */
const placeIn = (before: string) => {
  const colon = before.indexOf(':');
  return { updatedAt: Number(before.slice(0, colon)), id: before.slice(colon + 1) };
};

/** Returns a session by its id, or by its name in the global scope. Null without such a session. */
export const session = async ({ store }: StoreDeps, id: string): Promise<SessionInfo | null> => {
  const row = await findSession(store, id);
  return row.ok ? toSessionInfo(row.value) : null;
};

/** Returns messages in order; above the limit, the newest. Empty without such a session. */
export const sessionMessages = async (
  { store }: StoreDeps,
  { session: id, after = -1, upto, last = LIMITS.sessionMessagesReadMax }: SessionMessagesInput,
): Promise<readonly SessionMessage[]> => {
  const row = await findSession(store, id);
  if (!row.ok) return [];
  const { id: found, lastSequence, compactedUpto } = row.value;
  const query = { session: found, after, upto: upto ?? lastSequence, limit: last };
  return (await store.messages(query)).map((message) => toSessionMessage(message, compactedUpto));
};

/** Returns matching messages in order, and their total. Empty for a query without words, or without such a session. [SE-4] */
export const searchSession = async (
  { store }: StoreDeps,
  { session: id, query, last = LIMITS.sessionMessagesReadMax }: SessionSearchInput,
): Promise<{ readonly messages: readonly SessionMessage[]; readonly found: number }> => {
  const row = await findSession(store, id);
  const { words, pairs } = typedWords(query);
  if (!row.ok || words.length + pairs.length === 0) return { messages: [], found: 0 };
  const { rows, found } = await store.findMessages({ session: row.value.id, words, pairs, limit: last });
  return { messages: rows.map((message) => toSessionMessage(message, row.value.compactedUpto)), found };
};

/** returns sessions with messages that knowledge was not extracted from, oldest first. */
export const staleSessions = async (
  { store }: StoreDeps,
  { idleSinceMs, limit }: { readonly idleSinceMs: number; readonly limit: number },
): Promise<readonly SessionInfo[]> => (await store.staleSessions(idleSinceMs, limit)).map(toSessionInfo);

/** Returns the part of a summary to reword. Null when the session's program or a model worded it. */
export const summarisedPart = async ({ store }: StoreDeps, id: string): Promise<SummarisedPart | null> => {
  const row = await store.session(id);
  if (row === null || row.summary === null || row.summaryModel !== null) return null;
  const { summaryFrom: after, summaryUpto: upto, summaryEpoch: epoch, earlier, compactedUpto } = row;
  const rows = await store.messages({ session: id, after, upto, limit: LIMITS.sessionMessagesReadMax });
  return { epoch, earlier, messages: rows.map((message) => toSessionMessage(message, compactedUpto)) };
};

/** Finds a session by its id, or by its name in the global scope. */
export const findSession = async (store: Pick<SessionReads, 'session'>, id: string): Answer<SessionRow> => {
  const named = id.trim();
  const row = (await store.session(named)) ?? (await store.session(sessionSourceId(asStored(named))));
  return row === null
    ? refuse(
        'not_found',
        `No session ${named === '' ? 'without a name' : JSON.stringify(named.slice(0, SHOWN_CHARS))} is on this device. \`cairn session list\` lists the sessions.`,
      )
    : ok(row);
};

/** Returns a name as it is kept: without control characters, on one line. */
const asStored = (name: string): string => {
  const cleaned = cleanText(name);
  return cleaned.ok ? oneLine(cleaned.value) : name;
};

/** Runs work on a session in a transaction, unless there is no such session. */
export const inSession = <T>(
  { store }: Pick<WriteDeps, 'store'>,
  id: string,
  work: (tx: StoreTransaction, row: SessionRow) => Answer<T>,
): Answer<T> =>
  store.write(async (tx) => {
    const row = await findSession(tx, id);
    return row.ok ? work(tx, row.value) : row;
  });

const SHOWN_CHARS = 80;
