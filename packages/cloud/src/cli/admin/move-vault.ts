/** `cairn-server admin move vault`: moves a vault between databases of the server while its devices go on. [OP-20] */
import { ok, type Result } from '@cairn/schema';
import { refusalToRoot } from '../../adapters/open-database.ts';
import type { ServerConfig } from '../../config.ts';
import { allDatabases } from '../../config-database.ts';
import type { VaultRow } from '../../ports/sync-store.ts';
import { type AdminAnswer, type AdminFailure, fail, type MoveRequest } from '../../services/admin-request.ts';
import { createAdminStore } from '../../sql/admin-store.ts';
import { type SqlDatabase, sqlState } from '../../sql/database.ts';
import { copyVault, forgetDevices, setMovingTo } from '../../sql/move-vault.ts';
import { vaultReads } from '../../sql/vault-queries.ts';
import { openAllMigrated } from '../open-migrated.ts';
import type { CommandDeps } from './on-database.ts';

interface Named {
  readonly name: string;
  readonly database: SqlDatabase;
}
interface Holder extends Named {
  readonly row: VaultRow;
}

const holdersOf = async (all: readonly Named[], { vault }: MoveRequest): Promise<readonly Holder[]> => {
  const looked = await Promise.all(
    all.map(async (one) => ({ ...one, row: await vaultReads(one.database).vault(vault) })),
  );
  return looked.flatMap(({ row, ...one }) => (row === null ? [] : [{ ...one, row }]));
};

const unnamed = (all: readonly { readonly name: string }[], to: string): Result<never, AdminFailure> =>
  fail(
    'usage',
    `No database has the name "${to}". This server has: ${all.map(({ name }) => name).join(', ')}.`,
  );

const move = async (all: readonly Named[], request: MoveRequest, deps: CommandDeps) => {
  const { vault, to } = request;
  const target = all.find(({ name }) => name === to);
  if (target === undefined) return unnamed(all, to);
  const remove = async ({ database }: Named): Promise<void> => {
    await forgetDevices(database, vault);
    await createAdminStore({ ...deps, database }).deleteVault(vault);
  };
  const done = (rows: number, left: readonly Named[]): Result<AdminAnswer, AdminFailure> =>
    ok({ command: 'move', vault, to, rows, left: left.map(({ name }) => name) });

  const holders = await holdersOf(all, request);
  const open = holders.filter(({ row }) => row.movingTo === null);
  const [at] = open;
  if (open.length > 1) {
    const names = open.map(({ name }) => name).join(' and ');
    return fail(
      'refused',
      `${vault} is open in ${names}. Choose one, and remove it from the others: admin delete vault ${vault} --in NAME.`,
    );
  }
  // If the vault is open in one database, a closed copy elsewhere was left by an earlier move.
  const left = at === undefined ? [] : holders.filter((one) => one !== at);
  for (const one of left) await remove(one);
  const [source] = at === undefined ? holders : open;
  if (source === undefined)
    return fail('not_found', `There is no vault ${vault} in ${all.map(({ name }) => name).join(', ')}.`);
  if (source.row.account !== null && source.row.kind === 'readable')
    return fail(
      'refused',
      `${vault} is readable and belongs to an account of Supabase: in another database its user could not read it through the project. It stays. Move sealed vaults instead.`,
    );
  if (source.name === to) {
    if (source.row.movingTo !== null) await setMovingTo(source.database, vault, null);
    return done(0, left);
  }
  await setMovingTo(source.database, vault, to);
  const rows = await copyVault(source.database, target.database, source.row);
  await remove(source);
  return done(rows, left);
};

/** If the command is interrupted, the vault is complete in the database whose row is open, or else in the only one that has it. */
export const moveVault = async (config: ServerConfig, request: MoveRequest, deps: CommandDeps) => {
  // A running server holds its embedded database, so the name is looked at before anything is opened.
  const named = allDatabases(config);
  if (!named.some(({ name }) => name === request.to)) return unnamed(named, request.to);
  const refusal = refusalToRoot(config.database);
  if (refusal !== null) return fail('unavailable', refusal);
  const all = await openAllMigrated(config, deps.clock.nowMs(), { mayMake: false });
  if (!all.ok) return fail('unavailable', all.error);
  const opened = all.value;
  try {
    return await move(opened, request, deps);
  } catch (error) {
    if (sqlState(error) === '23505')
      return fail('refused', `Another command moves ${request.vault} now. Wait for it, then run this again.`);
    const reason = opened.map(({ database }) => database.unavailable(error)).find((one) => one !== null);
    if (reason === undefined) throw error;
    return fail(
      'unavailable',
      `A database does not answer (${reason}). Nothing is lost: run the same command again, which finishes the move.`,
    );
  } finally {
    await Promise.all(opened.map(({ database }) => database.close()));
  }
};
