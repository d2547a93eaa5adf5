/**
 * What members of the vault have written and what a thief has forged. Every commit of a device is compared with it. Only a member's
 * tombstone ends a memory [TR-1]. Every accepted value was written by a member, under a key that was good at its stamp. [TR-4]
 */
import { isLate, keyBounds, type StoredRegister, type WriteSet } from '@cairn/core';
import { DAY_MS, type Hlc, hlcMs, LIMITS, type MemberEntry } from '@cairn/schema';
import { fail } from './violation.ts';
import type { WatchedDevice } from './watched-device.ts';

export interface Truth {
  /** Notes a value that a member wrote before its device entered, or that no simulated device wrote. */
  memberWrote(register: Named, value: unknown): void;
  /** Notes a value that a member sealed with a stamp ahead of time. No simulated device wrote it. */
  sealedAhead(register: Named, value: unknown): void;
  /** Notes a value that a revoked device sealed under a key that it still has. */
  forged(register: Named & { readonly kg: number }, value: unknown): void;
  /** Checks a commit. `sets` are the write sets of one transaction. */
  deviceCommits(device: WatchedDevice, sets: readonly WriteSet[]): void;
  /** Whether there is a tombstone of a member, or one that a device could not tell from a member's. */
  isEnded(entity: string): boolean;
  /** Whether the value was forged under a key that had ended at its stamp, by these member entries. [TR-4] */
  isLateForgery(register: Named & { readonly value: unknown }, members: readonly MemberEntry[]): boolean;
  /** Whether the value was forged or sealed ahead of time. A device may take it back once it knows. */
  isForeign(register: Named): boolean;
  /** Whether any value of the entity was forged or sealed ahead of time. */
  isTouched(entity: string): boolean;
  /** Whether a value exists under this stamp. */
  knows(register: Named): boolean;
}

interface Named {
  readonly entity: string;
  readonly facet: string;
  readonly hlc: Hlc;
}

interface Forgery {
  readonly kg: number;
  /** Values. A thief may use one stamp for several. */
  readonly values: ReadonlySet<string>;
}

const keyOf = ({ entity, facet, hlc }: Named): string => `${entity} ${facet} ${hlc}`;

/** Returns JSON that is equal for equal values, whatever the order of their fields. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Whether the facet holds an earlier body. It keeps that body's stamp. [RL-42] */
export const isPastFacet = (facet: string): boolean => facet.startsWith('past.');

/**
 * Largest error of a time. Device clocks are up to a day off and may jump by two days. What devices accept of the server's time moves by
 * a day per day. [TR-5]
 */
const SKEW_MS = 2 * DAY_MS;

