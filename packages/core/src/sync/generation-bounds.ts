/**
 * The ends of a vault's key generations, as its members signed them. A revoked device keeps its old keys. A value that
 * it seals with them is not accepted after their generation ended, or after all values were sealed under a later one.
 * [TR-4]
 */
import {
  type DeviceId,
  HLC_ZERO,
  type Hlc,
  hlcMs,
  hlcNode,
  hlcOf,
  LIMITS,
  type MemberEntry,
  type MemberList,
  maxHlc,
  nodeOf,
} from '@cairn/schema';
import type { ClockOffset } from './clock-offset.ts';

export interface GenerationBounds {
  /** The generations with a known beginning, ascending by `kg`. */
  readonly begun: readonly { readonly kg: number; readonly since: Hlc }[];
  /** Nothing new is accepted below this generation; 0: none is complete. */
  readonly complete: number;
}

export const NO_BOUNDS: GenerationBounds = { begun: [], complete: 0 };

interface Sealed {
  readonly hlc: Hlc;
  readonly kg: number;
}

/** Returns the bounds from a checked list. */
export const keyBounds = (members: readonly MemberEntry[]): GenerationBounds => {
  const facts = members.map(({ fact }) => fact);
  return {
    begun: facts.flatMap((fact) =>
      fact.kind === 'generation' && fact.generation.since !== undefined
        ? [{ kg: fact.generation.kg, since: fact.generation.since }]
        : [],
    ),
    complete: Math.max(0, ...facts.flatMap((fact) => (fact.kind === 'complete' ? [fact.kg] : []))),
  };
};

/** Whether a later generation has begun. Then a revoked device may have the key of this one. [TR-51] */
export const isPast = ({ begun }: GenerationBounds, { kg }: Pick<Sealed, 'kg'>): boolean =>
  begun.some((one) => one.kg > kg);

/** Whether the value was stamped after the next generation with a known beginning had begun. */
export const isLate = ({ begun }: GenerationBounds, { hlc, kg }: Sealed): boolean => {
  const next = begun.find((one) => one.kg > kg);
  return next !== undefined && hlc > next.since;
};

/** Whether the generation had ended for this stamp. Nothing that arrives with such a seal is accepted. */
export const isClosed = (bounds: GenerationBounds, sealed: Sealed): boolean =>
  sealed.kg < bounds.complete || isLate(bounds, sealed);

export const isBy = (device: DeviceId, { hlc }: Pick<Sealed, 'hlc'>): boolean =>
  hlcNode(hlc) === nodeOf(device);

/**
 * Returns the present time for the beginning of a generation, as Unix time in milliseconds. It is the latest of the
 * local clock, the server's clock and the stamps of members. With an earlier time, from a server that set its clock
 * back, values that members wrote before would be refused. [TR-50]
 */
export const presentMs = (
  nowMs: number,
  known: { readonly offset: ClockOffset | null; readonly clock: Hlc | null },
): number => Math.max(nowMs, nowMs + (known.offset?.ms ?? 0), hlcMs(known.clock ?? HLC_ZERO));

/**
 * Returns the stamp at which a new generation begins. It is as far ahead as a clock may be ahead of the server's, so
 * all values that members have sent are before it. What members send later under the old key, they seal again
 * themselves.
 */
export const beginningAt = (nowMs: number): Hlc =>
  hlcOf(Math.max(0, Math.round(nowMs + LIMITS.clockAheadMsMax)), 0, '0'.repeat(16));

/** Raises `since` to the latest beginning of the generations, so they begin in order even when clocks differ. */
export const notBefore = ({ generations }: MemberList, since: Hlc): Hlc =>
  generations.reduce((latest, one) => maxHlc(latest, one.since ?? since), since);

/**
 * Returns the generation under which this device must seal everything again. Null when that is done, or another device
 * does it. The device that signed the generation does it. All devices do it when that device was revoked, or when
 * `resealMsMax` has passed. They skip what another device has sent.
 */
export const resealDuty = (
  members: readonly MemberEntry[],
  list: MemberList,
  own: DeviceId,
  nowMs: number,
): number | null => {
  const present = members.findLast(({ fact }) => fact.kind === 'generation');
  if (present?.fact.kind !== 'generation' || present.fact.generation.since === undefined) return null;
  const { kg, since } = present.fact.generation;
  if (kg <= list.complete) return null;
  const isThere = list.members.some(
    ({ device, revokedAt }) => device.id === present.by && revokedAt === null,
  );
  const isOverdue = nowMs > hlcMs(since) + LIMITS.resealMsMax;
  return present.by === own || !isThere || isOverdue ? kg : null;
};
