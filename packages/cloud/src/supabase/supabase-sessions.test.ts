import { LIMITS } from '@cairn/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  newSessionKey,
  signLegacySession,
  signSession,
  startSupabaseAuth,
} from '../testing/supabase-auth.ts';
import { createSupabaseSessions } from './supabase-sessions.ts';

const ADA = '6b1f0b7e-7a39-4c0c-9f0e-3f7a5f1d2c3b';

/** Time stands where the machine's stands, and `advance` moves what the keys' age is measured by. */
const project = async () => {
  const auth = await startSupabaseAuth();
  onTestFinished(() => auth.close());
  let aheadMs = 0;
  const sessions = createSupabaseSessions({
    url: auth.url,
    publishableKey: 'sb_publishable_for_tests',
    issuer: `${auth.url}/auth/v1`,
    nowMs: () => Date.now() + aheadMs,
    fetch,
  });
  const claims = auth.claimsOf(ADA, Date.now());
  return {
    auth,
    claims,
    accountOf: sessions.accountOf,
    advance: (ms: number) => {
      aheadMs += ms;
    },
    refusal: async (token: string): Promise<string> => {
      const answer = await sessions.accountOf(token);
      if (answer.ok) return `accepted as ${answer.value}`;
      return answer.error.kind === 'refused' ? answer.error.detail : `unavailable: ${answer.error.reason}`;
    },
  };
};

describe('sessions of Supabase', () => {
  test('[SY-A4] a session signed with ES256 or RS256 names its user, and keys are fetched once', async () => {
    const { auth, accountOf } = await project();
    const rsa = newSessionKey('key-2', 'RS256');
    auth.serveKeys([auth.key, rsa, { ...newSessionKey('key-3'), publicJwk: { kty: 'OKP', kid: 'key-3' } }]);
    expect(await accountOf(auth.sessionOf(ADA))).toEqual({ ok: true, value: ADA });
    const upper = signSession(rsa, auth.claimsOf(ADA.toUpperCase(), Date.now()));
    expect(await accountOf(upper)).toEqual({ ok: true, value: ADA });
    const all = await Promise.all(Array.from({ length: 5 }, () => accountOf(auth.sessionOf(ADA))));
    expect(all.every((one) => one.ok)).toBe(true);
    expect(auth.requests()).toEqual(['/auth/v1/.well-known/jwks.json']);
  });

  test('[SY-A4] a forged or altered session is refused', async () => {
    const { auth, claims, refusal } = await project();
    const other = { ...newSessionKey('key-1'), kid: auth.key.kid };
    expect(await refusal(signSession(other, claims))).toMatch(/^The signature of this session is wrong/);
    const [head, , signature] = auth.sessionOf(ADA).split('.');
    const altered = Buffer.from(JSON.stringify({ ...claims, sub: ADA.replace('6', '7') }));
    expect(await refusal(`${head}.${altered.toString('base64url')}.${signature}`)).toMatch(
      /^The signature of this session is wrong/,
    );
    // The public key's own text as a shared secret, and no signature at all.
    const confused = signLegacySession(JSON.stringify(auth.key.publicJwk), claims);
    expect(await refusal(confused)).toMatch(/legacy shared secret/);
    const none = signSession(auth.key, claims, { alg: 'none', kid: auth.key.kid });
    expect(await refusal(none)).toMatch(/^This session is not signed as Supabase signs/);
    expect(await refusal(`${none.split('.').slice(0, 2).join('.')}.`)).toMatch(/^This session is not signed/);
    // A key of one kind under the algorithm of another.
    const mixed = signSession(auth.key, claims, { alg: 'RS256', kid: auth.key.kid });
    expect(await refusal(mixed)).toMatch(/^No key of this Supabase project/);
    for (const text of ['eyJ.eyJ.', 'eyJh.eyJh.c2ln', 'x']) {
      expect(await refusal(text)).toMatch(/^This is no Supabase access token/);
    }
    expect(await refusal(`${auth.sessionOf(ADA)}${'x'.repeat(LIMITS.sessionTokenCharsMax)}`)).toMatch(
      /at most/,
    );
  });

  test('[SY-A4] a session that is over, or of another project or role, is refused with what it is', async () => {
    const { auth, claims, refusal } = await project();
    const signed = (more: object) => signSession(auth.key, { ...claims, ...more });
    const nowS = Math.floor(Date.now() / 1_000);
    expect(await refusal(signed({ exp: nowS - 1 }))).toMatch(/^This session has expired/);
    expect(await refusal(signed({ exp: undefined }))).not.toMatch(/^accepted/);
    expect(await refusal(signed({ iss: 'https://other.supabase.co/auth/v1' }))).toMatch(
      /^This session is of another Supabase project: it comes from https:\/\/other/,
    );
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
    for (let count = 0; count < 5; count += 1)
      expect(await refusal(session)).toMatch(/^No key of this Supabase project/);
    auth.serveKeys([auth.key, rotated]);
    advance(10_000);
    expect((await accountOf(session)).ok).toBe(true);
    expect(auth.requests()).toHaveLength(2);
    // A key that was taken back no longer serves once the keys are fetched again.
    auth.serveKeys([rotated]);
    advance(600_001);
    expect(await refusal(auth.sessionOf(ADA))).toMatch(/^No key of this Supabase project/);
  });

  test('[SY-A4] while the keys cannot be fetched known ones serve for an hour, and nothing else does', async () => {
    const { auth, claims, accountOf, refusal, advance } = await project();
    auth.setUp(false);
    expect(await refusal(auth.sessionOf(ADA))).toMatch(/^unavailable: .* answered HTTP 503/);
    auth.setUp(true);
    advance(10_000);
    expect((await accountOf(auth.sessionOf(ADA))).ok).toBe(true);
    auth.setUp(false);
    advance(3_599_000);
    expect((await accountOf(auth.sessionOf(ADA))).ok).toBe(true);
    expect(await refusal(signSession(newSessionKey('key-9'), claims))).toMatch(/^unavailable/);
    advance(2_000);
    expect(await refusal(auth.sessionOf(ADA))).toMatch(/^unavailable/);
    await auth.close();
    advance(10_000);
    expect(await refusal(auth.sessionOf(ADA))).toMatch(/^unavailable: .* cannot be fetched/);
  });
});
