/**
 * Sessions of a Supabase project, verified here with its public keys. supabase-js verifies, but only with a key of ours: left to
 * itself it asks the Auth server about every token whose key it does not know, and checks neither issuer nor audience. [SY-A4]
 */
import { err, LIMITS, ok } from '@cairn/schema';
import { createClient } from '@supabase/supabase-js';
import type { AccountSessions, SessionFailure } from '../ports/account-sessions.ts';
import { readClaims, readHeader } from './session-claims.ts';
import { createSigningKeys, type SigningKey } from './signing-keys.ts';

interface SupabaseSessionsDeps {
  readonly url: string;
  readonly publishableKey: string;
  readonly issuer: string;
  readonly nowMs: () => number;
  readonly fetch: typeof fetch;
}

const refused = (detail: string): { readonly ok: false; readonly error: SessionFailure } =>
  err({ kind: 'refused', detail });

const WRONG_SIGNATURE = 'The signature of this session is wrong. Sign in again.';

export const createSupabaseSessions = (deps: SupabaseSessionsDeps): AccountSessions => {
  const { url, publishableKey, issuer, nowMs, fetch } = deps;
  const keys = createSigningKeys({ url: `${url}/auth/v1/.well-known/jwks.json`, nowMs, fetch });
  const { auth } = createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
  });

  /** The claims once the signature holds and the time is not over; the error is a sentence. */
  const claimsOf = async (token: string, key: SigningKey) => {
    try {
      const { data, error } = await auth.getClaims(token, { jwks: { keys: [key] } });
      if (data !== null) return ok(data.claims);
      return /expired/i.test(error?.message ?? '')
        ? err('This session has expired. Sign in again, and give its fresh access token.')
        : err(WRONG_SIGNATURE);
    } catch {
      // A key that fits no such signature: the platform's own error.
      return err(WRONG_SIGNATURE);
    }
  };

  return {
    accountOf: async (token) => {
      if (token.length > LIMITS.sessionTokenCharsMax)
        return refused(`A session has at most ${LIMITS.sessionTokenCharsMax} characters.`);
      const header = readHeader(token);
      if (!header.ok) return refused(header.error);
      const key = await keys.find(header.value.kid);
      if (!key.ok) return err({ kind: 'unavailable', reason: key.error });
      if (key.value === null || key.value.kty !== header.value.kty)
        return refused('No key of this Supabase project has signed this session. Sign in again.');
      const claims = await claimsOf(token, key.value);
      if (!claims.ok) return refused(claims.error);
      const account = readClaims(claims.value, issuer);
      return account.ok ? account : refused(account.error);
    },
  };
};
