/**
 * The database calls of the operator's tools: lists, checks, backup and restore. One implementation on SQL; its contract suite runs on
 * PGlite and on Postgres. Throws if the database cannot be reached.
 */
import type { VaultId } from '@cairn/schema';
import type { ReadableTable } from './readable-table.ts';
import type { VaultRow } from './sync-store.ts';

export interface VaultSummary
  extends Pick<VaultRow, 'id' | 'kind' | 'head' | 'registers' | 'tombstones' | 'registersMax' | 'createdAt'> {
  /** The number of devices that are not revoked. */
  readonly devices: number;
  readonly lastSeenAt: number | null;
}

/** A broken rule. `vault` is null if the rule concerns no single vault. */
export interface Finding {
  readonly check: string;
  readonly vault: string | null;
  readonly detail: string;
}

export interface BackupInfo {
  readonly rows: number;
  readonly vaults: number;
  readonly sha256: string;
}

/** Why a backup was not restored. The database is unchanged. */
export type RestoreRefusal =
  | { readonly kind: 'not_a_backup' }
  | { readonly kind: 'damaged'; readonly detail: string }
  | { readonly kind: 'other_version'; readonly program: string; readonly isNewer: boolean }
  | { readonly kind: 'not_empty' };

export interface AdminStore extends Pick<ReadableTable, 'rebuild'> {
  /** At most `limit` vaults, the most recently seen first; `total` counts all. */
  vaults(limit: number): Promise<{ readonly vaults: readonly VaultSummary[]; readonly total: number }>;
  /** The size of the whole database on disk, including tables of other programs. */
  bytes(): Promise<number>;
  /** Returns at most 100 findings of each check, from one snapshot. `notes`: findings that are no damage, such as skipped checks. */
  verify(): Promise<{
    readonly checks: number;
    readonly findings: readonly Finding[];
    readonly notes: readonly Finding[];
  }>;
  /** Deletes every row with the vault's id, in every table. Returns false if there is no such vault. */
  deleteVault(id: VaultId): Promise<boolean>;
  /** Writes all tables from one snapshot as lines. Each line ends with a newline. */
  backup(write: (line: string) => Promise<void>): Promise<BackupInfo>;
  /**
   * Restores all or nothing. `isReplacing`: deletes the present rows. Begins a new epoch in every vault, so no device takes the restored
   * server for the earlier one. Drops invitations and challenges.
   */
  restore(lines: AsyncIterable<string>, isReplacing: boolean): Promise<BackupInfo | RestoreRefusal>;
}
