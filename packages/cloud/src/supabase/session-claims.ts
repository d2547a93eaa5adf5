/** The claims that a session needs to open an account; whether its signature holds is checked elsewhere. */
import { err, ok, parseJson, type Result } from '@cairn/schema';
import * as z from 'zod';
import type { AccountId } from '../ports/account-sessions.ts';

const KEY_KINDS = { ES256: 'EC', RS256: 'RSA' } as const;

export interface SessionHeader {
  readonly kid: string;
  /** The kind of key that signs so; another one under the same id is refused. */
  readonly kty: 'EC' | 'RSA';
}

const header = z.looseObject({ alg: z.string(), kid: z.string().optional() });
const claims = z.looseObject({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  role: z.string(),
  sub: z.uuid().toLowerCase(),
  is_anonymous: z.boolean().optional(),
});

const AUDIENCE = 'authenticated';

const LEGACY =
  "This Supabase project still signs sessions with its legacy shared secret, which this server does not hold. In the dashboard's JWT Keys, migrate to asymmetric signing keys, then sign in again.";

const readPart = (part: string): unknown => parseJson(Buffer.from(part, 'base64url').toString());

/** The error is a sentence. */
export const readHeader = (token: string): Result<SessionHeader, string> => {
  const parsed = header.safeParse(readPart(token.split('.')[0] ?? ''));
  if (!parsed.success) return err('This is no Supabase access token.');
  const { alg, kid } = parsed.data;
  if (alg.startsWith('HS')) return err(LEGACY);
  if ((alg !== 'ES256' && alg !== 'RS256') || kid === undefined)
    return err('This session is not signed as Supabase signs (ES256 or RS256, with the id of its key).');
  return ok({ kid, kty: KEY_KINDS[alg] });
};

export const readClaims = (value: unknown, issuer: string): Result<AccountId, string> => {
  const parsed = claims.safeParse(value);
  if (!parsed.success) return err('This token is not the session of a user.');
  const { iss, aud, role, sub, is_anonymous: isAnonymous } = parsed.data;
  if (iss !== issuer)
    return err(
      `This session is of another Supabase project: it comes from ${iss}, this server takes ${issuer}.`,
    );
  const audiences = typeof aud === 'string' ? [aud] : aud;
  if (!audiences.includes(AUDIENCE) || role !== AUDIENCE)
    return err('This token is not the session of a signed-in user: give the access token of one.');
  return isAnonymous === true
    ? err('An anonymous session cannot own a vault: sign in with an account that lasts.')
    : ok(sub as AccountId);
};
