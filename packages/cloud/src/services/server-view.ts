/** The figures of the operator's page: sizes, times and lag, no content. [AD-1] */
import { err, LIMITS, ok, type Result, type WireDevice } from '@cairn/schema';
import type { AdminStore, VaultSummary } from '../ports/admin-store.ts';
import type { SyncStore } from '../ports/sync-store.ts';
import { toWireDevice } from './devices.ts';
import { type Answer, flatten, type Problem, reading } from './problem.ts';
import type { Tally } from './request-tally.ts';

export interface VaultView extends VaultSummary {
  readonly registersLimit: number;
  readonly deviceList: readonly WireDevice[];
}

interface DatabaseFigures {
  readonly bytes: number;
  readonly vaults: readonly VaultView[];
  /** The number of all vaults, including those that are not listed. */
  readonly vaultsTotal: number;
}

export interface DatabaseView {
  readonly name: string;
  readonly kind: DatabaseDeps['kind'];
  /** The time of the newest automatic backup; null for none; absent if none is configured. */
  readonly backupAtMs?: number | null;
  /** Null while the database cannot be reached. */
  readonly figures: DatabaseFigures | null;
}

export interface ServerView {
  readonly version: string;
  readonly startedAtMs: number;
  readonly nowMs: number;
  readonly isReady: boolean;
  readonly databases: readonly DatabaseView[];
  readonly tally: ReturnType<Tally['read']>;
}

export interface DatabaseDeps {
  readonly name: string;
  readonly kind: 'embedded (PGlite)' | 'Postgres';
  readonly store: SyncStore;
  readonly admin: Pick<AdminStore, 'vaults' | 'bytes'>;
  readonly backups: { readonly lastAtMs: () => number | null } | null;
  /** Returns the reason if an error means that the database is away. */
  readonly unavailable: (error: unknown) => string | null;
}

export interface ServerViewDeps {
  readonly databases: readonly DatabaseDeps[];
  readonly nowMs: () => number;
  readonly whyNotReady: () => Promise<string | null>;
  readonly tally: Tally;
  readonly version: string;
}

/** The most vaults listed for one database. */
const VAULTS_MAX = 100;

const figuresOf = async ({ store, admin, unavailable }: DatabaseDeps): Answer<DatabaseFigures> => {
  try {
    const { vaults, total } = await admin.vaults(VAULTS_MAX);
    const bytes = await admin.bytes();
    return await reading<DatabaseFigures>(store, async (reads) => {
      const views: VaultView[] = [];
      for (const vault of vaults) {
        const rows = await reads.devices(vault.id);
        views.push({
          ...vault,
          registersLimit: vault.registersMax ?? LIMITS.registersPerVaultMax,
          deviceList: rows.map((row) => toWireDevice(row, vault.head)),
        });
      }
      return ok({ bytes, vaults: views, vaultsTotal: total });
    });
  } catch (error) {
    const reason = unavailable(error);
    if (reason === null) throw error;
    return flatten<DatabaseFigures>(err({ kind: 'unavailable', reason }));
  }
};

/** Returns a function that reads the figures. It fails only if no database answers. */
export const createServerView = (deps: ServerViewDeps) => {
  const { databases, nowMs } = deps;
  const startedAtMs = nowMs();
  return async (): Answer<ServerView> => {
    const whyNot = await deps.whyNotReady();
    const looked = await Promise.all(
      databases.map(async (one) => ({ ...one, figures: await figuresOf(one) })),
    );
    const isAway = ({ figures }: { readonly figures: Result<DatabaseFigures, Problem> }) => !figures.ok;
    const [first] = looked;
    if (first?.figures.ok === false && looked.every(isAway)) return first.figures;
    return ok({
      version: deps.version,
      startedAtMs,
      nowMs: nowMs(),
      isReady: whyNot === null,
      databases: looked.map(({ name, kind, backups, figures }) => ({
        name,
        kind,
        ...(backups === null ? {} : { backupAtMs: backups.lastAtMs() }),
        figures: figures.ok ? figures.value : null,
      })),
      tally: deps.tally.read(),
    });
  };
};
