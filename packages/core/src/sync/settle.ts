/**
 * Sorts the verdicts of a committed push by what each requires of the device. Only named items leave the outbox, and only with the
 * stamp of the frozen batch. A later edit waits for the next batch. [SY-U5, SY-U6]
 */
import { exhaustive, type Register, type VerdictItem } from '@cairn/schema';
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
  const out = emptySettlement();
  for (const verdict of verdicts) {
    const item = sent.get(registerKey(verdict));
    if (item !== undefined) place(out, item, verdict);
  }
  return out;
};

type Open = { -readonly [K in keyof Settlement]: Settlement[K][number][] };

const emptySettlement = (): Open => ({
  confirmed: [],
  stale: [],
  gone: [],
  clockAhead: [],
  oldKey: [],
  dead: [],
});

const place = (out: Open, item: OutboxKey, { verdict, seq }: VerdictItem): void => {
  switch (verdict) {
    case 'ok':
      if (seq !== null) out.confirmed.push({ ...item, seq });
      return;
    case 'stale':
      if (seq !== null) out.stale.push(item);
      return;
    case 'gone':
      out.gone.push(item);
      return;
    case 'clock_ahead':
      out.clockAhead.push(item);
      return;
    case 'old_key':
      out.oldKey.push(item);
      return;
    case 'too_big':
    case 'malformed':
      out.dead.push({ ...item, verdict });
      return;
    default:
      exhaustive(verdict);
  }
};

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
