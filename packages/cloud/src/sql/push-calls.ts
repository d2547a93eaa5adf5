/** The database calls of every push: find the token's device, read the deciding facts, write the decision. */
import { gather } from '../adapters/gather.ts';
import type {
  DeviceRow,
  PushQuery,
  PushView,
  PushWrite,
  StoreReads,
  StoreTransaction,
} from '../ports/sync-store.ts';
import { createRunner, type Runner, type SqlDatabase } from './database.ts';
import { queriesParam, toPushView, writesParams } from './push-rows.ts';
import { PUSH_VIEWS, WRITE_PUSHES, WRITE_PUSHES_OF_NEW } from './push-statements.ts';
import { number, toDevice } from './rows.ts';
import { DEVICES_BY_TOKENS } from './statements.ts';

export type PushCalls = Pick<StoreReads, 'deviceByTokenHash' | 'pushView'> &
  Pick<StoreTransaction, 'writePush'>;

const devicesByTokenHash = async ({ all }: Runner, hashes: readonly string[]) => {
  const devices = await all(DEVICES_BY_TOKENS, [hashes], toDevice);
  return hashes.map((hash) => devices.find(({ tokenHash }) => tokenHash === hash) ?? null);
};

const pushViews = async ({ all }: Runner, queries: readonly PushQuery[]) => {
  const views = await all(PUSH_VIEWS, [queriesParam(queries)], (row) => ({
    n: number(row, 'n'),
    view: toPushView(row),
  }));
  const byNumber = new Map(views.map(({ n, view }) => [n, view]));
  return queries.map((_, n) => byNumber.get(n) ?? null);
};

const writePushes = async ({ all }: Runner, writes: readonly PushWrite[]) => {
  // Only the first write of a vault can still find it as it was seen.
  const firstOf = new Map(writes.toReversed().map((write) => [write.seen.id, write]));
  const firsts = [...firstOf.values()];
  const isNew = firsts.every(({ updates }) => updates.length === 0);
  const statement = isNew ? WRITE_PUSHES_OF_NEW : WRITE_PUSHES;
  const written = await all(statement, writesParams(firsts), (row) => firsts[number(row, 'n')]);
  return writes.map((write) => written.includes(write));
};

/** Makes calls that each run a statement of their own, for example in a transaction. */
export const pushCalls = (runner: Runner): PushCalls => ({
  deviceByTokenHash: async (hash) => (await devicesByTokenHash(runner, [hash]))[0] ?? null,
  pushView: async (query) => (await pushViews(runner, [query]))[0] ?? null,
  writePush: async (write) => (await writePushes(runner, [write]))[0] ?? false,
});

/** The most registers of a push that shares its statement. For larger pushes the fixed cost of a statement does not matter. */
const SMALL_REGISTERS_MAX = 16;

/** Makes calls that share statements with those of concurrent requests. Shared writes have one commit. */
export const gatheredPushCalls = (database: SqlDatabase): PushCalls => {
  const runner = createRunner(database);
  return {
    deviceByTokenHash: gather<string, DeviceRow | null>({
      work: (hashes) => devicesByTokenHash(runner, hashes),
    }),
    pushView: gather<PushQuery, PushView | null>({
      work: (queries) => pushViews(runner, queries),
      isHeavy: ({ entities }) => entities.length > SMALL_REGISTERS_MAX,
    }),
    writePush: gather<PushWrite, boolean>({
      work: (writes) => database.single((session) => writePushes(createRunner(session), writes)),
      isHeavy: ({ inserts, updates }) => inserts.length + updates.length > SMALL_REGISTERS_MAX,
    }),
  };
};
