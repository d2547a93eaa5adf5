/** The unread registers that a register ends: only those that lose to it in a merge. [SY-M1, SY-M3] */
import type { Register } from '@cairn/schema';
import { erases, isNewer } from '../merge/beats.ts';
import type { QuarantinedRegister } from '../ports/store.ts';
import { registerKey } from './settle.ts';

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
    return (other !== undefined && !isNewer(one, other)) || (gone !== undefined && erases(gone, one));
  });
};
