/**
 * The calls of the database that only an operator's tools need: lists, checks, a copy of everything. One
 * implementation, on SQL; a suite runs on PGlite and on Postgres. Errors of a database that is away are thrown, as bugs are.
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
  /** Not revoked. */
  readonly devices: number;
  readonly lastSeenAt: number | null;
  readonly createdAt: number;
}

/** Something that must never be. `vault` is null where it is nobody's. */
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

/** Why a backup was not restored; the database is as it was. */
export type RestoreRefusal =
  | { readonly kind: 'not_a_backup' }
  | { readonly kind: 'damaged'; readonly detail: string }
  | { readonly kind: 'other_version'; readonly program: string; readonly isNewer: boolean }
  | { readonly kind: 'not_empty' };

export interface AdminStore extends Pick<ReadableTable, 'rebuild'> {
  /** At most `limit`, the most recently seen first; `total` counts all. */
  vaults(limit: number): Promise<{ readonly vaults: readonly VaultSummary[]; readonly total: number }>;
  /** The size of the whole database on disk, others' tables included. */
  bytes(): Promise<number>;
  /** At most 100 findings of each check, from one snapshot. `notes`: what is no damage, such as what was not compared. */
  verify(): Promise<{
    readonly checks: number;
    readonly findings: readonly Finding[];
    readonly notes: readonly Finding[];
  }>;
  /** Every row that carries the vault's id, in every table. False without the vault. */
  deleteVault(id: VaultId): Promise<boolean>;
  /** Lines, newline included, of everything, from one snapshot. */
  backup(write: (line: string) => Promise<void>): Promise<BackupInfo>;
  /**
   * All or nothing. `isReplacing`: what is there goes. Every vault begins a new epoch, so that no device takes this server for
   * the one of before; invitations and challenges are dropped.
   */
  restore(lines: AsyncIterable<string>, isReplacing: boolean): Promise<BackupInfo | RestoreRefusal>;
}
