import { createPublicKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIMITS } from '@cairn/schema';
import { newSessionKey, signLegacySession, signSession, startSupabaseAuth } from '@cairn/test-support';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSupabaseSessions } from './supabase-sessions.ts';

const ADA = '6b1f0b7e-7a39-4c0c-9f0e-3f7a5f1d2c3b';

afterEach(() => {
  vi.useRealTimers();
});

const sessionsOf = (url: string, more: { readonly fetchMsMax?: number } = {}) => {
  const { accountOf } = createSupabaseSessions({
    url,
    issuer: `${url}/auth/v1`,
    nowMs: Date.now,
    fetch,
    ...more,
  });
  return {
    accountOf,
    refusal: async (token: string): Promise<string> => {
      const answer = await accountOf(token);
      if (answer.ok) return `accepted as ${answer.value}`;
      return answer.error.kind === 'refused' ? answer.error.detail : `unavailable: ${answer.error.reason}`;
    },
  };
};

/** The clock moves by `advance` alone; sockets and timers are the machine's. */
const project = async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const auth = await startSupabaseAuth();
  onTestFinished(() => auth.close());
  return {
    auth,
    claims: auth.claimsOf(ADA, Date.now()),
    ...sessionsOf(auth.url),
    advance: (ms: number) => vi.setSystemTime(Date.now() + ms),
  };
};

/** Keys that somebody hostile serves. */
const oddProject = async (
  answer: (write: (text: string) => void, end: () => void) => void,
  more: { readonly fetchMsMax?: number } = {},
) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.on('error', () => undefined);
    answer(
      (text) => response.write(text),
      () => response.end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
  return sessionsOf(`http://127.0.0.1:${port}`, more);
};

const NOT_SIGNED = /^This session is not signed as Supabase signs/;
const WRONG_SIGNATURE = /^The signature of this session is wrong/;
const NO_KEY = /^No key of this Supabase project/;

