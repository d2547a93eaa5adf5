/** Readable vaults of users of a Supabase project on a real Postgres, filled by pushes, asked as PostgREST asks. For benchmarks. */
import { ok, type WireItem } from '@cairn/schema';
import type { AccountId } from '../ports/account-sessions.ts';
import { createPostgresDatabase } from '../postgres/postgres-database.ts';
import type { SqlSession } from '../sql/database.ts';
import { migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { bodyOf } from './readable-items.ts';
import { makeSupabase, withRole } from './supabase-database.ts';
import { createTestDevice, createWorld, itemOf, START_MS, unwrap } from './sync-world.ts';

const BATCH = 500;
const SESSION = /^eyJ(.*)\.eyJ\.c2ln$/;

/** `url`: a database of its own, still empty. */
export const openReadableLoad = async (url: string) => {
  const database = createPostgresDatabase({ url, prepare: true });
  await makeSupabase(database);
  await migrate(database, START_MS);
  const sessions = { accountOf: async (token: string) => ok(SESSION.exec(token)?.[1] as AccountId) };
  const world = createWorld(createSqlStore(database), url, { sessions });

  const newVault = async (user: string, kind: 'sealed' | 'readable') => {
    const { request, identity } = world.vaultRequest(kind);
    const info = unwrap(await world.server.createVault(`eyJ${user}.eyJ.c2ln`, request));
    const device = createTestDevice(world.server, identity, info);
    const itemsOf = (texts: readonly string[]): readonly WireItem[] =>
      texts.map((content, n) =>
        kind === 'readable'
          ? bodyOf(world, device, { content, tags: [`tag${n % 7}`], createdAt: world.nowMs() + n })
          : itemOf({ entity: world.newMemory(), hlc: world.stamp(device.id), payload: sealedLike(content) }),
      );
    return {
      itemsOf,
      /** In batches of 500. */
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
    /** As the server's role: statements that are no question of a user. */
    exec: (text: string): Promise<void> => database.exec(text),
    /** In one transaction. */
    asUser: <T>(user: string, work: (session: SqlSession) => Promise<T>): Promise<T> =>
      withRole(database, { role: 'authenticated', user }, work),
    close: () => database.close(),
  };
};

/** As many bytes as a body of this text has; to the server they say nothing. */
const sealedLike = (content: string): string =>
  Buffer.from(`${content}${' '.repeat(250)}`).toString('base64url');
