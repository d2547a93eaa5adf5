/**
 * Users, codes, sessions and refresh tokens of a Supabase Auth double, in memory. Rules and error codes are those of
 * github.com/supabase/auth. One e-mail is sent per 60 s. A code is valid for an hour and works once. A refresh token works once in its
 * family, and its parent once more. Reuse after 10 s ends the family.
 */
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';

/** Error in the form in which Auth returns it. */
export interface AuthFailure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export type AuthOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AuthFailure };

export interface AuthUser {
  readonly id: string;
  readonly email: string;
  readonly password: string | null;
}

interface RefreshToken {
  readonly token: string;
  readonly session: string;
  readonly parent: string | null;
  usedAtMs: number | null;
}

export interface Granted {
  readonly user: AuthUser;
  readonly session: string;
  readonly refreshToken: string;
}

const MAIL_MS_MIN = 60_000;
const CODE_MS_MAX = 3_600_000;
const FLOW_MS_MAX = 300_000;
const REUSE_MS = 10_000;

export const failed = (
  status: number,
  code: string,
  message: string,
): { readonly ok: false; readonly error: AuthFailure } => ({ ok: false, error: { status, code, message } });
const done = <T>(value: T): AuthOutcome<T> => ({ ok: true, value });

export const createAccounts = (nowMs: () => number) => {
  const users = new Map<string, AuthUser>();
  const mails = new Map<string, { readonly code: string; readonly sentAtMs: number; isUsed: boolean }>();
  const flows = new Map<
    string,
    { readonly email: string; readonly challenge: string; readonly atMs: number }
  >();
  const sessions = new Map<string, string>();
  const startedAtMs = new Map<string, number>();
  const tokens = new Map<string, RefreshToken>();
  const unconfirmed = new Set<string>();
  const banned = new Set<string>();
  let isSignupOpen = true;
  let sessionMsMax = Number.POSITIVE_INFINITY;

  const add = (email: string, password: string | null = null): AuthUser => {
    const user = { id: randomUUID(), email, password };
    users.set(email, user);
    return user;
  };

  const issue = (session: string, parent: string | null): string => {
    const token = randomBytes(9).toString('base64url');
    tokens.set(token, { token, session, parent, usedAtMs: null });
    return token;
  };

  const begin = (user: AuthUser): Granted => {
    const session = randomUUID();
    sessions.set(session, user.id);
    startedAtMs.set(session, nowMs());
    return { user, session, refreshToken: issue(session, null) };
  };

  const userOf = (session: string): AuthUser | undefined =>
    [...users.values()].find(({ id }) => id === sessions.get(session));

  const endSession = (session: string): void => {
    sessions.delete(session);
    for (const one of tokens.values()) if (one.session === session) tokens.delete(one.token);
  };

  const endAll = (user: string): void => {
    for (const [session, owner] of sessions) if (owner === user) endSession(session);
  };

  const reused = (old: RefreshToken): AuthOutcome<string> => {
    const family = [...tokens.values()].filter(({ session }) => session === old.session);
    const active = family.find(({ usedAtMs }) => usedAtMs === null);
    // The answer to the first use was lost, so the same token is returned.
    if (active?.parent === old.token) return done(active.token);
    if (nowMs() - (old.usedAtMs ?? 0) <= REUSE_MS) return done(issue(old.session, old.token));
    for (const one of family) one.usedAtMs ??= nowMs();
    return failed(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  };

  return {
    add,
    /** Returns the code that was mailed last. */
    codeFor: (email: string): string => mails.get(email)?.code ?? '',
    closeSignup: (): void => {
      isSignupOpen = false;
    },
    remove: (email: string): void => {
      const user = users.get(email);
      if (user !== undefined) endAll(user.id);
      users.delete(email);
    },
    /** Marks an address whose confirmation link was not opened yet. */
    unconfirm: (email: string): void => void unconfirmed.add(email),
    /** Acts like the dashboard's "sign out user". */
    endSessionsOf: (email: string): void => endAll(users.get(email)?.id ?? ''),
    /** Acts like the dashboard's "ban user". */
    ban: (email: string): void => void banned.add(email),
    isBanned: (email: string): boolean => banned.has(email),
    /** Sets the project's "time-box user sessions". */
    limitSessions: (ms: number): void => {
      sessionMsMax = ms;
    },
    userOf,
    hasUser: (id: string): boolean => [...users.values()].some((user) => user.id === id),

    mail: (email: string, mayCreate: boolean): AuthOutcome<object> => {
      const last = mails.get(email);
      const waitMs = last === undefined ? 0 : last.sentAtMs + MAIL_MS_MIN - nowMs();
      if (waitMs > 0) {
        const text = `For security purposes, you can only request this after ${Math.ceil(waitMs / 1_000)} seconds.`;
        return failed(429, 'over_email_send_rate_limit', text);
      }
      if (!users.has(email)) {
        if (!mayCreate || !isSignupOpen) return failed(422, 'otp_disabled', 'Signups not allowed for otp');
        add(email);
      }
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      mails.set(email, { code, sentAtMs: nowMs(), isUsed: false });
      return done({});
    },

    verify: (email: string, code: string): AuthOutcome<Granted> => {
      const mail = mails.get(email);
      const user = users.get(email);
      const fits = mail?.code === code && !mail.isUsed && nowMs() - mail.sentAtMs <= CODE_MS_MAX;
      if (user === undefined || mail === undefined || !fits)
        return failed(403, 'otp_expired', 'Token has expired or is invalid');
      mail.isUsed = true;
      return done(begin(user));
    },

    password: (email: string, password: string): AuthOutcome<Granted> => {
      const user = users.get(email);
      if (user === undefined || user.password !== password)
        return failed(400, 'invalid_credentials', 'Invalid login credentials');
      if (banned.has(email)) return failed(400, 'user_banned', 'User is banned');
      return unconfirmed.has(email)
        ? failed(400, 'email_not_confirmed', 'Email not confirmed')
        : done(begin(user));
    },

    /** Returns the code that a provider's redirect carries after consent. */
    consent: (email: string, challenge: string): string => {
      if (!users.has(email)) add(email);
      const code = randomUUID();
      flows.set(code, { email, challenge, atMs: nowMs() });
      return code;
    },

    exchange: (code: string, verifier: string): AuthOutcome<Granted> => {
      const flow = flows.get(code);
      const user = users.get(flow?.email ?? '');
      if (flow === undefined || user === undefined)
        return failed(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
      if (nowMs() - flow.atMs > FLOW_MS_MAX)
        return failed(403, 'flow_state_expired', 'invalid flow state, flow state has expired');
      if (createHash('sha256').update(verifier).digest('base64url') !== flow.challenge)
        return failed(
          400,
          'bad_code_verifier',
          'code challenge does not match previously saved code verifier',
        );
      flows.delete(code);
      return done(begin(user));
    },

    refresh: (token: string): AuthOutcome<Granted> => {
      const old = tokens.get(token);
      const user = old === undefined ? undefined : userOf(old.session);
      if (old === undefined || user === undefined)
        return failed(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
      if (banned.has(user.email)) return failed(400, 'user_banned', 'Invalid Refresh Token: User Banned');
      if (nowMs() - (startedAtMs.get(old.session) ?? 0) > sessionMsMax)
        return failed(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
      const next = old.usedAtMs === null ? done(issue(old.session, old.token)) : reused(old);
      if (!next.ok) return next;
      old.usedAtMs ??= nowMs();
      return done({ user, session: old.session, refreshToken: next.value });
    },

    end: (session: string, scope: string): void => {
      const user = sessions.get(session) ?? '';
      if (scope === 'global') endAll(user);
      else endSession(session);
    },
  };
};

export type Accounts = ReturnType<typeof createAccounts>;
