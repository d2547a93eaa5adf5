/**
 * The operator's way to the status page: the token is exchanged for a cookie that says until when it is good, sealed by the
 * token. Nothing is stored, so every replica knows it, and another token ends them all. [AD-2]
 */
import { createHmac } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';
import { sha256Hex } from './hashing.ts';
import { isSameHash } from './session.ts';

export interface AdminDoor {
  /** The cookie's value, or null: this is not the token. */
  enter(token: string): string | null;
  isIn(cookie: string | undefined): boolean;
  readonly maxAgeS: number;
}

const HOURS = 8;
const MAX_AGE_S = HOURS * 3_600;
const COOKIE = /^(\d{1,15})\.([0-9a-f]{64})$/;

export const createAdminDoor = (token: string, clock: Clock): AdminDoor => {
  const tokenHash = sha256Hex(token);
  const sealOf = (untilMs: number): string =>
    createHmac('sha256', token).update(`cairn-admin-page ${untilMs}`).digest('hex');
  return {
    maxAgeS: MAX_AGE_S,
    enter: (given) => {
      if (!isSameHash(sha256Hex(given), tokenHash)) return null;
      const untilMs = clock.nowMs() + MAX_AGE_S * 1_000;
      return `${untilMs}.${sealOf(untilMs)}`;
    },
    isIn: (cookie) => {
      const [, until, seal] = COOKIE.exec(cookie ?? '') ?? [];
      if (until === undefined || seal === undefined) return false;
      const untilMs = Number(until);
      // A clock that was set back must not prolong it either.
      const isNow = untilMs > clock.nowMs() && untilMs <= clock.nowMs() + MAX_AGE_S * 1_000;
      return isSameHash(sealOf(untilMs), seal) && isNow;
    },
  };
};
