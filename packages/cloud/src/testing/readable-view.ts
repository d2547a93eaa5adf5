/** A readable vault on a real Postgres, pushed to as a device does and read as the owner of the database does. For tests. */
import { type Verdict, vaultInfo, type WireItem } from '@cairn/schema';
import { createPostgresDatabase } from '../postgres/postgres-database.ts';
import { createAdminStore } from '../sql/admin-store.ts';
import type { SqlRow } from '../sql/database.ts';
import { migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { createTestRandom, createWorld, START_MS, unwrap } from './sync-world.ts';

const ROWS = `select id, content, tags::text as tags, source, project, pinned, superseded_by,
  round(extract(epoch from created_at) * 1000)::float8 as created_at_ms, synced_at is not null as is_synced
from cairn.memories where vault = $1 order by id`;

export interface ReadableVault {
  push(items: readonly WireItem[]): Promise<readonly Verdict[]>;
  rows(): Promise<readonly SqlRow[]>;
}

/** `url`: a database of its own. */
export const openReadableView = async (url: string) => {
  const database = createPostgresDatabase({ url, prepare: true });
  await migrate(database, START_MS);
  const world = createWorld(createSqlStore(database), 'readable view');
  const admin = createAdminStore({
    database,
    clock: { nowMs: world.nowMs },
    random: createTestRandom('readable view/tools'),
    version: '9.9.9',
  });
  return {
    /** Places where the table is not what the registers of all vaults say. */
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
