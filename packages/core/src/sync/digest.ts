/**
 * Comparing what a device holds with what its server holds: digests of ranges first, then the stamps of the ranges that
 * differ. A register that is under way between the two is neither equal nor different. [SY-E5]
 */
import { createHash } from 'node:crypto';
import { DIGEST_CHARS, digestLine, type EntityId, type Hlc, isNameBefore } from '@cairn/schema';
import type { HeldRegister } from '../ports/store.ts';

/** Entities from `from` on, below `to`; null: to the end. */
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

export interface Digester {
  /** Registers of the range, in the order of (entity, facet). */
  add(registers: readonly HeldRegister[]): void;
  end(): RangeDigest;
}

export const createDigester = ({ from }: RangeBounds): Digester => {
  const digest = createHash('sha256');
  let count = 0;
  return {
    add: (registers) => {
      count += registers.length;
      digest.update(registers.map(digestLine).join(''));
    },
    end: () => ({ from, count, digest: digest.digest('hex').slice(0, DIGEST_CHARS) }),
  };
};

/** One digest for all ranges. */
export const joinDigests = (ranges: readonly RangeDigest[]): { registers: number; digest: string } => ({
  registers: ranges.reduce((sum, { count }) => sum + count, 0),
  digest: createHash('sha256')
    .update(ranges.map(({ digest }) => digest).join(''))
    .digest('hex')
    .slice(0, DIGEST_CHARS),
});

/** The bounds of the ranges that are not the same on both sides. Both are cut at the same places. */
export const differingRanges = (
  server: readonly RangeDigest[],
  device: readonly RangeDigest[],
): readonly RangeBounds[] =>
  boundsOf(server).filter(
    (_, at) => server[at]?.digest !== device[at]?.digest || server[at]?.count !== device[at]?.count,
  );

export interface ServerRow {
  readonly entity: EntityId;
  readonly facet: string;
  readonly hlc: Hlc;
  readonly seq: number;
}

export type DifferenceKind = 'server_lacks' | 'server_older' | 'device_lacks' | 'device_older';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly entity: EntityId;
  readonly facet: string;
  readonly device: Hlc | null;
  readonly server: Hlc | null;
  /** Why the device did not or could not send it, or has not read it. */
  readonly reason: string | null;
}

/** `high`: the device has pulled up to here. `head`: the server's, when its rows were read. */
export interface Positions {
  readonly high: number;
  readonly head: number;
}

export interface Compared {
  readonly differences: readonly Difference[];
  /** Rows that are on their way, in either direction. */
  readonly pending: number;
}

/** `device` and `server` hold everything between the same two keys. */
export const compareRows = (
  device: readonly HeldRegister[],
  server: readonly ServerRow[],
  positions: Positions,
): Compared => {
  const held = new Map(device.map((one) => [nameOf(one), one]));
  const differences: Difference[] = [];
  let pending = 0;
  const judge = (one: HeldRegister | undefined, row: ServerRow | undefined): void => {
    const kind = kindOf(one, row, positions);
    if (kind === 'pending') pending += 1;
    else if (kind !== null) differences.push(differenceOf(kind, one, row));
  };
  for (const row of server) {
    judge(held.get(nameOf(row)), row);
    held.delete(nameOf(row));
  }
  for (const one of held.values()) judge(one, undefined);
  return { differences, pending };
};

const kindOf = (
  one: HeldRegister | undefined,
  row: ServerRow | undefined,
  { high, head }: Positions,
): DifferenceKind | 'pending' | null => {
  if (one?.hlc === row?.hlc) return null;
  if (row !== undefined && row.seq > high) return 'pending';
  // A register that the device sent or got after the server's rows were read.
  if (one !== undefined && (one.waiting || (one.seq !== null && one.seq > head))) return 'pending';
  if (row === undefined) return 'server_lacks';
  if (one === undefined) return 'device_lacks';
  return one.hlc > row.hlc ? 'server_older' : 'device_older';
};

const differenceOf = (
  kind: DifferenceKind,
  one: HeldRegister | undefined,
  row: ServerRow | undefined,
): Difference => {
  const name = one ?? row;
  if (name === undefined) throw new Error('a difference of nothing');
  const { entity, facet } = name;
  const reason = one?.refused ?? one?.unread ?? null;
  return { kind, entity, facet, device: one?.hlc ?? null, server: row?.hlc ?? null, reason };
};

export const nameOf = ({ entity, facet }: { readonly entity: string; readonly facet: string }): string =>
  `${entity} ${facet}`;

type Name = { readonly entity: string; readonly facet: string };

/**
 * Two pages of a range, each cut somewhere: the key up to which both are whole, or null when both reach the range's end.
 */
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
