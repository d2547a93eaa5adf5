/**
 * A substitute for the API of a Supabase project that web pages use: PostgREST and Realtime at one address. Like the real one, this
 * Realtime reads the publication's changes, and queries with each subscriber's rights whether the row is visible. For tests.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newSessionKey, signSession } from '@cairn/test-support';
import * as z from 'zod';
import { createPostgresDatabase } from '../postgres/postgres-database.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { text } from '../sql/rows.ts';
import { type Change, openLogicalChanges } from './logical-changes.ts';
import { type Reader, withRole } from './supabase-database.ts';
import { callerOf, createRest } from './supabase-rest.ts';
import { acceptWebSocket, type TextSocket } from './web-socket.ts';

const messageSchema = z.tuple([
  z.string().nullable(),
  z.string().nullable(),
  z.string(),
  z.string(),
  z.unknown(),
]);
const filterSchema = z.looseObject({ event: z.string(), schema: z.string(), table: z.string() });
const joinSchema = z.looseObject({
  config: z.looseObject({ postgres_changes: z.array(filterSchema) }),
  access_token: z.string().optional(),
});

const tokenSchema = z.looseObject({ access_token: z.string() });

interface Subscriber {
  readonly socket: TextSocket;
  readonly topic: string;
  /** Changes when the page sends another access token. */
  caller: Reader;
  readonly tables: readonly string[];
}

const POLL_MS = 30;
/** The id of a subscription to a table. A page of these tests has one. It is not 0, which the client treats as no id. */
const BINDING = 1;
const TABLE = 'cairn.readable_memories';
const COLUMNS = `
select attname::text as name, format_type(atttypid, null) as type,
  has_column_privilege('authenticated', attrelid, attnum, 'SELECT')::text as granted
from pg_attribute where attrelid = '${TABLE}'::regclass and attnum > 0 and not attisdropped`;
const TYPES: Readonly<Record<string, string>> = { boolean: 'bool', 'text[]': '_text' };
const VISIBLE = `select 1 from ${TABLE} where user_id = $1::uuid and id = $2 and vault = $3`;

const isVisible = (database: SqlDatabase, caller: Reader, { row }: Change): Promise<boolean> =>
  withRole(database, caller, async (session) => {
    const key = [row?.user_id ?? null, row?.id ?? null, row?.vault ?? null];
    return (await session.query(VISIBLE, key)).length === 1;
  }).catch(() => false);

const createRealtime = (database: SqlDatabase, read: (token: string) => Reader) => {
  const subscribers = new Set<Subscriber>();
  const join = (socket: TextSocket, topic: string, payload: unknown): object => {
    const { config, access_token: token = '' } = joinSchema.parse(payload);
    const tables = config.postgres_changes.map(({ schema, table }) => `${schema}.${table}`);
    subscribers.add({ socket, topic, caller: read(token), tables });
    return { postgres_changes: config.postgres_changes.map((one) => ({ ...one, id: BINDING })) };
  };
  return {
    hear: (socket: TextSocket, said: string): void => {
      const [joinRef, ref, topic, event, payload] = messageSchema.parse(JSON.parse(said));
      if (event === 'access_token') {
        const caller = read(tokenSchema.parse(payload).access_token);
        for (const one of subscribers) if (one.socket === socket && one.topic === topic) one.caller = caller;
      }
      const response = event === 'phx_join' ? join(socket, topic, payload) : {};
      socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }]));
    },
    tell: async (change: Change): Promise<void> => {
      const columns = (await database.query(COLUMNS)).filter((row) => row.granted === 'true');
      const record = Object.fromEntries(
        columns.map((row) => [row.name, change.row?.[text(row, 'name')] ?? null]),
      );
      const [schema, table] = change.table.split('.');
      const data = {
        ...{ type: change.kind.toUpperCase(), schema, table, record, old_record: change.key ?? {} },
        columns: columns.map((row) => ({ name: row.name, type: TYPES[text(row, 'type')] ?? row.type })),
        ...{ commit_timestamp: new Date(0).toISOString(), errors: null },
      };
      for (const { socket, topic, caller, tables } of subscribers) {
        if (!tables.includes(change.table)) continue;
        if (change.kind !== 'delete' && !(await isVisible(database, caller, change))) continue;
        socket.send(JSON.stringify([null, null, topic, 'postgres_changes', { ids: [BINDING], data }]));
      }
    },
  };
};

/** Starts the API. `url`: a database with the roles and the tables. */
export const startSupabaseApi = async (url: string) => {
  const database = createPostgresDatabase({ url, prepare: false, connectionsMax: 4 });
  const key = newSessionKey('api-key');
  const rest = createRest(database, key);
  const realtime = createRealtime(database, (token) => callerOf(token, key));
  const slot = `realtime_${randomBytes(6).toString('hex')}`;
  const changes = await openLogicalChanges(database, slot, 'supabase_realtime');
  const sockets = new Set<TextSocket>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const some of request) body += some;
    const token = String(request.headers.authorization ?? '').replace(/^Bearer /, '');
    const answer = await rest(new URL(request.url ?? '/', 'http://127.0.0.1'), token, body);
    response.writeHead(answer.status, { 'Content-Type': 'application/json' });
    response.end(answer.body);
  });
  server.on('upgrade', (request, socket) => {
    const made = acceptWebSocket(request, socket, (said) => realtime.hear(made, said));
    sockets.add(made);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
  let isOpen = true;
  const telling = (async () => {
    while (isOpen) {
      for (const change of await changes.next()) await realtime.tell(change);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  })();
  return {
    url: `http://127.0.0.1:${port}`,
    /** Returns a session token of this user, signed with the project's key. */
    sessionOf: (user: string): string =>
      signSession(key, { sub: user, role: 'authenticated', exp: 4_000_000_000 }),
    close: async (): Promise<void> => {
      isOpen = false;
      await telling;
      for (const socket of sockets) socket.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await changes.close();
      await database.close();
    },
  };
};