export const createTruth = (
  nowMs: () => number,
  liar: { isInventedSeq(seq: number): boolean },
  /** Whether the entity has a value beyond every limit, which a device sets aside. [TR-6] */
  isIll: (entity: string) => boolean,
  /** Whether two machines have one identity, and may give one stamp to two values. [SY-E3] */
  isCloned: () => boolean,
): Truth => {
  const startMs = nowMs();
  const written = new Map<string, ReadonlySet<string>>();
  const forgeries = new Map<string, Forgery>();
  /** All bodies, also of devices that are in no vault yet and that get other ids there. */
  const bodies = new Set<string>();
  const ended = new Set<string>();
  /** Entities of which a thief has forged something. A device takes the forgery back once it knows. */
  const touched = new Set<string>();
  const ahead = new Set<string>();

  const write = (register: Named, value: unknown): void => {
    const others = isCloned() ? (written.get(keyOf(register)) ?? []) : [];
    written.set(keyOf(register), new Set([...others, canonical(value)]));
    if (register.facet === 'gone') ended.add(register.entity);
  };

  /**
   * Checks that a device reports an earlier body unchanged. A member's body that was sealed ahead of time may have lost to another value
   * at once. So may a thief's body from before the key's end. Devices report these bodies all the same. [RL-42, TR-4, TR-5]
   */
  const judgeTold = (device: WatchedDevice, register: StoredRegister): void => {
    if (!isPastFacet(register.facet) || bodies.has(canonical(register.value))) return;
    const { entity, hlc, value } = register;
    const name = keyOf({ entity, facet: 'body', hlc });
    if (ahead.has(name) && written.get(name)?.has(canonical(value)) === true) return;
    const forgery = forgeries.get(name);
    const bounds = keyBounds(device.ring.secrets?.members ?? []);
    if (forgery?.values.has(canonical(value)) !== true || isLate(bounds, { kg: forgery.kg, hlc }))
      fail('I48', `${device.name} tells of ${keyOf(register)}, which never was the body`);
  };

  const aheadMsMax = (): number => LIMITS.clockAheadMsMax + SKEW_MS + (nowMs() - startMs) + DAY_MS;

  /** Whether the device can tell the forgery from a member's value: by its member list, the thief's generation had ended. [TR-4] */
  const isTooLate = (device: WatchedDevice, { kg }: Forgery, hlc: Hlc): boolean => {
    const { begun, complete } = keyBounds(device.ring.secrets?.members ?? []);
    const next = begun.find((one) => one.kg > kg);
    return kg < complete || (next !== undefined && hlc > next.since);
  };

  const judgeTaken = (device: WatchedDevice, register: StoredRegister): void => {
    const name = keyOf(register);
    if (hlcMs(register.hlc) > nowMs() + aheadMsMax())
      fail('I35', `${device.name} took ${name}, which is stamped in the far future`);
    const value = canonical(register.value);
    const known = written.get(name);
    if (known !== undefined && (register.facet === 'gone' || known.has(value))) return;
    const forgery = forgeries.get(name);
    // A thief may give one stamp to two values, of which one is already known.
    if (forgery === undefined || !forgery.values.has(value)) {
      if (known !== undefined)
        fail('I34', `${device.name} took another value for ${name} than a member wrote`);
      const broken = register.facet === 'gone' ? 'I33' : 'I34';
      fail(broken, `${device.name} took ${name}, which no member wrote`);
      return;
    }
    if (isTooLate(device, forgery, register.hlc))
      fail('I34', `${device.name} took ${name}, forged under generation ${forgery.kg} after its end`);
    write(register, register.value);
    if (known !== undefined) written.set(name, new Set([...known, value]));
  };

  const mayEnd = (entity: string): boolean => ended.has(entity) || touched.has(entity) || isIll(entity);

  /**
   * Returns the entities whose values were set aside until their time comes, because both clocks say that they are stamped ahead. [TR-5]
   */
  const waitingIn = (sets: readonly WriteSet[]): ReadonlySet<string> =>
    new Set(
      sets.flatMap(({ quarantineAdd = [] }) =>
        quarantineAdd.flatMap(({ entity, reason }) => (reason === 'future' ? [entity] : [])),
      ),
    );

  /**
   * Whether the commit may remove a member's value that was sent under a key that had already ended. The device receives the key's end
   * later. Its pull from nothing then removes the value, and brings it back under the present key. [TR-4]
   */
  const isTakenBack = (device: WatchedDevice, sets: readonly WriteSet[]): boolean =>
    sets.some(({ meta }) => meta?.pull?.cursor === null) &&
    keyBounds(device.ring.secrets?.members ?? []).begun.length > 0;

  const judgeEnds = (device: WatchedDevice, sets: readonly WriteSet[]): void => {
    if (isTakenBack(device, sets)) return;
    const kept = new Set<string>(sets.flatMap(({ memories = [] }) => memories.map(({ id }) => id)));
    const written = new Set(
      sets.flatMap(({ registers = [] }) => registers.map(({ entity, facet }) => `${entity} ${facet}`)),
    );
    const waiting = waitingIn(sets);
    for (const { eraseMemories = [], eraseRegisters = [] } of sets) {
      for (const id of eraseMemories)
        if (!kept.has(id) && !waiting.has(id) && !mayEnd(id))
          fail('I33', `${device.name} erased ${id}, which no member has ended`);
      for (const { entity, facet } of eraseRegisters)
        if (facet === 'body' && !written.has(`${entity} body`) && !waiting.has(entity) && !mayEnd(entity))
          fail('I33', `${device.name} erased the words of ${entity}, which no member has ended`);
    }
  };

  return {
    memberWrote: write,
    sealedAhead: (register, value) => {
      touched.add(register.entity);
      ahead.add(keyOf(register));
      write(register, value);
    },
    forged: (register, value) => {
      touched.add(register.entity);
      const other = forgeries.get(keyOf(register));
      // The same stamp was forged twice. A device may hold the one that the later key sealed.
      const kg = Math.max(register.kg, other?.kg ?? 0);
      forgeries.set(keyOf(register), { kg, values: new Set([...(other?.values ?? []), canonical(value)]) });
    },
    isEnded: (entity) => ended.has(entity),
    isTouched: (entity) => touched.has(entity),
    isLateForgery: (register, members) => {
      const forgery = forgeries.get(keyOf(register));
      return (
        forgery?.values.has(canonical(register.value)) === true &&
        isLate(keyBounds(members), { ...forgery, hlc: register.hlc })
      );
    },
    isForeign: (register) => forgeries.has(keyOf(register)) || ahead.has(keyOf(register)),
    knows: (register) => written.has(keyOf(register)),
    deviceCommits: (device, sets) => {
      for (const { facet, value } of sets.flatMap(({ registers = [] }) => registers))
        if (facet === 'body') bodies.add(canonical(value));
      if (!device.entered) return;
      for (const set of sets) {
        const sent = new Set((set.outboxAdd ?? []).map(keyOf));
        for (const register of set.registers ?? [])
          if (sent.has(keyOf(register))) {
            judgeTold(device, register);
            write(register, register.value);
          } else judgeTaken(device, register);
        for (const { entity, facet, seq } of set.confirmed ?? [])
          if (liar.isInventedSeq(seq))
            fail('I38', `${device.name} took what it cannot open for its own ${entity} ${facet}`);
        const clock = set.meta?.clock ?? null;
        if (clock !== null && hlcMs(clock) > nowMs() + aheadMsMax())
          fail('I35', `${device.name} set its clock to ${clock}, ${hlcMs(clock) - nowMs()} ms ahead`);
      }
      judgeEnds(device, sets);
    },
  };
};
