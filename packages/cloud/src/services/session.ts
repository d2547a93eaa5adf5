/** Authenticates a device. Looks its bearer token up by SHA-256 and compares in constant time. [SY-A2, SY-A3] */
import { timingSafeEqual } from 'node:crypto';
import { ok } from '@cairn/schema';
import type { Session } from '../ports/live-streams.ts';
import type { SyncStore } from '../ports/sync-store.ts';
import { sha256Hex } from './hashing.ts';
import { type Answer, problem, reading } from './problem.ts';

export type { Session };

/** Returns the key under which a device is counted. Devices choose their ids, so an id is unique only within its vault. */
export const countedAs = ({ vault, device }: Session): string => `${vault} ${device}`;

const TOKEN_CHARS_MAX = 512;

/** Compares two hashes in hex in constant time. Their length is no secret. */
export const isSameHash = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
};

export const createSessions = ({ store }: { readonly store: SyncStore }) => ({
  /** Fails with `unauthorized` or `device_revoked`. `token`: the bearer token of the header. */
  authenticate: async (token: string | null): Answer<Session> => {
    if (token === null || token === '' || token.length > TOKEN_CHARS_MAX) {
      return problem('unauthorized', 'This needs the token of a device, as "Authorization: Bearer …".');
    }
    const tokenHash = sha256Hex(token);
    return reading(store, async (reads) => {
      const device = await reads.deviceByTokenHash(tokenHash);
      if (device === null || !isSameHash(device.tokenHash, tokenHash)) {
        return problem('unauthorized', 'No device has this token.');
      }
      const session: Session = { vault: device.vault, device: device.id };
      if (device.revokedAt !== null) {
        const detail = 'This device was revoked. Join the vault again as a new device.';
        return problem('device_revoked', detail, { session });
      }
      return ok(session);
    });
  },
});
