/** What a register ends of what waits unread: only what loses to it in a merge. [SY-M1, SY-M3] */
import { entityKind, type Hlc, type Register } from '@cairn/schema';
import type { QuarantinedRegister } from '../ports/store.ts';
import { registerKey } from './settle.ts';

type Stamp = { readonly hlc: Hlc; readonly kg: number };
export const isOlder = (a: Stamp, b: Stamp): boolean => a.hlc < b.hlc || (a.hlc === b.hlc && a.kg < b.kg);

/** By a tombstone. */
export const isTaken = (
  one: Pick<QuarantinedRegister, 'entity' | 'facet' | 'hlc'>,
  gone: Register,
): boolean => one.facet !== 'gone' && (entityKind(one.entity) !== 'keyed' || one.hlc <= gone.hlc);

/** All of `unread` that one of the registers takes the place of, or ends. */
export const beatenBy = (
  unread: readonly QuarantinedRegister[],
  registers: readonly Register[],
): readonly QuarantinedRegister[] => {
  if (unread.length === 0) return [];
  const written = new Map(registers.map((one) => [registerKey(one.entity, one.facet), one]));
  return unread.filter((one) => {
    const gone = written.get(registerKey(one.entity, 'gone'));
    const other = written.get(registerKey(one.entity, one.facet));
    return (other !== undefined && !isOlder(other, one)) || (gone !== undefined && isTaken(one, gone));
  });
};
