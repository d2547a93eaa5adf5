/**
 * The operator's way to the status page: the token is exchanged for a cookie that names a session and says until when it is
 * good, sealed by the token. Nothing is stored for those who are in, so every replica knows the cookie, and another token ends
 * them all. Signing out is kept until the session would have ended. [AD-2]
 */
import { createHmac } from 'node:crypto';
import type { Clock, Random } from '../ports/clock.ts';
import { sha256Hex } from './hashing.ts';
import { isSameHash } from './session.ts';

export interface AdminDoor {
  /** The cookie's value, or null: this is not the token. */
  enter(token: string): string | null;
  isIn(cookie: string | undefined): boolean;
  /** From now on no copy of this cookie lets anybody in here. */
  leave(cookie: string | undefined): void;
  readonly maxAgeS: number;
}

const HOURS = 8;
const MAX_AGE_S = HOURS * 3_600;
const ID_BYTES = 16;
const COOKIE = /^(\d{1,15})\.([0-9a-f]{32})\.([0-9a-f]{64})$/;

interface Entered {
  readonly id: string;
  readonly untilMs: number;
}

export const createAdminDoor = (
  token: string,
  { clock, random }: { clock: Clock; random: Random },
): AdminDoor => {
  const tokenHash = sha256Hex(token);
  /** Sessions that were left, and until when their cookies would have been good. */
  const left = new Map<string, number>();
  const sealOf = ({ untilMs, id }: Entered): string =>
    createHmac('sha256', token).update(`cairn-admin-page ${untilMs} ${id}`).digest('hex');

  /** What a cookie says when it is ours and still good. */
  const entered = (cookie: string | undefined): Entered | null => {
    const [, until, id, seal] = COOKIE.exec(cookie ?? '') ?? [];
    if (until === undefined || id === undefined || seal === undefined) return null;
    const one = { untilMs: Number(until), id };
    // A clock that was set back must not prolong it either.
    const isNow = one.untilMs > clock.nowMs() && one.untilMs <= clock.nowMs() + MAX_AGE_S * 1_000;
    return isSameHash(sealOf(one), seal) && isNow ? one : null;
  };

  return {
    maxAgeS: MAX_AGE_S,
    enter: (given) => {
      if (!isSameHash(sha256Hex(given), tokenHash)) return null;
      const one = {
        untilMs: clock.nowMs() + MAX_AGE_S * 1_000,
        id: Buffer.from(random.bytes(ID_BYTES)).toString('hex'),
      };
      return `${one.untilMs}.${one.id}.${sealOf(one)}`;
    },
    isIn: (cookie) => {
      const one = entered(cookie);
      return one !== null && !left.has(one.id);
    },
    leave: (cookie) => {
      for (const [id, untilMs] of left) if (untilMs <= clock.nowMs()) left.delete(id);
      const one = entered(cookie);
      if (one !== null) left.set(one.id, one.untilMs);
    },
  };
};
