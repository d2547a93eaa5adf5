/**
 * The database calls that only an operator's tools need: lists, checks, a copy of everything. One implementation on SQL; its contract
 * suite runs on PGlite and on Postgres. Errors of an unreachable database are thrown, like bugs.
 */
import type { VaultId, VaultKind } from '@cairn/schema';
import type { ReadableTable } from './readable-table.ts';

export interface VaultSummary {
  readonly id: VaultId;
  readonly kind: VaultKind;
  readonly head: number;
  readonly registers: number;
  readonly tombstones: number;
  /** Null: the server's quota. */
  readonly registersMax: number | null;
  /** The number of devices that are not revoked. */
  readonly devices: number;
  readonly lastSeenAt: number | null;
  readonly createdAt: number;
}

/** A broken rule. `vault` is null if it concerns no vault. */
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
  /** At most 100 findings of each check, from one snapshot. `notes`: findings that are no damage, for example what was not compared. */
  verify(): Promise<{
    readonly checks: number;
    readonly findings: readonly Finding[];
    readonly notes: readonly Finding[];
  }>;
  /** Deletes every row with the vault's id, in every table. Returns false if there is no such vault. */
  deleteVault(id: VaultId): Promise<boolean>;
  /** Writes everything from one snapshot as lines, which include their newlines. */
  backup(write: (line: string) => Promise<void>): Promise<BackupInfo>;
  /**
   * Restores all or nothing. `isReplacing`: deletes what is there. Every vault begins a new epoch, so that no device confuses this
   * server with the earlier one. Invitations and challenges are dropped.
   */
  restore(lines: AsyncIterable<string>, isReplacing: boolean): Promise<BackupInfo | RestoreRefusal>;
}
