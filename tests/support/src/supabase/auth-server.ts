/**
 * A Supabase project's Auth over HTTP on loopback, for tests. It covers codes by e-mail, passwords, OAuth with PKCE, refresh tokens,
 * sign-out and the signing keys. Its answers are those of github.com/supabase/auth.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Accounts,
  type AuthFailure,
  type AuthOutcome,
  createAccounts,
  failed,
  type Granted,
} from './accounts.ts';
import { newSessionKey, type SessionKey, signLegacySession, signSession } from './session-keys.ts';

const TOKEN_S = 3_600;
const PREFIX = '/auth/v1';

/** Shared secret of a project that signs with HS256. */
const LEGACY_SECRET = 'super-secret-jwt-token-with-at-least-32-characters';

interface AuthOptions {
  /** Algorithm of the signature. `HS256` is a project that has not migrated; it publishes no keys. */
  readonly algorithm?: 'ES256' | 'HS256';
}

interface Call {
  readonly method: string;
  readonly url: URL;
  readonly body: Readonly<Record<string, unknown>>;
  readonly bearer: string;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const refusal = ({ status, code, message }: AuthFailure): Answer => ({ status, body: { code, message } });

export const startSupabaseAuth = async (options: AuthOptions = {}) => {
  const first = newSessionKey('key-1');
  let current = first;
  let keys: readonly SessionKey[] = options.algorithm === 'HS256' ? [] : [first];
  let isUp = true;
  let aheadMs = 0;
  let losesAnswers = 0;
  let consentsAs: string | null = 'octo@example.org';
  const requests: string[] = [];
  const accounts = createAccounts(() => Date.now() + aheadMs);
  const parts: Parts = {
    accounts,
    consentsAs: () => consentsAs,
    sessionTokens: (granted) => sessionBody(granted, Date.now() + aheadMs, sign),
    sessionIn: (bearer) => sessionIdIn(bearer, Date.now() + aheadMs),
  };
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    void answerTo(request).then((answer) => {
      if (losesAnswers > 0 && request.url?.includes('refresh_token') === true) {
        losesAnswers -= 1;
        response.destroy();
      } else send(response, answer);
    });
  });
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const call = await readCall(request);
    if (!isUp) return { status: 503, body: { message: 'down' } };
    if (call.url.pathname === `${PREFIX}/.well-known/jwks.json`)
      return { status: 200, body: { keys: keys.map((key) => key.publicJwk) } };
    const isBrowser = call.url.pathname === `${PREFIX}/authorize`;
    if (!isBrowser && request.headers.apikey === undefined)
      return { status: 401, body: { message: 'No API key found in request' } };
    return route(call, parts);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
  const url = `http://127.0.0.1:${port}`;
  const claimsOf = (user: string, nowMs: number) => ({
    iss: `${url}${PREFIX}`,
    aud: 'authenticated',
    role: 'authenticated',
    sub: user,
    is_anonymous: false,
    iat: Math.floor(nowMs / 1_000) - 10,
    exp: Math.floor(nowMs / 1_000) + TOKEN_S,
    email: 'someone@example.org',
  });
  const sign = ({ user, session }: Granted, nowMs: number): string => {
    const claims = { ...claimsOf(user.id, nowMs), email: user.email, session_id: session };
    return options.algorithm === 'HS256'
      ? signLegacySession(LEGACY_SECRET, claims)
      : signSession(current, claims);
  };
  return {
    url,
    key: first,
    accounts,
    /** Returns the requested paths, in order. */
    requests: (): readonly string[] => requests,
    claimsOf,
    /** Returns a session of a user who has signed in. */
    sessionOf: (user: string, nowMs: number = Date.now()) => signSession(current, claimsOf(user, nowMs)),
    /** Rotates the signing key and revokes the previous one. */
    rotateKey: () => {
      current = newSessionKey('key-2');
      keys = [current];
    },
    serveKeys: (served: readonly SessionKey[]) => {
      keys = served;
    },
    setUp: (up: boolean) => {
      isUp = up;
    },
    /** Moves this server's clock, which sets and checks the times of sessions. */
    advance: (ms: number) => {
      aheadMs += ms;
    },
    /** Sets the account that the OAuth provider reports; null when the person declines. */
    consentAs: (email: string | null) => {
      consentsAs = email;
    },
    /** Drops the answer to the next refresh, after the refresh is done. */
    loseAnswer: () => {
      losesAnswers += 1;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type SupabaseAuth = Awaited<ReturnType<typeof startSupabaseAuth>>;

interface Bearer {
  readonly session: string;
  readonly user: string;
}

interface Parts {
  readonly accounts: Accounts;
  /** Returns the account of the consent; null when the person declines. */
  readonly consentsAs: () => string | null;
  readonly sessionTokens: (granted: Granted) => object;
  readonly sessionIn: (bearer: string) => AuthOutcome<Bearer>;
}

const route = (call: Call, parts: Parts): Answer => {
  const { accounts, sessionTokens } = parts;
  const { method, url, body } = call;
  const email = textOf(body.email).toLowerCase();
  const granted = (outcome: AuthOutcome<Granted>): Answer =>
    outcome.ok ? { status: 200, body: sessionTokens(outcome.value) } : refusal(outcome.error);
  switch (`${method} ${url.pathname.slice(PREFIX.length)}`) {
    case 'POST /otp': {
      const sent = accounts.mail(email, body.create_user !== false);
      return sent.ok ? { status: 200, body: {} } : refusal(sent.error);
    }
    case 'POST /verify':
      return granted(accounts.verify(email, textOf(body.token)));
    case 'POST /token':
      return granted(tokenGrant(url.searchParams.get('grant_type'), body, accounts));
    case 'GET /authorize':
      return authorize(url, parts);
    case 'GET /user':
      return withSession(call, parts, whoIs(accounts));
    case 'POST /logout':
      return withSession(call, parts, ({ session }) => {
        accounts.end(session, url.searchParams.get('scope') ?? 'global');
        return { status: 204 };
      });
    default:
      return { status: 404, body: { code: 'not_found', message: 'no such endpoint' } };
  }
};

const whoIs =
  (accounts: Accounts) =>
  ({ session, user: id }: Bearer): Answer => {
    const user = accounts.userOf(session);
    if (user !== undefined && accounts.isBanned(user.email))
      return refusal({ status: 403, code: 'user_banned', message: 'User is banned' });
    if (user !== undefined)
      return { status: 200, body: { id: user.id, aud: 'authenticated', email: user.email } };
    return accounts.hasUser(id)
      ? refusal({
          status: 403,
          code: 'session_not_found',
          message: 'Session from session_id claim in JWT does not exist',
        })
      : refusal({
          status: 403,
          code: 'user_not_found',
          message: 'User from sub claim in JWT does not exist',
        });
  };

const tokenGrant = (kind: string | null, body: Call['body'], accounts: Accounts): AuthOutcome<Granted> => {
  if (kind === 'password') return accounts.password(textOf(body.email).toLowerCase(), textOf(body.password));
  if (kind === 'pkce') return accounts.exchange(textOf(body.auth_code), textOf(body.code_verifier));
  if (kind === 'refresh_token') return accounts.refresh(textOf(body.refresh_token));
  return failed(400, 'validation_failed', 'unsupported_grant_type');
};

/** Answers as a provider whose consent page redirects at once. */
const authorize = (url: URL, { accounts, consentsAs }: Parts): Answer => {
  const asked = (name: string): string => url.searchParams.get(name) ?? '';
  if (asked('provider') !== 'github') {
    const message = 'Unsupported provider: provider is not enabled';
    return refusal({ status: 400, code: 'validation_failed', message });
  }
  const email = consentsAs();
  const back = new URL(asked('redirect_to'));
  if (email === null) {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'The user denied the request');
  } else if (asked('code_challenge_method') === 's256')
    back.searchParams.set('code', accounts.consent(email, asked('code_challenge')));
  return { status: 302, location: back.href };
};

const withSession = ({ bearer }: Call, parts: Parts, work: (bearer: Bearer) => Answer): Answer => {
  const session = parts.sessionIn(bearer);
  return session.ok ? work(session.value) : refusal(session.error);
};

const sessionIdIn = (bearer: string, nowMs: number): AuthOutcome<Bearer> => {
  const [, claims = ''] = bearer.split('.');
  const {
    session_id: session,
    sub: user = '',
    exp,
  }: { session_id?: string; sub?: string; exp?: number } = claims === ''
    ? {}
    : JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (session === undefined) return failed(403, 'bad_jwt', 'invalid JWT');
  return (exp ?? 0) * 1_000 > nowMs
    ? { ok: true, value: { session, user } }
    : failed(
        403,
        'bad_jwt',
        'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
      );
};

const sessionBody = (granted: Granted, nowMs: number, sign: (granted: Granted, nowMs: number) => string) => ({
  access_token: sign(granted, nowMs),
  token_type: 'bearer',
  expires_in: TOKEN_S,
  expires_at: Math.floor(nowMs / 1_000) + TOKEN_S,
  refresh_token: granted.refreshToken,
  user: { id: granted.user.id, aud: 'authenticated', email: granted.user.email },
});

const readCall = async (request: IncomingMessage): Promise<Call> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return {
    method: request.method ?? '',
    url: new URL(request.url ?? '/', 'http://auth.invalid'),
    body: text === '' ? {} : Object(JSON.parse(text)),
    bearer: (request.headers.authorization ?? '').replace(/^Bearer /, ''),
  };
};

const send = (response: ServerResponse, { status, body, location }: Answer): void => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'X-Supabase-Api-Version': '2024-01-01',
    'sb-request-id': randomUUID(),
    ...(location === undefined ? {} : { Location: location }),
  });
  response.end(body === undefined ? undefined : JSON.stringify(body));
};
