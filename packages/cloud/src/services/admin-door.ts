/**
 * The operator's sign-in to the status page. The token is exchanged for a cookie with the start time of its session, sealed with the
 * token. No session is stored, so every replica accepts the cookie, and a changed token ends all sessions. Signing out ends all sessions
 * that have begun: one time in the database, which every replica reads, also after a restart. [AD-2, RL-34]
 */
import { createHmac } from 'node:crypto';
import { ok } from '@cairn/schema';
import type { Clock } from '../ports/clock.ts';
import type { SyncStore } from '../ports/sync-store.ts';
import { sha256Hex } from './hashing.ts';
import { type Answer, reading, transacting } from './problem.ts';
import { isSameHash } from './session.ts';

const HOURS = 8;
const MAX_AGE_S = HOURS * 3_600;
/** The greatest difference between the clocks of two replicas. A sign-out further ahead was made by a clock that was wrong. */
const SKEW_MS = 60_000;
const COOKIE = /^(\d{1,15})\.([0-9a-f]{64})$/;

export interface AdminDoorDeps {
  readonly store: Pick<SyncStore, 'read' | 'transaction'>;
  readonly clock: Clock;
}

export const createAdminDoor = (token: string, { store, clock }: AdminDoorDeps) => {
  const tokenHash = sha256Hex(token);
  const sealOf = (beganMs: number): string =>
    createHmac('sha256', token).update(`cairn-admin-page began ${beganMs}`).digest('hex');
  const outUntil = (): Answer<number> =>
    reading<number>(store, async (reads) => ok((await reads.adminOutUntil()) ?? 0));

  /** Changes the time until which sessions have ended, and returns the new one. */
  const setOut = (change: (before: number) => number): Answer<number> =>
    transacting<number>(store, async (tx) => {
      const until = change((await tx.lockServer()).adminOutUntil ?? 0);
      await tx.updateServer({ adminOutUntil: until });
      return ok(until);
    });
  const cookieOf = (beganMs: number): string => `${beganMs}.${sealOf(beganMs)}`;

  /** Returns when a valid cookie's session began. Null for foreign and expired cookies. */
  const beganIn = (cookie: string | undefined): number | null => {
    const [, began, seal] = COOKIE.exec(cookie ?? '') ?? [];
    if (began === undefined || seal === undefined) return null;
    const age = clock.nowMs() - Number(began);
    // A clock that was set back must not prolong it.
    const isNow = age >= -SKEW_MS && age < MAX_AGE_S * 1_000;
    return isSameHash(sealOf(Number(began)), seal) && isNow ? Number(began) : null;
  };

  return {
    maxAgeS: MAX_AGE_S,
    /** Returns the cookie's value; null for a wrong token. */
    enter: async (given: string): Answer<string | null> => {
      if (!isSameHash(sha256Hex(given), tokenHash)) return ok(null);
      const out = await outUntil();
      if (!out.ok) return out;
      if (out.value > clock.nowMs() + SKEW_MS) {
        const mended = await setOut((before) => Math.min(before, clock.nowMs()));
        return mended.ok ? ok(cookieOf(mended.value + 1)) : mended;
      }
      // Later than a sign-out at a replica whose clock is ahead.
      return ok(cookieOf(Math.max(clock.nowMs(), out.value + 1)));
    },
    isIn: async (cookie: string | undefined): Answer<boolean> => {
      const began = beganIn(cookie);
      if (began === null) return ok(false);
      const out = await outUntil();
      return out.ok ? ok(began > out.value) : out;
    },
    /** Invalidates all cookies that were given out so far, on all replicas. Does nothing without a valid cookie. */
    leave: async (cookie: string | undefined): Answer<null> => {
      const began = beganIn(cookie);
      if (began === null) return ok(null);
      // An operator who has already signed out ends nobody else's session.
      const set = await setOut((before) => (began > before ? Math.max(clock.nowMs(), began) : before));
      return set.ok ? ok(null) : set;
    },
  };
};

export type AdminDoor = ReturnType<typeof createAdminDoor>;
