/**
 * A browser's access to the page. A ticket opens the page once and becomes a session of two secrets. One secret is in a cookie that no
 * script can read; the page sends the other one in a header. A browser sends a cookie of 127.0.0.1 to every port of this machine, so a
 * program that sees the cookie there lacks the other secret. Only hashes are kept, and only in this process. While no daemon runs,
 * another program may take its port and receive both secrets from an open page, but the next daemon does not accept them. [PG-2]
 */
import { createHash } from 'node:crypto';
import { LIMITS } from '@cairn/schema';

interface PageSession {
  readonly cookieHash: string;
  readonly keyHash: string;
  readonly expiresAtMs: number;
}

export interface PageAccess {
  /** Returns a new ticket, and when it expires. */
  issue(): { readonly ticket: string; readonly expiresAtMs: number };
  /** Returns null when the ticket is used, expired or unknown. */
  admit(ticket: string): { readonly cookie: string; readonly key: string } | null;
  knows(cookie: string, key: string): boolean;
  /** Ends all sessions and tickets. Returns the number of sessions. */
  endAll(): number;
  /** Calls the listener once for each `endAll`. Returns a function that removes it. */
  onEnd(listener: () => void): () => void;
}

export interface PageAccessDeps {
  readonly randomBytes: (count: number) => Uint8Array;
  readonly nowMs: () => number;
}

const SECRET_BYTES = 32;

export const createPageAccess = ({ randomBytes, nowMs }: PageAccessDeps): PageAccess => {
  const tickets = new Map<string, number>();
  const listeners = new Set<() => void>();
  let sessions: readonly PageSession[] = [];
  const secret = (): string => Buffer.from(randomBytes(SECRET_BYTES)).toString('hex');
  const living = (): readonly PageSession[] => sessions.filter(({ expiresAtMs }) => expiresAtMs > nowMs());
  return {
    issue: () => {
      const ticket = secret();
      const expiresAtMs = nowMs() + LIMITS.pageTicketMsMax;
      tickets.set(hashOf(ticket), expiresAtMs);
      for (const [hash] of [...tickets].slice(0, -LIMITS.pageTicketsMax)) tickets.delete(hash);
      return { ticket, expiresAtMs };
    },
    admit: (ticket) => {
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
    // Hashes are compared, so the time that it takes tells nothing about the secrets.
    knows: (cookie, key) => {
      const [cookieHash, keyHash] = [hashOf(cookie), hashOf(key)];
      return living().some((session) => session.cookieHash === cookieHash && session.keyHash === keyHash);
    },
    endAll: () => {
      const ended = living().length;
      tickets.clear();
      sessions = [];
      for (const listener of listeners) listener();
      return ended;
    },
    onEnd: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
