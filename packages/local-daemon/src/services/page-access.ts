/**
 * Admits a browser to the page. A ticket opens the page once and becomes a session. A session has two secrets: one in a
 * cookie that scripts cannot read, and one that the page keeps and sends in a header. A browser sends a cookie of
 * 127.0.0.1 to every port of this machine. Another program that sees the cookie still lacks the header's secret. Only
 * hashes are kept, and only in this process. While no daemon runs, another program may take its port and receive both
 * secrets from an open page. A daemon that starts later does not accept these secrets. [PG-2]
 */
import { createHash } from 'node:crypto';
import { LIMITS } from '@cairn/schema';
import type { SharedDeps } from './shared-deps.ts';

interface PageSession {
  readonly cookieHash: string;
  readonly keyHash: string;
  readonly expiresAtMs: number;
}

export type PageAccess = ReturnType<typeof createPageAccess>;

const SECRET_BYTES = 32;

export const createPageAccess = ({ randomBytes, nowMs }: Pick<SharedDeps, 'nowMs' | 'randomBytes'>) => {
  const tickets = new Map<string, number>();
  const listeners = new Set<() => void>();
  let sessions: readonly PageSession[] = [];
  const secret = (): string => Buffer.from(randomBytes(SECRET_BYTES)).toString('hex');
  const living = (): readonly PageSession[] => sessions.filter(({ expiresAtMs }) => expiresAtMs > nowMs());
  return {
    /** Makes a ticket, and returns it with the time when it expires. */
    issue: () => {
      const ticket = secret();
      const expiresAtMs = nowMs() + LIMITS.pageTicketMsMax;
      tickets.set(hashOf(ticket), expiresAtMs);
      for (const [hash] of [...tickets].slice(0, -LIMITS.pageTicketsMax)) tickets.delete(hash);
      return { ticket, expiresAtMs };
    },
    /** Exchanges the ticket for a session. Returns null if the ticket was used, has expired or never existed. */
    admit: (ticket: string) => {
      const hash = hashOf(ticket);
      const expiresAtMs = tickets.get(hash);
      tickets.delete(hash);
      if (expiresAtMs === undefined || expiresAtMs <= nowMs()) return null;
      const [cookie, key] = [secret(), secret()];
      const made = {
        cookieHash: hashOf(cookie),
        keyHash: hashOf(key),
        expiresAtMs: nowMs() + LIMITS.pageSessionMsMax,
      };
      sessions = [...living(), made].slice(-LIMITS.pageSessionsMax);
      return { cookie, key };
    },
    /** Whether both secrets are of one session. Hashes are compared, so the time of a comparison reveals nothing about the secrets. */
    knows: (cookie: string, key: string): boolean => {
      const [cookieHash, keyHash] = [hashOf(cookie), hashOf(key)];
      return living().some((session) => session.cookieHash === cookieHash && session.keyHash === keyHash);
    },
    /** Ends every session and ticket. Returns the number of sessions that ended. */
    endAll: () => {
      const ended = living().length;
      tickets.clear();
      sessions = [];
      for (const listener of listeners) listener();
      return ended;
    },
    /** Registers a listener for `endAll`. The returned function removes the listener. */
    onEnd: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
