/**
 * Verifies sessions of a Supabase project with its public keys. jose checks algorithm, signature, key, issuer, audience and times, and
 * caches the keys for 10 minutes. This module turns errors into sentences. [SY-A4]
 */
import { err, errorText, LIMITS, ok, orElse, type Result } from '@cairn/schema';
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import * as z from 'zod';
import type { AccountId, AccountSessions, SessionFailure } from '../ports/account-sessions.ts';
import { createKeyFetch } from './key-fetch.ts';

interface SupabaseSessionsDeps {
  readonly url: string;
  readonly issuer: string;
  readonly nowMs: () => number;
  readonly fetch: typeof fetch;
  /** The time limit for fetching the keys. Default: 5,000 ms. */
  readonly fetchMsMax?: number;
}

const AUDIENCE = 'authenticated';
const KEPT_MS = 600_000;
/** An unknown key id makes jose fetch the keys again, at most this often. */
const LOOK_AGAIN_MS = 10_000;
const FETCH_MS_MAX = 5_000;

const userClaims = z.looseObject({
  role: z.string(),
  sub: z.uuid().toLowerCase(),
  is_anonymous: z.boolean().optional(),
});

const refused = (detail: string): { readonly ok: false; readonly error: SessionFailure } =>
  err({ kind: 'refused', detail });

export const createSupabaseSessions = (deps: SupabaseSessionsDeps): AccountSessions => {
  const { url, issuer, nowMs, fetch, fetchMsMax = FETCH_MS_MAX } = deps;
  const keys = createRemoteJWKSet(new URL(`${url}/auth/v1/.well-known/jwks.json`), {
    cacheMaxAge: KEPT_MS,
    cooldownDuration: LOOK_AGAIN_MS,
    timeoutDuration: fetchMsMax,
    [customFetch]: createKeyFetch(fetch, nowMs),
  });
  const expected = {
    algorithms: ['ES256', 'RS256'],
    issuer,
    audience: AUDIENCE,
    requiredClaims: ['exp', 'sub'],
  };
  return {
    accountOf: async (token) => {
      if (token.length > LIMITS.sessionTokenCharsMax)
        return refused(`A session has at most ${LIMITS.sessionTokenCharsMax} characters.`);
      try {
        const { payload } = await jwtVerify(token, keys, {
          ...expected,
          currentDate: new Date(nowMs()),
        });
        return readUser(payload);
      } catch (error) {
        return err(failureOf(error, token, issuer));
      }
    },
  };
};

const readUser = (claims: object): Result<AccountId, SessionFailure> => {
  const parsed = userClaims.safeParse(claims);
  if (!parsed.success) return refused('This token is not the session of a user.');
  const { role, sub, is_anonymous: isAnonymous } = parsed.data;
  if (role !== AUDIENCE) return refused(NOT_SIGNED_IN);
  return isAnonymous === true
    ? refused('An anonymous session cannot own a vault: sign in with a permanent account.')
    : ok(sub as AccountId);
};

const NOT_SIGNED_IN = 'This token is not the session of a signed-in user: give the access token of one.';
const LEGACY =
  "This Supabase project still signs sessions with its legacy shared secret, which this server does not hold. In the dashboard's JWT Keys, migrate to asymmetric signing keys, then sign in again.";
const NOT_SUPPORTED =
  'This session is not signed as Supabase signs (ES256 or RS256, with the id of its key).';
const UNKNOWN_KEY = 'No key of this Supabase project has signed this session. Sign in again.';

const isLegacy = (token: string): boolean =>
  orElse(() => decodeProtectedHeader(token).alg?.startsWith('HS') === true, false);

const failureOf = (error: unknown, token: string, issuer: string): SessionFailure => {
  const refusal = (detail: string): SessionFailure => ({ kind: 'refused', detail });
  if (error instanceof errors.JWTExpired)
    return refusal('This session has expired. Sign in again: `cairn login`.');
  if (error instanceof errors.JWTClaimValidationFailed) return refusal(claimText(error, issuer));
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return refusal('The signature of this session is wrong. Sign in again.');
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return refusal(UNKNOWN_KEY);
  if (error instanceof errors.JOSENotSupported) return refusal(NOT_SUPPORTED);
  if (error instanceof errors.JOSEAlgNotAllowed) return refusal(isLegacy(token) ? LEGACY : NOT_SUPPORTED);
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid)
    return refusal('This is not a Supabase access token.');
  return { kind: 'unavailable', reason: errorText(error) };
};

const claimText = ({ claim, payload }: errors.JWTClaimValidationFailed, issuer: string): string => {
  if (claim === 'iss')
    return `This session is of another Supabase project: it comes from ${String(payload.iss)}, this server takes ${issuer}.`;
  if (claim === 'aud') return NOT_SIGNED_IN;
  return claim === 'nbf'
    ? "This session is not valid yet: this server's clock is behind that of Supabase. Set the clock, then try again."
    : 'This token is not the session of a user.';
};
