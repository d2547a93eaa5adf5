/**
 * The single place where a register wins or loses, for local writes, pulled pages and registers out of quarantine alike.
 * Per facet the larger (HLC, key generation) wins [SY-M1]; then the tombstone erases what it beats [SY-M3]. Both are
 * maxima, so the outcome is the same in any order and however often something arrives. [SY-M2]
 */
import type { EntityId, Hlc, Register } from '@cairn/schema';
import type { StoredRegister } from '../ports/store.ts';
import { erases, isNewer } from './beats.ts';

export interface Merged {
  /** To be written: present values of their registers from now on. */
  readonly accepted: readonly StoredRegister[];
  /** Present values whose place an accepted register with another stamp took. */
  readonly replaced: readonly StoredRegister[];
  /** Present values that a tombstone beats. */
  readonly erased: readonly StoredRegister[];
  /** Values that lost or were overwritten and whose memory lives. [SY-M7] */
  readonly revisions: readonly StoredRegister[];
  /** Present values that the server turned out to hold: same stamp, not sealed under an older generation, now with a sequence. */
  readonly confirmed: readonly {
    readonly entity: EntityId;
    readonly facet: string;
    readonly hlc: Hlc;
    readonly seq: number;
  }[];
  /** Incoming values that changed nothing. */
  readonly ignored: readonly StoredRegister[];
  /** All registers of every entity that was touched, as they are afterwards. */
  readonly after: ReadonlyMap<EntityId, readonly StoredRegister[]>;
}

/** `present` holds every register of every entity that `incoming` names. */
export const mergeRegisters = (
  present: readonly StoredRegister[],
  incoming: readonly StoredRegister[],
): Merged => {
  const before = byEntity(present);
  const changes = newChanges();
  const after = new Map<EntityId, readonly StoredRegister[]>();
  for (const [entity, arrivals] of byEntity(incoming)) {
    const standing = before.get(entity) ?? [];
    const facets = fold(standing, arrivals, changes);
    settle(standing, facets, changes);
    after.set(entity, [...facets.values()]);
  }
  const revisions = changes.lost.filter(
    (register) => !isErasedIn(after.get(register.entity) ?? [], register),
  );
  const { accepted, replaced, erased, confirmed, ignored } = changes;
  return { accepted, replaced, erased, revisions, confirmed, ignored, after };
};

const isErasedIn = (registers: readonly Register[], register: Register): boolean =>
  registers.some((other) => other.facet === 'gone' && erases(other, register));

/** A counter only adds up, so its earlier values are no loss; tombstones carry nothing to look back at. [SY-M4] */
const isWorthKeeping = ({ facet }: Register): boolean => facet !== 'gone' && !facet.startsWith('count.');

interface Changes {
  readonly accepted: StoredRegister[];
  readonly replaced: StoredRegister[];
  readonly erased: StoredRegister[];
  readonly lost: StoredRegister[];
  readonly confirmed: { entity: EntityId; facet: string; hlc: Hlc; seq: number }[];
  readonly ignored: StoredRegister[];
}

const newChanges = (): Changes => ({
  accepted: [],
  replaced: [],
  erased: [],
  lost: [],
  confirmed: [],
  ignored: [],
});

/** The entity's registers after its arrivals, without what a tombstone beats. */
const fold = (
  standing: readonly StoredRegister[],
  arrivals: readonly StoredRegister[],
  changes: Changes,
): Map<string, StoredRegister> => {
  const facets = new Map<string, StoredRegister>(standing.map((register) => [register.facet, register]));
  for (const arrival of arrivals) {
    const present = facets.get(arrival.facet);
    if (present === undefined) facets.set(arrival.facet, arrival);
    else if (isOfCopy(arrival, present)) continue;
    else if (isNewer(arrival, present)) {
      facets.set(arrival.facet, arrival);
      if (present.hlc === arrival.hlc) confirm(present, arrival, changes);
      else lose(present, changes);
    } else if (present.hlc !== arrival.hlc) lose(arrival, changes);
    else confirm(present, arrival, changes);
  }
  const gone = facets.get('gone');
  if (gone !== undefined)
    for (const register of [...facets.values()]) if (erases(gone, register)) facets.delete(register.facet);
  const kept = new Set(facets.values());
  for (const arrival of arrivals) if (!kept.has(arrival)) changes.ignored.push(arrival);
  return facets;
};

const lose = (register: StoredRegister, changes: Changes): void => {
  if (isWorthKeeping(register)) changes.lost.push(register);
};

/** The server that has it under an older generation still needs the newer sealing. [TR-7] */
const confirm = (present: StoredRegister, arrival: StoredRegister, changes: Changes): void => {
  if (arrival.seq === null || arrival.seq === present.seq || arrival.kg < present.kg) return;
  changes.confirmed.push({
    entity: present.entity,
    facet: present.facet,
    hlc: present.hlc,
    seq: arrival.seq,
  });
};

/**
 * Another value under the stamp of one that is not sent yet is of a copy of this device. It neither takes that one's place nor
 * confirms it: the push that follows shows that there are two. [SY-E3]
 */
const isOfCopy = (arrival: StoredRegister, present: StoredRegister): boolean =>
  present.seq === null &&
  arrival.seq !== null &&
  arrival.hlc === present.hlc &&
  canonical(arrival.value) !== canonical(present.value);

/** Equal for equal values, in whatever order their fields were written. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** The fate of the values that stood there, and which are new. */
const settle = (
  standing: readonly StoredRegister[],
  facets: ReadonlyMap<string, StoredRegister>,
  changes: Changes,
): void => {
  const were = new Set(standing);
  for (const register of standing) {
    const now = facets.get(register.facet);
    if (now === undefined) changes.erased.push(register);
    else if (now !== register && now.hlc !== register.hlc) changes.replaced.push(register);
  }
  for (const register of facets.values()) if (!were.has(register)) changes.accepted.push(register);
};

const byEntity = (registers: readonly StoredRegister[]): Map<EntityId, StoredRegister[]> => {
  const groups = new Map<EntityId, StoredRegister[]>();
  for (const register of registers) {
    const group = groups.get(register.entity);
    if (group === undefined) groups.set(register.entity, [register]);
    else group.push(register);
  }
  return groups;
};
