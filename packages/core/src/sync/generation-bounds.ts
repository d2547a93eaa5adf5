/**
 * When the generations of a vault's key end, as its members have signed it. A revoked device keeps the keys that it had: what
 * it seals with them after its generation ended, or once everything is sealed under a later one, is not accepted. [TR-4]
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
  /** The generations that say when they began, ascending by `kg`. */
  readonly begun: readonly { readonly kg: number; readonly since: Hlc }[];
  /** Nothing new is accepted below it; 0: none is complete. */
  readonly complete: number;
}

export const NO_BOUNDS: GenerationBounds = { begun: [], complete: 0 };

interface Sealed {
  readonly hlc: Hlc;
  readonly kg: number;
}

/** The bounds of a list that was checked. */
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

/** Whether a later generation has begun, so that a device which is no member any more may have the key of this one. [TR-51] */
export const isPast = ({ begun }: GenerationBounds, { kg }: Pick<Sealed, 'kg'>): boolean =>
  begun.some((one) => one.kg > kg);

/** Whether it was stamped after the next generation that says so had begun. */
export const isLate = ({ begun }: GenerationBounds, { hlc, kg }: Sealed): boolean => {
  const next = begun.find((one) => one.kg > kg);
  return next !== undefined && hlc > next.since;
};

/** Whether its generation had ended for it: nothing that comes in with such a seal is believed. */
export const isClosed = (bounds: GenerationBounds, sealed: Sealed): boolean =>
  sealed.kg < bounds.complete || isLate(bounds, sealed);

export const isBy = (device: DeviceId, { hlc }: Pick<Sealed, 'hlc'>): boolean =>
  hlcNode(hlc) === nodeOf(device);

/**
 * The present, in milliseconds since 1970, for a generation that begins: the latest of what the own clock, the server and the
 * stamps of members say. A server that turns its time back would otherwise end what members have written before. [TR-50]
 */
export const presentMs = (
  nowMs: number,
  known: { readonly offset: ClockOffset | null; readonly clock: Hlc | null },
): number => Math.max(nowMs, nowMs + (known.offset?.ms ?? 0), hlcMs(known.clock ?? HLC_ZERO));

/**
 * The stamp at which a generation that is made now begins. No clock may be further ahead of the server's than this, so whatever
 * members had sent until now stays before it; what they send later under the old key they seal again themselves.
 */
export const beginningAt = (nowMs: number): Hlc =>
  hlcOf(Math.max(0, Math.round(nowMs + LIMITS.clockAheadMsMax)), 0, '0'.repeat(16));

/** Generations begin one after the other, also by clocks that differ. */
export const notBefore = ({ generations }: MemberList, since: Hlc): Hlc =>
  generations.reduce((latest, one) => maxHlc(latest, one.since ?? since), since);

/**
 * The generation under which this device has to seal everything again; null when another does it, or it was done. It is who
 * signed the generation; once that one is no member any more or has not finished in a day, everybody does it: what one has sent
 * the others need not.
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
