/**
 * How a browser gets in. A ticket opens the page once; a session is what it becomes: two secrets, one in a cookie that no
 * script can read, one that the page keeps and shows in a header. A cookie of 127.0.0.1 is sent to every port of this machine,
 * so anyone who sees it there still lacks the other half. Only hashes are kept, and only in this process: while no daemon runs,
 * another program may take its port and be shown both halves by an open page, which open nothing afterwards. [PG-2]
 */
import { createHash } from 'node:crypto';
import { LIMITS } from '@cairn/schema';

interface PageSession {
  readonly cookieHash: string;
  readonly keyHash: string;
  readonly expiresAtMs: number;
}

export interface PageAccess {
  /** A ticket, and until when it works. */
  issue(): { readonly ticket: string; readonly expiresAtMs: number };
  /** Null: it was used, is too old, or never was one. */
  admit(ticket: string): { readonly cookie: string; readonly key: string } | null;
  knows(cookie: string, key: string): boolean;
  /** Every session and ticket; answers how many sessions there were. */
  endAll(): number;
  /** Called once with every `endAll`, until it is taken back by the answer. */
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
    // Hashes are compared: how long that takes says nothing about the secrets.
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
