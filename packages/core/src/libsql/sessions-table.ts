/** Rows of `sessions` and `session_files`: local, never sent [SY-D4]. Messages are in `session-messages-table`. */
import { LIMITS } from '@cairn/schema';
import { branches, sessionFiles as files, sessionMessages, sessions } from '@cairn/schema/local-tables';
import { and, asc, desc, eq, gt, inArray, lt, lte, notInArray, or } from 'drizzle-orm';
import { GLOBAL_SCOPE } from '../passages/source-id.ts';
import type { SessionQueries, SessionReads } from '../ports/session-store.ts';
import type { Sql } from './database.ts';
import { among, countRows, db, isSame, put, read, readOne, readPage, write } from './queries.ts';
import type { FieldWrites } from './upsert.ts';

export const sessionReads = (sql: Sql): Pick<SessionReads, 'session' | 'sessionFiles'> => ({
  session: (id) => readOne(sql, db.select().from(sessions).where(eq(sessions.id, id))),
  sessionFiles: (session, limit) => read(sql, filesOf(session, limit)),
});

export const sessionByName = (sql: Sql): Pick<SessionReads, 'sessionNamed'> => ({
  sessionNamed: (name) => {
    const named = [eq(sessions.name, name), eq(sessions.scope, GLOBAL_SCOPE), eq(sessions.scopeId, '')];
    return readOne(
      sql,
      db
        .select()
        .from(sessions)
        .where(and(...named)),
    );
  },
});

export const sessionQueries = (sql: Sql): Pick<SessionQueries, 'sessions' | 'staleSessions'> => ({
  async sessions({ limit, name, scope, project, state, after }) {
    const asked = and(
      name === undefined ? undefined : eq(sessions.name, name),
      scope === undefined ? undefined : eq(sessions.scope, scope),
      state === undefined ? undefined : eq(sessions.state, state),
      project === undefined ? undefined : isSame(sessions.project, project),
    );
    const { updatedAt, id } = after ?? { updatedAt: Number.MAX_SAFE_INTEGER, id: '' };
    // Every query has this condition, so SQLite finds the page in the index of times.
    const below = and(
      lte(sessions.updatedAt, updatedAt),
      or(lt(sessions.updatedAt, updatedAt), gt(sessions.id, id)),
    );
    const page = (rows: number) =>
      db
        .select()
        .from(sessions)
        .where(and(asked, below))
        .orderBy(desc(sessions.updatedAt), sessions.id)
        .limit(rows);
    const total = await countRows(sql, sessions, asked);
    return { rows: await readPage(sql, limit, page), total };
  },
  staleSessions: (idleSinceMs, limit) =>
    readPage(sql, limit, (rows) =>
      db
        .select()
        .from(sessions)
        .where(and(lt(sessions.extractedUpto, sessions.lastSequence), lt(sessions.updatedAt, idleSinceMs)))
        .orderBy(asc(sessions.updatedAt), sessions.id)
        .limit(rows),
    ),
});

const filesOf = (session: string, limit: number) =>
  db.select().from(files).where(eq(files.session, session)).orderBy(desc(files.at), files.path).limit(limit);

const pruneFiles = (sql: Sql, session: string): Promise<void> => {
  const kept = filesOf(session, LIMITS.sessionFilesKept).as('kept');
  const stale = notInArray(files.path, db.select({ path: kept.path }).from(kept));
  return write(sql, db.delete(files).where(and(eq(files.session, session), stale)));
};

export const sessionFields = {
  /** Erases sessions with their messages, files and branches. Ignores ids of other sources. [ST-4] */
  async eraseSources(sql, ids) {
    const names = db.select({ name: sessions.name }).from(sessions).where(among(sessions.id, ids));
    await write(sql, db.delete(branches).where(inArray(branches.subject, names)));
    await write(sql, db.delete(sessionMessages).where(among(sessionMessages.session, ids)));
    await write(sql, db.delete(files).where(among(files.session, ids)));
    await write(sql, db.delete(sessions).where(among(sessions.id, ids)));
  },
  sessions: (sql, rows) => put(sql, sessions, sessions.id, rows),
  async sessionFiles(sql, rows) {
    await put(sql, files, [files.session, files.path], rows);
    for (const session of new Set(rows.map((row) => row.session))) await pruneFiles(sql, session);
  },
} satisfies Partial<FieldWrites>;
