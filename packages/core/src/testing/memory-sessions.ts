/** Sessions and messages of the in-memory store. Plain scans: correct and slow. */
import { LIMITS } from '@cairn/schema';
import { GLOBAL_SCOPE } from '../passages/source-id.ts';
import type {
  MessageQuery,
  MessageRow,
  MessageSearch,
  SessionFileRow,
  SessionQueries,
  SessionQuery,
  SessionReads,
  SessionRow,
  WriteSet,
} from '../ports/store.ts';
import { passagesOf } from './memory-passages.ts';
import type { Tables } from './memory-tables.ts';
import { placeOf } from './memory-vector-tables.ts';
import { holds, wordsIn } from './memory-words.ts';

export const applySessions = (tables: Tables, set: WriteSet): void => {
  for (const id of set.eraseSources ?? []) {
    tables.branches.delete(tables.sessions.get(id)?.name ?? '');
    tables.sessions.delete(id);
    tables.messages.delete(id);
    for (const file of [...tables.sessionFiles.values()])
      if (file.session === id) tables.sessionFiles.delete(fileKey(file));
  }
  for (const said of set.saidAgain ?? [])
    if (tables.passages.has(placeOf(said))) tables.saidUntil.set(placeOf(said), said.until);
  for (const row of set.sessions ?? []) putSession(tables, row);
  for (const message of set.messages ?? []) putMessage(tables, message);
  for (const file of set.sessionFiles ?? []) putFile(tables, file);
};

const putMessage = (tables: Tables, message: MessageRow): void => {
  const others = (tables.messages.get(message.session) ?? []).filter(
    ({ sequence }) => sequence !== message.sequence,
  );
  const all = [...others, message].sort((a, b) => a.sequence - b.sequence);
  tables.messages.set(message.session, all);
};

const putFile = (tables: Tables, file: SessionFileRow): void => {
  tables.sessionFiles.set(fileKey(file), file);
  for (const old of filesOf(tables, file.session).slice(LIMITS.sessionFilesKept))
    tables.sessionFiles.delete(fileKey(old));
};

const fileKey = ({ session, path }: SessionFileRow): string => JSON.stringify([session, path]);

/** Returns the newest files first. */
const filesOf = (tables: Tables, session: string): readonly SessionFileRow[] =>
  [...tables.sessionFiles.values()]
    .filter((file) => file.session === session)
    .sort((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1));

const messagesOf = (tables: Tables, { session, after, upto, limit }: MessageQuery): readonly MessageRow[] => {
  const asked = (tables.messages.get(session) ?? []).filter(
    ({ sequence }) => sequence > after && sequence <= upto,
  );
  return limit === 0 ? [] : asked.slice(-limit);
};

const putSession = (tables: Tables, row: SessionRow): void => {
  const nameOf = ({ name, scope, scopeId }: SessionRow): string => JSON.stringify([name, scope, scopeId]);
  if ([...tables.sessions.values()].some((one) => one.id !== row.id && nameOf(one) === nameOf(row)))
    throw new Error(`two sessions have the name ${row.name}`);
  tables.sessions.set(row.id, row);
};

export const sessionReads = (tables: Tables): SessionReads => ({
  session: async (id) => tables.sessions.get(id) ?? null,
  sessionNamed: async (name) =>
    [...tables.sessions.values()].find(
      (row) => row.name === name && row.scope === GLOBAL_SCOPE && row.scopeId === '',
    ) ?? null,
  messages: async (query) => messagesOf(tables, query),
  sessionFiles: async (session, limit) => filesOf(tables, session).slice(0, limit),
  saidIn: async (source, contentHashes) => {
    const turns = passagesOf(tables, source).filter(
      ({ kind, contentHash }) => kind === 'turn' && contentHashes.includes(contentHash),
    );
    const first = Map.groupBy(turns, ({ author, contentHash }) => JSON.stringify([author, contentHash]));
    return [...first.values()].flatMap(([turn]) => {
      if (turn === undefined) return [];
      const { ordinal, part, author, contentHash } = turn;
      return [{ ordinal, part, author, contentHash }];
    });
  },
  messagesBetween: async (session, from, to) =>
    (tables.messages.get(session) ?? [])
      .filter(({ at }) => at >= from && at <= to)
      .map(({ sequence, role, at, content }) => ({ sequence, role, at, beginning: content.slice(0, 2_000) })),
});

export const sessionQueries = (tables: Tables): SessionQueries => ({
  session: async (id) => tables.sessions.get(id) ?? null,
  messages: async (query) => messagesOf(tables, query),
  sessionFiles: async (session, limit) => filesOf(tables, session).slice(0, limit),
  sessions: async (query) => sessionsIn(tables, query),
  staleSessions: async (idleSinceMs, limit) =>
    [...tables.sessions.values()]
      .filter((row) => row.extractedUpto < row.lastSequence && row.updatedAt < idleSinceMs)
      .sort((a, b) => a.updatedAt - b.updatedAt || (a.id < b.id ? -1 : 1))
      .slice(0, limit),
  findMessages: async (search) => messagesHolding(tables, search),
  messagesAfter: async (session, after) =>
    (tables.messages.get(session) ?? []).filter(({ sequence }) => sequence > after).length,
});

const messagesHolding = (
  tables: Tables,
  { session, words, pairs, limit }: MessageSearch,
): { readonly rows: readonly MessageRow[]; readonly found: number } => {
  const passages = passagesOf(tables, session).filter(
    (passage) => tables.waits.get(placeOf(passage)) !== 'unfound',
  );
  const rows = (tables.messages.get(session) ?? []).filter(({ sequence }) => {
    const texts = passages.filter(({ ordinal }) => ordinal === sequence);
    const said = wordsIn(texts.map(({ body, grams }) => `${body} ${grams}`).join(' '));
    return (
      words.every((word) => (word.length === 1 ? holds(said, word) : said.includes(` ${word}`))) &&
      pairs.every((pair) => holds(said, pair))
    );
  });
  return { rows: limit === 0 ? [] : rows.slice(-limit), found: rows.length };
};

const sessionsIn = (
  tables: Tables,
  { limit, name, scope, project, state, after }: SessionQuery,
): { readonly rows: readonly SessionRow[]; readonly total: number } => {
  const rows = [...tables.sessions.values()]
    .filter((row) => name === undefined || row.name === name)
    .filter((row) => scope === undefined || row.scope === scope)
    .filter((row) => project === undefined || row.project === project)
    .filter((row) => state === undefined || row.state === state)
    .sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
  const rest = rows.filter(
    ({ updatedAt, id }) =>
      after === undefined || updatedAt < after.updatedAt || (updatedAt === after.updatedAt && id > after.id),
  );
  return { rows: rest.slice(0, limit), total: rows.length };
};
