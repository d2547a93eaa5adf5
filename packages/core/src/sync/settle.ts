/**
 * Sorts the verdicts of a committed push by what each requires of the device. Only named items leave the outbox, and only with the
 * stamp of the frozen batch. A later edit waits for the next batch. [SY-U5, SY-U6]
 */
import type { Register, VerdictItem } from '@cairn/schema';
import { erases, isNewer } from '../merge/beats.ts';
import { byRegister, registerKey } from '../merge/register-key.ts';
import type { ConfirmedKey, OutboxKey, QuarantinedRegister } from '../ports/store.ts';

export interface Settlement {
  /** Stored on the server under this device's stamp. */
  readonly confirmed: readonly ConfirmedKey[];
  /** A larger value is on the server; the next pull brings it. */
  readonly stale: readonly OutboxKey[];
  /** The server says that a tombstone beats the item. Only a pull can prove that. [TR-1] */
  readonly gone: readonly OutboxKey[];
  readonly clockAhead: readonly OutboxKey[];
  readonly oldKey: readonly OutboxKey[];
  readonly dead: readonly (OutboxKey & { readonly verdict: 'too_big' | 'malformed' })[];
}

/** Sorts the verdicts. Ignores verdicts on items outside the batch, and `ok` or `stale` without a sequence. */
export const sortVerdicts = (items: readonly OutboxKey[], verdicts: readonly VerdictItem[]): Settlement => {
  const sent = byRegister(items);
  const out: Open = { confirmed: [], stale: [], gone: [], clockAhead: [], oldKey: [], dead: [] };
  for (const { verdict, seq, ...name } of verdicts) {
    const item = sent.get(registerKey(name));
    if (item === undefined || (verdict === 'stale' && seq === null)) continue;
    if (verdict === 'too_big' || verdict === 'malformed') out.dead.push({ ...item, verdict });
    else if (verdict !== 'ok') out[PLACES[verdict]].push(item);
    else if (seq !== null) out.confirmed.push({ ...item, seq });
  }
  return out;
};

type Open = { -readonly [K in keyof Settlement]: Settlement[K][number][] };
const PLACES = { stale: 'stale', gone: 'gone', clock_ahead: 'clockAhead', old_key: 'oldKey' } as const;

/** Returns the unread registers that lose a merge with `registers`: one of them replaces or erases the unread one. [SY-M1, SY-M3] */
export const beatenBy = (
  unread: readonly QuarantinedRegister[],
  registers: readonly Register[],
): readonly QuarantinedRegister[] => {
  if (unread.length === 0) return [];
  const written = byRegister(registers);
  return unread.filter((one) => {
    const gone = written.get(registerKey({ entity: one.entity, facet: 'gone' }));
    const other = written.get(registerKey(one));
    return (other !== undefined && !isNewer(one, other)) || (gone !== undefined && erases(gone, one));
  });
};
