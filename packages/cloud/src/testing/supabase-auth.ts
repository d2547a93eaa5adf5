/** A Supabase project's Auth as far as sessions go: real signing keys, served over HTTP, and sessions signed with them. For tests. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SigningAlgorithm = 'ES256' | 'RS256';

export interface SessionKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicJwk: object;
}

export const newSessionKey = (kid: string, alg: SigningAlgorithm = 'ES256'): SessionKey => {
  const pair =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = pair.publicKey.export({ format: 'jwk' });
  return {
    kid,
    alg,
    privateKey: pair.privateKey,
    publicJwk: { ...jwk, kid, alg, use: 'sig', key_ops: ['verify'], ext: true },
  };
};

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** As Supabase signs; `header` may say something else than the key is. */
export const signSession = (
  key: SessionKey,
  claims: object,
  header: object = { alg: key.alg, kid: key.kid, typ: 'JWT' },
): string => {
  const text = `${encoded(header)}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
};

export const signLegacySession = (secret: string, claims: object): string => {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

export const startSupabaseAuth = async () => {
  const current = newSessionKey('key-1');
  let keys: readonly SessionKey[] = [current];
  let isUp = true;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const isKeys = request.url === '/auth/v1/.well-known/jwks.json';
    response.writeHead(isUp ? (isKeys ? 200 : 404) : 503, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isUp ? { keys: keys.map((key) => key.publicJwk) } : { message: 'down' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
  const url = `http://127.0.0.1:${port}`;
  const claimsOf = (user: string, nowMs: number) => ({
    iss: `${url}/auth/v1`,
    aud: 'authenticated',
    role: 'authenticated',
    sub: user,
    is_anonymous: false,
    iat: Math.floor(nowMs / 1_000) - 10,
    exp: Math.floor(nowMs / 1_000) + 3_600,
    email: 'someone@example.org',
  });
  return {
    url,
    key: current,
    /** Paths that were asked for, in order. */
    requests: (): readonly string[] => requests,
    claimsOf,
    /** The session of a user who has signed in. */
    sessionOf: (user: string, nowMs: number = Date.now()) => signSession(current, claimsOf(user, nowMs)),
    serveKeys: (served: readonly SessionKey[]) => {
      keys = served;
    },
    setUp: (up: boolean) => {
      isUp = up;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type SupabaseAuth = Awaited<ReturnType<typeof startSupabaseAuth>>;
