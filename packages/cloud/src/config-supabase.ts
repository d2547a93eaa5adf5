/** The Supabase project whose sessions open accounts. [SY-A4] */
import { err, ok, type Result } from '@cairn/schema';

export interface SupabaseConfig {
  /** The project's origin, without a slash at its end. */
  readonly url: string;
  readonly publishableKey: string;
  /** The claim `iss` of the project's sessions. */
  readonly issuer: string;
}

type Given = Readonly<Record<keyof SupabaseConfig, string | undefined>>;

const WHERE_KEYS_ARE = "the dashboard's Project Settings, API Keys, has it (sb_publishable_…)";

/** Checks the settings. Returns null if Supabase is not configured. */
export const supabaseConfig = (given: Given): Result<SupabaseConfig | null, string> => {
  const { url, publishableKey, issuer } = given;
  if (url === undefined) return withoutUrl(publishableKey, issuer);
  const origin = originOf(url);
  if (origin === null)
    return err("SUPABASE_URL has to be the project's address, like https://abcdefgh.supabase.co.");
  if (publishableKey === undefined)
    return err(`SUPABASE_URL needs SUPABASE_PUBLISHABLE_KEY too: ${WHERE_KEYS_ARE}.`);
  if (isSecret(publishableKey)) {
    return err(
      `SUPABASE_PUBLISHABLE_KEY holds a secret key, which this server must not have: give the publishable key; ${WHERE_KEYS_ARE}.`,
    );
  }
  if (issuer !== undefined && !URL.canParse(issuer))
    return err('SUPABASE_JWT_ISSUER has to be a URL, like https://abcdefgh.supabase.co/auth/v1.');
  return ok({ url: origin, publishableKey, issuer: issuer ?? `${origin}/auth/v1` });
};

const withoutUrl = (key: string | undefined, issuer: string | undefined): Result<null, string> => {
  if (key !== undefined)
    return err('SUPABASE_PUBLISHABLE_KEY is set without SUPABASE_URL: set both, or neither.');
  return issuer === undefined
    ? ok(null)
    : err('SUPABASE_JWT_ISSUER is set without SUPABASE_URL: set both, or neither.');
};

const originOf = (text: string): string | null => {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, pathname, search, hash, username } = new URL(text);
  const isHttp = protocol === 'https:' || protocol === 'http:';
  return isHttp && pathname === '/' && search === '' && hash === '' && username === '' ? origin : null;
};

/** Returns true for `sb_secret_…` and for a legacy key with the role `service_role`. */
const isSecret = (key: string): boolean => {
  const claims = key.split('.')[1];
  return (
    key.startsWith('sb_secret_') ||
    (claims !== undefined && Buffer.from(claims, 'base64url').toString().includes('"service_role"'))
  );
};
