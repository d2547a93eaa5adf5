/**
 * Compares what a device and its server hold: digests of ranges first, then the stamps in ranges that differ. A register that is
 * being sent in either direction counts neither as equal nor as different. [SY-E5]
 */
import { createHash, hash } from 'node:crypto';
import { DIGEST_CHARS, digestLine, type Hlc, isNameBefore } from '@cairn/schema';
import { byRegister, registerKey } from '../merge/register-key.ts';
import type { ConfirmedKey, FacetKey, HeldRegister } from '../ports/store.ts';

/** Entities at or after `from` and below `to`; null: to the end. */
export interface RangeBounds {
  readonly from: string;
  readonly to: string | null;
}

export interface RangeDigest {
  readonly from: string;
  readonly count: number;
  readonly digest: string;
}

export const boundsOf = (ranges: readonly { readonly from: string }[]): readonly RangeBounds[] =>
  ranges.map(({ from }, at) => ({ from, to: ranges[at + 1]?.from ?? null }));

export const createDigester = ({ from }: RangeBounds) => {
  const digest = createHash('sha256');
  let count = 0;
  return {
    /** Adds registers of the range, in (entity, facet) order. */
    add: (registers: readonly HeldRegister[]): void => {
      count += registers.length;
      digest.update(registers.map(digestLine).join(''));
    },
    end: (): RangeDigest => ({ from, count, digest: digest.digest('hex').slice(0, DIGEST_CHARS) }),
  };
};

/** Joins the digests of all ranges to one. */
export const joinDigests = (ranges: readonly RangeDigest[]): { registers: number; digest: string } => ({
  registers: ranges.reduce((sum, { count }) => sum + count, 0),
  digest: hash('sha256', ranges.map(({ digest }) => digest).join('')).slice(0, DIGEST_CHARS),
});

/** Returns the bounds of the ranges that differ. Both sides must have the same ranges. */
export const differingRanges = (
  server: readonly RangeDigest[],
  device: readonly RangeDigest[],
): readonly RangeBounds[] =>
  boundsOf(server).filter(
    (_, at) => server[at]?.digest !== device[at]?.digest || server[at]?.count !== device[at]?.count,
  );

export type DifferenceKind = 'server_lacks' | 'server_older' | 'device_lacks' | 'device_older';

export interface Difference extends FacetKey {
  readonly kind: DifferenceKind;
  readonly device: Hlc | null;
  readonly server: Hlc | null;
  /** Why the device did not send it, or could not read it. */
  readonly reason: string | null;
}

/** `high`: the sequence up to which the device has pulled. `head`: the server's head when its rows were read. */
export interface Positions {
  readonly high: number;
  readonly head: number;
}

export interface Compared {
  readonly differences: readonly Difference[];
  /** Number of rows that are being sent, in either direction. */
  readonly pending: number;
}

/** Compares rows. `device` and `server` hold everything between the same two keys. */
export const compareRows = (
  device: readonly HeldRegister[],
  server: readonly ConfirmedKey[],
  positions: Positions,
): Compared => {
  const held = byRegister(device);
  const differences: Difference[] = [];
  let pending = 0;
  const judge = (one: HeldRegister | undefined, row: ConfirmedKey | undefined): void => {
    const kind = kindOf(one, row, positions);
    if (kind === 'pending') pending += 1;
    else if (kind !== null) differences.push(differenceOf(kind, one, row));
  };
  for (const row of server) {
    judge(held.get(registerKey(row)), row);
    held.delete(registerKey(row));
  }
  for (const one of held.values()) judge(one, undefined);
  return { differences, pending };
};

const kindOf = (
  one: HeldRegister | undefined,
  row: ConfirmedKey | undefined,
  { high, head }: Positions,
): DifferenceKind | 'pending' | null => {
  if (one?.hlc === row?.hlc) return null;
  if (row !== undefined && row.seq > high) return 'pending';
  // The device sent or received the register after the server's rows were read.
  if (one !== undefined && (one.waiting || (one.seq !== null && one.seq > head))) return 'pending';
  if (row === undefined) return 'server_lacks';
  if (one === undefined) return 'device_lacks';
  return one.hlc > row.hlc ? 'server_older' : 'device_older';
};

const differenceOf = (
  kind: DifferenceKind,
  one: HeldRegister | undefined,
  row: ConfirmedKey | undefined,
): Difference => {
  const name = one ?? row;
  if (name === undefined) throw new Error('a difference of nothing');
  const { entity, facet } = name;
  const reason = one?.refused ?? one?.unread ?? null;
  return { kind, entity, facet, device: one?.hlc ?? null, server: row?.hlc ?? null, reason };
};

type Name = { readonly entity: string; readonly facet: string };

/** Returns the key up to which two cut pages are both complete; null when both reach the end of the range. */
export const windowEnd = (
  device: { readonly rows: readonly Name[]; readonly more: boolean },
  server: { readonly rows: readonly Name[]; readonly more: boolean },
): Name | null => {
  const ends = [device, server].flatMap(({ rows, more }) => (more ? rows.slice(-1) : []));
  const [first, second] = ends;
  if (first === undefined || second === undefined) return first ?? null;
  return isNameBefore(first, second) ? first : second;
};

export const upTo = <T extends Name>(rows: readonly T[], end: Name | null): readonly T[] =>
  end === null ? rows : rows.filter((row) => !isNameBefore(end, row));
