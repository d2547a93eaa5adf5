/** Sessions and their messages as somebody looks at them. [SE-1] */
import {
  type CairnError,
  cairnError,
  err,
  LIMITS,
  ok,
  type Result,
  type SessionInfo,
  type SessionMessage,
  type SessionMessagesInput,
  type SessionSearchInput,
  type SessionsInput,
  type SessionsResult,
} from '@cairn/schema';
import type { StoreDeps } from '../engine/read/read-deps.ts';
import { sessionSourceId } from '../passages/source-id.ts';
import type { SessionReads, SessionRow } from '../ports/store.ts';
import { typedWords } from '../search/query.ts';
import type { FoundMessages, SummarisedPart } from './session-api.engine.ts';
import { toSessionInfo, toSessionMessage } from './session-row.ts';

/** The last changed first. */
export const sessions = async ({ store }: StoreDeps, input: SessionsInput): Promise<SessionsResult> => {
  const { limit = LIMITS.sessionsLimitDefault, name, scope, project, state, before } = input;
  const place = before === undefined ? null : placeIn(before);
  const { rows, total } = await store.sessions({
    limit,
    ...(name === undefined ? {} : { name }),
    ...(scope === undefined ? {} : { scope }),
    ...(project === undefined ? {} : { project }),
    ...(state === undefined ? {} : { state }),
    ...(place === null ? {} : { after: place }),
  });
  const last = rows.at(-1);
  const next = last === undefined || rows.length < limit ? null : `${last.updatedAt}:${last.id}`;
  return { sessions: rows.map(toSessionInfo), total, next };
};

/** Its form is the schema's: a time, then an id, which may be any text. */
const placeIn = (before: string) => {
  const colon = before.indexOf(':');
  return { updatedAt: Number(before.slice(0, colon)), id: before.slice(colon + 1) };
};

/** By its id or, of a global one, by its name; null for none. */
export const session = async ({ store }: StoreDeps, id: string): Promise<SessionInfo | null> => {
  const row = await findSession(store, id);
  return row.ok ? toSessionInfo(row.value) : null;
};

/** In their order; of too many the newest. Empty without such a session. */
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

/** In their order, and how many there are; nothing without a word, or without such a session. [SE-4] */
export const searchSession = async (
  { store }: StoreDeps,
  { session: id, query, last = LIMITS.sessionMessagesReadMax }: SessionSearchInput,
): Promise<FoundMessages> => {
  const row = await findSession(store, id);
  const { words, pairs } = typedWords(query);
  if (!row.ok || words.length + pairs.length === 0) return { messages: [], found: 0 };
  const { rows, found } = await store.findMessages({ session: row.value.id, words, pairs, limit: last });
  return { messages: rows.map((message) => toSessionMessage(message, row.value.compactedUpto)), found };
};

/** those of which knowledge was not taken up to their last message, the oldest first. */
export const staleSessions = async (
  { store }: StoreDeps,
  { idleSinceMs, limit }: { readonly idleSinceMs: number; readonly limit: number },
): Promise<readonly SessionInfo[]> => (await store.staleSessions(idleSinceMs, limit)).map(toSessionInfo);

/** A summary that its session's agent wrote is left as it is; so is one that a model worded already. */
export const summarisedPart = async ({ store }: StoreDeps, id: string): Promise<SummarisedPart | null> => {
  const row = await store.session(id);
  if (row === null || row.summary === null || row.summaryModel !== null) return null;
  const { summaryFrom: after, summaryUpto: upto, summaryEpoch: epoch, earlier, compactedUpto } = row;
  const rows = await store.messages({ session: id, after, upto, limit: LIMITS.sessionMessagesReadMax });
  return { epoch, earlier, messages: rows.map((message) => toSessionMessage(message, compactedUpto)) };
};

/** Which session somebody means. By its id, or by the name of a global one. */
export const findSession = async (
  store: Pick<SessionReads, 'session'>,
  id: string,
): Promise<Result<SessionRow, CairnError>> => {
  const named = id.trim();
  const row = (await store.session(named)) ?? (await store.session(sessionSourceId(named)));
  return row === null ? err(unknownSession(named)) : ok(row);
};

const SHOWN_CHARS = 80;

const unknownSession = (id: string): CairnError =>
  cairnError(
    'not_found',
    `No session ${id === '' ? 'without a name' : JSON.stringify(id.slice(0, SHOWN_CHARS))} is here. \`cairn session list\` shows those that are.`,
  );
