/** Readable vaults on a real Postgres. Devices push to them, and their tables are read by the owner or a user. For tests and benchmarks. */
import { ok, type Verdict, vaultInfo, type WireItem } from '@cairn/schema';
import type { AccountId } from '../ports/account-sessions.ts';
import { createPostgresDatabase } from '../postgres/postgres-database.ts';
import { createAdminStore } from '../sql/admin-store.ts';
import type { SqlRow, SqlSession } from '../sql/database.ts';
import { migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { bodyOf } from './readable-items.ts';
import { makeSupabase, withRole } from './supabase-database.ts';
import { createWorld, START_MS, unwrap } from './sync-world.ts';

const ROWS = `select id, content, tags::text as tags, source, project, pinned, superseded_by,
  round(extract(epoch from created_at) * 1000)::float8 as created_at_ms, synced_at is not null as is_synced
from cairn.memories where vault = $1 order by id`;

export interface ReadableVault {
  push(items: readonly WireItem[]): Promise<readonly Verdict[]>;
  rows(): Promise<readonly SqlRow[]>;
}

/** Opens a database whose tables the owner reads. `url`: a database that no other test uses. */
export const openReadableView = async (url: string) => {
  const database = createPostgresDatabase({ url, prepare: true });
  await migrate(database, START_MS);
  const world = createWorld(createSqlStore(database), 'readable view');
  const admin = createAdminStore({ ...world, database, clock: world, version: '9.9.9' });
  return {
    /** Returns the rows of the table that do not match the registers of all vaults. */
    findings: async () => (await admin.verify()).findings,
    newVault: async (): Promise<ReadableVault> => {
      const { first, info } = await world.createVault('readable');
      const { vault } = vaultInfo.parse(info);
      return {
        push: async (items) => unwrap(await first.push(items)).verdicts.map(({ verdict }) => verdict),
        rows: () => database.query(ROWS, [vault]),
      };
    },
    close: () => database.close(),
  };
};

const BATCH = 500;
const SESSION = /^eyJ(.*)\.eyJ\.c2ln$/;

/**
 * Opens a Supabase project whose users have readable vaults. Pushes fill the vaults, and users query them as PostgREST does. For
 * benchmarks. `url`: an empty database that nothing else uses.
 */
export const openReadableLoad = async (url: string) => {
  const database = createPostgresDatabase({ url, prepare: true });
  await makeSupabase(database);
  await migrate(database, START_MS);
  const sessions = { accountOf: async (token: string) => ok(SESSION.exec(token)?.[1] as AccountId) };
  const world = createWorld(createSqlStore(database), url, { sessions });

  const newVault = async (user: string, kind: 'sealed' | 'readable') => {
    const { first: device } = await world.createVault(kind, `eyJ${user}.eyJ.c2ln`);
    const itemsOf = (texts: readonly string[]): readonly WireItem[] =>
      texts.map((content, n) =>
        kind === 'readable'
          ? bodyOf(world, device, { content, tags: [`tag${n % 7}`], createdAt: world.nowMs() + n })
          : world.newItem(device.id, { payload: sealedLike(content) }),
      );
    return {
      itemsOf,
      /** Pushes the items in batches. */
      push: async (items: readonly WireItem[]): Promise<void> => {
        for (let at = 0; at < items.length; at += BATCH) {
          world.advance(1_000);
          unwrap(await device.push(items.slice(at, at + BATCH)));
        }
      },
    };
  };
  return {
    newVault,
    /** Runs statements with the server's role. */
    exec: (text: string): Promise<void> => database.exec(text),
    /** Runs the work with the user's rights, in one transaction. */
    asUser: <T>(user: string, work: (session: SqlSession) => Promise<T>): Promise<T> =>
      withRole(database, { role: 'authenticated', user }, work),
    close: () => database.close(),
  };
};

/** Returns a payload as large as a body with this text. The server cannot read it, as in a sealed vault. */
const sealedLike = (content: string): string =>
  Buffer.from(`${content}${' '.repeat(250)}`).toString('base64url');
