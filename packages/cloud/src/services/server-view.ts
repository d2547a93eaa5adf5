/** The figures of the operator's page: sizes, times and lag, no content. [AD-1] */
import { err, LIMITS, ok, type WireDevice } from '@cairn/schema';
import type { AdminStore, VaultSummary } from '../ports/admin-store.ts';
import type { SyncStore } from '../ports/sync-store.ts';
import { toWireDevice } from './devices.ts';
import { type Answer, flatten } from './problem.ts';
import type { Tally } from './request-tally.ts';

export interface VaultView extends VaultSummary {
  readonly registersLimit: number;
  readonly deviceList: readonly WireDevice[];
}

export interface ServerView {
  readonly version: string;
  readonly startedAtMs: number;
  readonly nowMs: number;
  readonly isReady: boolean;
  readonly database: string;
  readonly databaseBytes: number;
  /** When the newest backup was made by itself; null for none; missing where none is asked for. */
  readonly backupAtMs?: number | null;
  readonly vaults: readonly VaultView[];
  /** The number of all vaults, also those that are not listed. */
  readonly vaultsTotal: number;
  readonly tally: ReturnType<Tally['read']>;
}

export interface ServerViewDeps {
  readonly store: SyncStore;
  readonly admin: Pick<AdminStore, 'vaults' | 'bytes'>;
  readonly nowMs: () => number;
  readonly isReady: () => Promise<boolean>;
  readonly tally: Tally;
  readonly version: string;
  readonly backups: { readonly lastAtMs: () => number | null } | null;
  /** `embedded (PGlite)`, `Postgres` */
  readonly database: string;
  /** The reason when an error means that the database is away. */
  readonly unavailable: (error: unknown) => string | null;
}

const VAULTS_MAX = 100;

export const createServerView = (deps: ServerViewDeps) => {
  const { store, admin, tally, nowMs } = deps;
  const startedAtMs = nowMs();
  return async (): Answer<ServerView> => {
    try {
      const { vaults, total } = await admin.vaults(VAULTS_MAX);
      const databaseBytes = await admin.bytes();
      const isReady = await deps.isReady();
      return flatten<ServerView>(
        await store.read(async (reads) => {
          const views: VaultView[] = [];
          for (const vault of vaults) {
            const rows = await reads.devices(vault.id);
            views.push({
              ...vault,
              registersLimit: vault.registersMax ?? LIMITS.registersPerVaultMax,
              deviceList: rows.map((row) => toWireDevice(row, vault.head)),
            });
          }
          return ok({
            version: deps.version,
            startedAtMs,
            nowMs: nowMs(),
            isReady,
            database: deps.database,
            databaseBytes,
            ...(deps.backups === null ? {} : { backupAtMs: deps.backups.lastAtMs() }),
            vaults: views,
            vaultsTotal: total,
            tally: tally.read(),
          });
        }),
      );
    } catch (error) {
      const reason = deps.unavailable(error);
      if (reason === null) throw error;
      return flatten<ServerView>(err({ kind: 'unavailable', reason }));
    }
  };
};