describe('sessions of Supabase', () => {
  test('[SY-A4] a session signed with ES256 or RS256 names its user, and keys are fetched once', async () => {
    const { auth, accountOf } = await project();
    const rsa = newSessionKey('key-2', 'RS256');
    auth.serveKeys([auth.key, rsa, { ...newSessionKey('key-3'), publicJwk: { kty: 'OKP', kid: 'key-3' } }]);
    const all = await Promise.all(Array.from({ length: 5 }, () => accountOf(auth.sessionOf(ADA))));
    expect(all).toEqual(Array.from({ length: 5 }, () => ({ ok: true, value: ADA })));
    const upper = signSession(rsa, auth.claimsOf(ADA.toUpperCase(), Date.now()));
    expect(await accountOf(upper)).toEqual({ ok: true, value: ADA });
    expect(auth.requests()).toEqual(['/auth/v1/.well-known/jwks.json']);
  });

  test('[SY-A4] a forged or altered session is refused', async () => {
    const { auth, claims, refusal } = await project();
    expect(await refusal(signSession(newSessionKey('key-1'), claims))).toMatch(WRONG_SIGNATURE);
    const [head, , signature] = auth.sessionOf(ADA).split('.');
    const altered = Buffer.from(JSON.stringify({ ...claims, sub: ADA.replace('6', '7') }));
    expect(await refusal(`${head}.${altered.toString('base64url')}.${signature}`)).toMatch(WRONG_SIGNATURE);
    const none = signSession(auth.key, claims, { alg: 'none', kid: auth.key.kid });
    expect(await refusal(none)).toMatch(NOT_SIGNED);
    expect(await refusal(`${none.split('.').slice(0, 2).join('.')}.`)).toMatch(NOT_SIGNED);
    // A key of one kind under the algorithm of another, and a kind that the project has no key of.
    const mixed = signSession(auth.key, claims, { alg: 'RS256', kid: auth.key.kid });
    expect(await refusal(mixed)).toMatch(NO_KEY);
    const odd = signSession(auth.key, claims, { alg: 'ES384', kid: auth.key.kid });
    expect(await refusal(odd)).toMatch(NOT_SIGNED);
    // Extensions that a session has to be understood by, and this server does not.
    const extended = { alg: 'ES256', kid: auth.key.kid, crit: ['exp'], exp: 1 };
    expect(await refusal(signSession(auth.key, claims, extended))).toMatch(NOT_SIGNED);
    for (const text of ['eyJ.eyJ.', 'eyJh.eyJh.c2ln', 'x', 'eyJh.eyJh.c2ln.x.y'])
      expect(await refusal(text)).toMatch(/^This is not a Supabase access token/);
    expect(await refusal(`${auth.sessionOf(ADA)}${'x'.repeat(LIMITS.sessionTokenCharsMax)}`)).toMatch(
      /at most/,
    );
  });

  test('[SY-A4] a public key is no shared secret, and a header names no key of its own', async () => {
    const { auth, claims, refusal } = await project();
    const { kid } = auth.key;
    for (const secret of [
      JSON.stringify(auth.key.publicJwk),
      String(createPublicKey(auth.key.privateKey).export({ type: 'spki', format: 'pem' })),
    ])
      expect(await refusal(signLegacySession(secret, claims, { kid }))).toMatch(/legacy shared secret/);
    // Keys that come with the token: its own, and one at an address of the attacker.
    const own = newSessionKey('mine');
    for (const header of [
      { jwk: own.publicJwk },
      { jku: 'https://evil.example/keys' },
      { crit: ['x'], x: 1 },
    ])
      expect(await refusal(signSession(own, claims, { alg: 'ES256', kid: 'mine', ...header }))).not.toMatch(
        /^accepted/,
      );
    expect(auth.requests().every((path) => path === '/auth/v1/.well-known/jwks.json')).toBe(true);
  });

  test('[SY-A4] a session that is over, early, or of another project or role, is refused with what it is', async () => {
    const { auth, claims, refusal } = await project();
    const signed = (more: object) => signSession(auth.key, { ...claims, ...more });
    const nowS = Math.floor(Date.now() / 1_000);
    expect(await refusal(signed({ exp: nowS - 1 }))).toMatch(/^This session has expired/);
    for (const exp of [undefined, '9999999999', null])
      expect(await refusal(signed({ exp }))).toMatch(/^This token is not the session of a user/);
    expect(await refusal(signed({ nbf: nowS + 60 }))).toMatch(/^This session is not valid yet/);
    expect(await refusal(signed({ iss: 'https://other.supabase.co/auth/v1' }))).toMatch(
      /^This session is of another Supabase project: it comes from https:\/\/other/,
    );
    expect(await refusal(signed({ iss: undefined }))).toMatch(/^This session is of another Supabase project/);
    const notSignedIn = /^This token is not the session of a signed-in user/;
    expect(await refusal(signed({ aud: 'anon' }))).toMatch(notSignedIn);
    expect(await refusal(signed({ aud: ['other'] }))).toMatch(notSignedIn);
    expect(await refusal(signed({ role: 'service_role' }))).toMatch(notSignedIn);
    expect(await refusal(signed({ is_anonymous: true }))).toMatch(/^An anonymous session/);
    expect(await refusal(signed({ sub: 'ada' }))).toMatch(/^This token is not the session of a user/);
    expect(await refusal(signed({ sub: undefined }))).toMatch(/^This token is not the session of a user/);
  });

  test('[SY-A4] a legacy HS256 session is refused without asking anybody', async () => {
    const { auth, claims, refusal } = await project();
    expect(await refusal(signLegacySession('super-secret-jwt-token', claims))).toMatch(
      /migrate to asymmetric signing keys/,
    );
    expect(auth.requests()).toEqual([]);
  });

  test('[SY-A4] a new key is noticed, and unknown ones cost a request in ten seconds at most', async () => {
    const { auth, claims, accountOf, refusal, advance } = await project();
    const rotated = newSessionKey('key-2');
    expect((await accountOf(auth.sessionOf(ADA))).ok).toBe(true);
    const session = signSession(rotated, claims);
    for (let count = 0; count < 5; count += 1) expect(await refusal(session)).toMatch(NO_KEY);
    auth.serveKeys([auth.key, rotated]);
    advance(10_000);
    expect((await accountOf(session)).ok).toBe(true);
    expect(auth.requests()).toHaveLength(2);
    // A key that was taken back no longer serves once the keys are fetched again.
    auth.serveKeys([rotated]);
    advance(600_001);
    expect(await refusal(auth.sessionOf(ADA))).toMatch(NO_KEY);
  });

  test('[SY-A4] while keys cannot be fetched nothing new is accepted, and Supabase is asked every ten seconds', async () => {
    const { auth, claims, accountOf, refusal, advance } = await project();
    auth.setUp(false);
    for (let count = 0; count < 5; count += 1)
      expect(await refusal(auth.sessionOf(ADA))).toMatch(/^unavailable: .* answered HTTP 503/);
    expect(auth.requests()).toHaveLength(1);
    auth.setUp(true);
    advance(10_000);
    expect((await accountOf(auth.sessionOf(ADA))).ok).toBe(true);
    auth.setUp(false);
    advance(599_000);
    expect((await accountOf(auth.sessionOf(ADA))).ok).toBe(true);
    expect(await refusal(signSession(newSessionKey('key-9'), claims))).toMatch(/^unavailable/);
    advance(11_000);
    expect(await refusal(auth.sessionOf(ADA))).toMatch(/^unavailable/);
    await auth.close();
    advance(10_000);
    expect(await refusal(auth.sessionOf(ADA))).toMatch(/^unavailable/);
  });

  test('[SY-A4] a clock that is set back does not prolong the pause after a failure', async () => {
    const { auth, accountOf, refusal, advance } = await project();
    auth.setUp(false);
    expect(await refusal(auth.sessionOf(ADA))).toMatch(/^unavailable/);
    auth.setUp(true);
    advance(-3_600_000);
    expect((await accountOf(auth.sessionOf(ADA))).ok).toBe(true);
  });

  test('[SY-A4] keys that are huge, endless, no keys or private ones verify nothing and end in time', async () => {
    const key = newSessionKey('key-1');
    const session = signSession(key, { sub: ADA });
    const huge = await oddProject((write) => {
      write('{"keys":[');
      for (let count = 0; count < 3_000; count += 1) write(`${'{"kty":"EC","kid":"x"},'.repeat(10)}`);
    });
    expect(await huge.refusal(session)).toMatch(/^unavailable: .* more than 65536 bytes/);
    for (const text of ['no JSON', '{"keys":{}}', '[]', '{"keys":["x"]}']) {
      const odd = await oddProject((write, end) => {
        write(text);
        end();
      });
      expect(await odd.refusal(session)).toMatch(/^unavailable/);
    }
    // A symmetric key in the set is none that ES256 can be checked with.
    const symmetric = await oddProject((write, end) => {
      write(JSON.stringify({ keys: [{ kty: 'oct', kid: 'key-1', alg: 'HS256', k: 'c2VjcmV0' }] }));
      end();
    });
    expect(await symmetric.refusal(session)).toMatch(NO_KEY);
  });

  test('[SY-A4] keys that never come to an end are given up', async () => {
    const slow = await oddProject((write) => write('{"keys":['), { fetchMsMax: 200 });
    expect(await slow.refusal(signSession(newSessionKey('key-1'), { sub: ADA }))).toMatch(
      /^unavailable: .*(timeout|timed out)/,
    );
  });
});
