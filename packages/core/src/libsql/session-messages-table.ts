/** Rows of `session_messages`, and the marks of repeated passages: local, never sent [SY-D4]. */
import { SESSION_ROLES, type SessionRole } from '@cairn/schema';
import * as tables from '@cairn/schema/local-tables';
import type { MessageRow, SaidPassage, SessionQueries, SessionReads } from '../ports/session-store.ts';
import { ofPassages, p, passages } from './column-names.ts';
import { countOf, fromJson, fromPlain, reading } from './columns.ts';
import type { Sql } from './database.ts';
import { rowCodec } from './row-codec.ts';
import { type FieldWrites, insertInto, insertRows, replacing, valuesOf } from './upsert.ts';

const m = tables.namesOf(tables.sessionMessages, 'm');
const sessionMessages = tables.namesOf(tables.sessionMessages);

const ROLES: ReadonlySet<SessionRole> = new Set(SESSION_ROLES);

const messageCodec = rowCodec<MessageRow>(
  (from) => ({
    session: from.text(sessionMessages.session),
    sequence: from.integer(sessionMessages.sequence),
    role: from.oneOf(ROLES, sessionMessages.role),
    content: from.text(sessionMessages.content),
    toolCalls: from.textOrNull(sessionMessages.toolCalls),
    toolResults: from.textOrNull(sessionMessages.toolResults),
    tokens: from.integer(sessionMessages.tokens),
    at: from.integer(sessionMessages.at),
  }),
  {},
);
const MESSAGE_JSON = `json_array(${messageCodec.columns.map((column) => `m.${column}`).join(', ')})`;

const MESSAGES = `SELECT ${MESSAGE_JSON} FROM session_messages AS m
  WHERE ${m.session} = ?1 AND ${m.sequence} > ?2 AND ${m.sequence} <= ?3 ORDER BY ${m.sequence} DESC LIMIT ?4`;
const MESSAGES_AT = `SELECT ${MESSAGE_JSON} FROM json_each(?2) AS j
  CROSS JOIN session_messages AS m ON ${m.session} = ?1 AND ${m.sequence} = j.value ORDER BY ${m.sequence}`;
const MESSAGES_AFTER = `SELECT count(*) FROM session_messages WHERE ${sessionMessages.session} = ?1 AND ${sessionMessages.sequence} > ?2`;
const MESSAGES_BETWEEN = `SELECT ${m.sequence}, ${m.role}, ${m.at}, substr(${m.content}, 1, 2000) FROM session_messages AS m
  WHERE ${m.session} = ?1 AND ${m.at} BETWEEN ?2 AND ?3`;
const UPSERT_MESSAGE = insertInto(
  'session_messages',
  messageCodec.columns,
  replacing([sessionMessages.session, sessionMessages.sequence], messageCodec.columns),
);

/** Looks up each hash by itself, so SQLite uses the index of hashes. */
const SAID_IN = `SELECT json_array(${p.ordinal}, ${p.part}, ${p.author}, ${p.contentHash}) FROM json_each(?2) AS j
  CROSS JOIN passages AS p INDEXED BY passages_said ON ${p.contentHash} = j.value
  WHERE ${p.kind} = 'turn' AND ${p.source} = ?1 ORDER BY ${p.ordinal}, ${p.part}`;
const SAID_AGAIN = `UPDATE passages SET ${passages.until} = j.value ->> 3 FROM json_each(?1) AS j
  WHERE ${ofPassages.source} = j.value ->> 0 AND ${ofPassages.ordinal} = j.value ->> 1 AND ${ofPassages.part} = j.value ->> 2`;

/** Returns messages by their sequences, in order. `sequences`: a JSON list. */
export const messagesAt = async (
  sql: Sql,
  session: string,
  sequences: string,
): Promise<readonly MessageRow[]> =>
  fromJson(await sql.all(MESSAGES_AT, [session, sequences]), messageCodec.read);

export const messageQueries = (sql: Sql): Pick<SessionQueries, 'messages' | 'messagesAfter'> => ({
  messages: async ({ session, after, upto, limit }) =>
    fromJson(await sql.all(MESSAGES, [session, after, upto, limit]), messageCodec.read).toReversed(),
  messagesAfter: (session, after) => countOf(sql, MESSAGES_AFTER, [session, after]),
});

const readSaid = reading({ ordinal: 'integer', part: 'integer', author: 'textOrNull', contentHash: 'text' });

export const messageReads = (sql: Sql): Pick<SessionReads, 'messages' | 'messagesBetween' | 'saidIn'> => ({
  messages: messageQueries(sql).messages,
  messagesBetween: async (session, from, to) =>
    fromPlain(
      await sql.all(MESSAGES_BETWEEN, [session, from, to]),
      reading({ sequence: 'integer', role: ROLES, at: 'integer', beginning: 'text' }),
    ),
  async saidIn(source, contentHashes) {
    if (contentHashes.length === 0) return [];
    const first = new Map<string, SaidPassage>();
    const rows = await sql.all(SAID_IN, [source, JSON.stringify(contentHashes)]);
    for (const said of fromJson(rows, readSaid)) {
      const key = JSON.stringify([said.author, said.contentHash]);
      if (!first.has(key)) first.set(key, said);
    }
    return [...first.values()];
  },
});

export const messageFields = {
  messages: (sql, rows) => insertRows(sql, UPSERT_MESSAGE, rows.map(messageCodec.write)),
  saidAgain: (sql, said) => sql.run(SAID_AGAIN, [valuesOf(said, 'source', 'ordinal', 'part', 'until')]),
} satisfies Partial<FieldWrites>;
