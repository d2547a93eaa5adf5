/**
 * Verdicts of a committed push, sorted into what each asks of the device. [SY-U5, SY-U6]
 * Only items that the verdicts name leave the outbox, and only under the stamp that was frozen: an edit made since waits
 * for the next batch.
 */
import { exhaustive, type Register, type VerdictItem } from '@cairn/schema';
import { erases, isNewer } from '../merge/beats.ts';
import type { OutboxKey, QuarantinedRegister } from '../ports/store.ts';

export interface Settlement {
  /** Stored on the server under our stamp. */
  readonly confirmed: readonly (OutboxKey & { readonly seq: number })[];
  /** A larger value is there; the next pull brings it. */
  readonly stale: readonly OutboxKey[];
  /** The server says that a tombstone beats it, which only a pull can show. [TR-1] */
  readonly gone: readonly OutboxKey[];
  readonly clockAhead: readonly OutboxKey[];
  readonly oldKey: readonly OutboxKey[];
  readonly dead: readonly (OutboxKey & { readonly verdict: 'too_big' | 'malformed' })[];
}

/** Verdicts on items that were not in the batch are ignored; so is `ok` without a sequence, which acknowledges nothing. */
export const sortVerdicts = (items: readonly OutboxKey[], verdicts: readonly VerdictItem[]): Settlement => {
  const byRegister = new Map(items.map((item) => [registerKey(item.entity, item.facet), item]));
  const out = emptySettlement();
  for (const verdict of verdicts) {
    const item = byRegister.get(registerKey(verdict.entity, verdict.facet));
    if (item !== undefined) place(out, item, verdict);
  }
  return out;
};

export const registerKey = (entity: string, facet: string): string => `${entity} ${facet}`;
export const stampedKey = ({ entity, facet, hlc }: OutboxKey): string =>
  `${registerKey(entity, facet)} ${hlc}`;

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

/**
 * The unread registers that a register ends: only those that lose to it in a merge. [SY-M1, SY-M3]
 * All of `unread` that one of the registers takes the place of, or ends.
 */
export const beatenBy = (
  unread: readonly QuarantinedRegister[],
  registers: readonly Register[],
): readonly QuarantinedRegister[] => {
  if (unread.length === 0) return [];
  const written = new Map(registers.map((one) => [registerKey(one.entity, one.facet), one]));
  return unread.filter((one) => {
    const gone = written.get(registerKey(one.entity, 'gone'));
    const other = written.get(registerKey(one.entity, one.facet));
    return (other !== undefined && !isNewer(one, other)) || (gone !== undefined && erases(gone, one));
  });
};
