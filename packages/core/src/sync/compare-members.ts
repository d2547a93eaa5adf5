/** How the member list that the server shows stands to the one that this device has seen last. [SY-S6] */
import type { MemberList } from '@cairn/schema';

/** `behind`: the server lacks entries, as one that was restored does. `forked`: it shows another past. */
export type MembersRelation = 'same' | 'longer' | 'behind' | 'forked';

/** A hash covers every entry before it, so one comparison tells. */
export const compareMembers = (pinned: MemberList, served: MemberList): MembersRelation => {
  const shared = Math.min(pinned.hashes.length, served.hashes.length);
  if (pinned.hashes[shared - 1] !== served.hashes[shared - 1]) return 'forked';
  if (pinned.hashes.length === served.hashes.length) return 'same';
  return served.hashes.length > shared ? 'longer' : 'behind';
};
