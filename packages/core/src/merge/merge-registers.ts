/**
 * The only place where a register wins or loses: for local writes, pulled pages and registers from quarantine. Per facet the larger
 * (HLC, key generation) wins [SY-M1]; then a tombstone erases what it beats [SY-M3]. Both rules take a maximum, so order and
 * repetition do not change the outcome. [SY-M2]
 */
import { type EntityId, isRecord, type Register } from '@cairn/schema';
import type { ConfirmedKey, StoredRegister } from '../ports/store.ts';
import { erases, isNewer } from './beats.ts';
import { byEntityOf, keyOf } from './register-key.ts';

export interface Merged {
  /** Incoming values to be written. They are the present values from then on. */
  readonly accepted: readonly StoredRegister[];
  /** Present values that an accepted register with another stamp replaced. */
  readonly replaced: readonly StoredRegister[];
  /** Present values that a tombstone erases. */
  readonly erased: readonly StoredRegister[];
  /** Values that lost or were overwritten, of memories that live. [SY-M7] */
  readonly revisions: readonly StoredRegister[];
  /** Present values that the server also holds: same stamp, same or newer key generation, with a sequence that is new here. */
  readonly confirmed: readonly ConfirmedKey[];
  /** Incoming values that changed nothing. */
  readonly ignored: readonly StoredRegister[];
  /** All registers of every touched entity after the merge. */
  readonly after: ReadonlyMap<EntityId, readonly StoredRegister[]>;
}

/** Merges `incoming` into `present`, which must hold every register of every incoming entity. */
export const mergeRegisters = (
  present: readonly StoredRegister[],
  incoming: readonly StoredRegister[],
): Merged => {
  const before = byEntityOf(present);
  const changes: Changes = { accepted: [], replaced: [], erased: [], lost: [], confirmed: [], ignored: [] };
  const after = new Map<EntityId, readonly StoredRegister[]>();
  for (const [entity, arrivals] of byEntityOf(incoming)) {
    const standing = before.get(entity) ?? [];
    const facets = fold(standing, arrivals, changes);
    settle(standing, facets, changes);
    after.set(entity, [...facets.values()]);
  }
  const isErased = (register: Register): boolean =>
    (after.get(register.entity) ?? []).some((other) => other.facet === 'gone' && erases(other, register));
  const revisions = changes.lost.filter((register) => !isErased(register));
  const { accepted, replaced, erased, confirmed, ignored } = changes;
  return { accepted, replaced, erased, revisions, confirmed, ignored, after };
};

/** Whether a lost value is kept as a revision. A counter only grows, so it loses nothing. A tombstone has no content. [SY-M4] */
const isWorthKeeping = ({ facet }: Register): boolean => facet !== 'gone' && !facet.startsWith('count.');

type Changed = 'accepted' | 'replaced' | 'erased' | 'lost' | 'ignored';
type Changes = Readonly<Record<Changed, StoredRegister[]>> & { readonly confirmed: ConfirmedKey[] };

/** Returns the registers of an entity after its arrivals, without those that a tombstone erases. */
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

/** Notes that the server holds a register. One under an older key still needs the newer sealing. [TR-7] */
const confirm = (present: StoredRegister, arrival: StoredRegister, changes: Changes): void => {
  if (arrival.seq === null || arrival.seq === present.seq || arrival.kg < present.kg) return;
  changes.confirmed.push({ ...keyOf(present), seq: arrival.seq });
};

/**
 * Whether a pulled value has the stamp of an unsent local value but differs from it. Then a copy of this device wrote it. It neither
 * replaces nor confirms the local value: the next push reports that there are two devices. [SY-E3]
 */
const isOfCopy = (arrival: StoredRegister, present: StoredRegister): boolean =>
  present.seq === null &&
  arrival.seq !== null &&
  arrival.hlc === present.hlc &&
  canonical(arrival.value) !== canonical(present.value);

/** Returns the same text for equal values, whatever the order of their fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );

/** Records which present values were erased or replaced, and which values are new. */
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
