/** Decodes rows into records. A column of an unexpected type is a bug, and throws. */
import { type DeviceId, type EntityId, type Hlc, isNameBefore, type VaultId, vaultKind } from '@cairn/schema';
import * as z from 'zod';
import type { LastPush } from '../log/decide-push.ts';
import type { LogRegister, PresentRegister } from '../log/register.ts';
import type { AccountId } from '../ports/account-sessions.ts';
import type {
  DeviceRow,
  DigestRange,
  DigestRead,
  DigestRows,
  DigestState,
  GenerationRow,
  PageRead,
  StoredPush,
  VaultPulse,
  VaultRow,
} from '../ports/sync-store.ts';
import type { SqlRow } from './database.ts';

const bad = (name: string): never => {
  throw new Error(`the column ${name} is not of the expected type`);
};

export const textOrNull = (row: SqlRow, name: string): string | null => {
  const value = row[name];
  return value === null || typeof value === 'string' ? value : bad(name);
};
export const text = (row: SqlRow, name: string): string => textOrNull(row, name) ?? bad(name);

/** Libraries return bigint as number, bigint or text. */
export const numberOrNull = (row: SqlRow, name: string): number | null => {
  const value = row[name];
  if (value === null) return null;
  const number = typeof value === 'string' || typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : bad(name);
};
export const number = (row: SqlRow, name: string): number => numberOrNull(row, name) ?? bad(name);
export const flag = (row: SqlRow, name: string): boolean => {
  const value = row[name];
  return typeof value === 'boolean' ? value : bad(name);
};

// A value that was branded when written is branded again when read.
const vaultId = (row: SqlRow, name: string): VaultId => text(row, name) as VaultId;

export const toVault = (row: SqlRow): VaultRow => ({
  id: vaultId(row, 'id'),
  account: textOrNull(row, 'account') as AccountId | null,
  kind: vaultKind.parse(row.kind),
  epoch: text(row, 'epoch'),
  head: number(row, 'head'),
  anchor: text(row, 'anchor'),
  kg: number(row, 'kg'),
  registers: number(row, 'registers'),
  tombstones: number(row, 'tombstones'),
  anchorFloor: number(row, 'anchor_floor'),
  registersMax: numberOrNull(row, 'registers_max'),
  recoveryBoxKey: text(row, 'recovery_box_key'),
  recoverySignKey: text(row, 'recovery_sign_key'),
  createdAt: number(row, 'created_at'),
  movingTo: textOrNull(row, 'moving_to'),
});

export const toPulse = (row: SqlRow): VaultPulse => ({
  vault: vaultId(row, 'id'),
  head: number(row, 'head'),
  epoch: text(row, 'epoch'),
  kg: number(row, 'kg'),
  revoked: (textOrNull(row, 'revoked')?.split(' ') ?? []) as DeviceId[],
});

export const toDevice = (row: SqlRow): DeviceRow => ({
  vault: vaultId(row, 'vault'),
  id: text(row, 'id') as DeviceId,
  name: text(row, 'name'),
  boxKey: text(row, 'box_key'),
  signKey: text(row, 'sign_key'),
  tokenHash: text(row, 'token_hash'),
  createdAt: number(row, 'created_at'),
  lastSeenAt: numberOrNull(row, 'last_seen_at'),
  acked: number(row, 'acked'),
  revokedAt: numberOrNull(row, 'revoked_at'),
});

export const toGeneration = (row: SqlRow): GenerationRow => ({
  kg: number(row, 'kg'),
  verifier: text(row, 'verifier'),
  endedAt: numberOrNull(row, 'ended_at'),
});

export const toLastPush = (row: SqlRow): LastPush => ({
  epoch: text(row, 'epoch'),
  pushNo: number(row, 'push_no'),
  sha256: text(row, 'sha256'),
});

export const toStoredPush = (row: SqlRow): StoredPush => ({
  ...toLastPush(row),
  outcome: text(row, 'outcome'),
});

export const toPresentRegister = (row: SqlRow): PresentRegister => ({
  entity: text(row, 'entity') as EntityId,
  facet: text(row, 'facet'),
  seq: number(row, 'seq'),
  hlc: text(row, 'hlc') as Hlc,
  kg: number(row, 'kg'),
});

/** A pull sends the fields in this order, which docs/protocol.md shows. */
export const toLogRegister = (row: SqlRow): LogRegister => {
  const { entity, facet, hlc, seq, kg } = toPresentRegister(row);
  const payload = Buffer.from(text(row, 'payload'), 'hex').toString('base64url');
  return { entity, facet, hlc, seq, v: number(row, 'v'), kg, payload };
};

const pageState = z.object({
  epoch: z.string(),
  head: z.number(),
  anchor: z.string(),
  registers: z.number(),
  tombstones: z.number(),
  anchorFloor: z.number(),
  claimKnown: z.boolean(),
});

const digestState = z.object({ epoch: z.string(), head: z.number(), above: z.number() });
const stateOf = (row: SqlRow): DigestState => digestState.parse(JSON.parse(text(row, 'state')));

/** Splits rows of a union, of which exactly one has the state. Null without the vault. A union guarantees no order. */
const withState = <T>(rows: readonly SqlRow[], to: (row: SqlRow) => T, isBefore: (a: T, b: T) => boolean) => {
  const first = rows.find((row) => row.state !== null);
  if (first === undefined) return null;
  const others = rows.filter((row) => row !== first).map(to);
  return { state: stateOf(first), others: others.sort((a, b) => (isBefore(a, b) ? -1 : 1)) };
};

const toRange = (row: SqlRow): DigestRange => ({
  from: text(row, 'first'),
  count: number(row, 'count'),
  digest: text(row, 'digest'),
});

export const toDigest = (rows: readonly SqlRow[]): DigestRead | null => {
  const read = withState(rows, toRange, (a, b) => a.from < b.from);
  return read === null ? null : { state: read.state, ranges: read.others };
};

export const toDigestRows = (rows: readonly SqlRow[]): DigestRows | null => {
  const read = withState(rows, toPresentRegister, isNameBefore);
  return read === null ? null : { state: read.state, rows: read.others };
};

/** Null without the vault. A union guarantees no order. */
export const toPage = (rows: readonly SqlRow[]): PageRead | null => {
  const partOf = (part: number): readonly SqlRow[] => rows.filter((row) => row.part === part);
  const [first] = partOf(0);
  if (first === undefined) return null;
  const { claimKnown, ...state } = pageState.parse(JSON.parse(text(first, 'state')));
  return {
    state,
    claimKnown,
    upwards: partOf(1)
      .map(toLogRegister)
      .sort((a, b) => a.seq - b.seq),
    downwards: partOf(2)
      .map(toLogRegister)
      .sort((a, b) => b.seq - a.seq),
  };
};
