/**
 * Signs in to a Supabase project with Supabase's own library. This module is loaded when somebody signs in or a session is used, never by
 * a save. The client stores nothing, refreshes nothing by itself and sends each request once: retries of half a minute are off, because a
 * person waits. [SY-A7]
 */
import { err, LIMITS, ok, type Result, systemCodeOf } from '@cairn/schema';
import { AuthClient } from '@supabase/auth-js';
import * as z from 'zod';
import type { AuthProblem, Project, ProjectAuth, Tokens } from '../services/account/project-auth.ts';
import { reasonOf } from './network-reasons.ts';
import { readText } from './server-http.ts';

const ANSWER_MS_MAX = 10_000;
const ANSWER_BYTES_MAX = 1_048_576;
/** A status that the library treats as final. */
const FINAL_STATUS = 424;

const token = z
  .string()
  .max(LIMITS.sessionTokenCharsMax)
  .regex(/^[\x21-\x7e]+$/);
const personSchema = z.looseObject({ id: z.string().max(64), email: z.string().max(320).nullish() });
const tokensSchema = z.looseObject({
  session: z.looseObject({ access_token: token, refresh_token: token, expires_in: z.number().positive() }),
  user: personSchema,
});
const failureSchema = z.looseObject({
  name: z.string(),
  message: z.string(),
  code: z.string().optional().catch(undefined),
  status: z.number().optional().catch(undefined),
});

export const createSupabaseAuth = ({ url, publishableKey }: Project): ProjectAuth => {
  const client = (flowType: 'implicit' | 'pkce' = 'implicit') =>
    new AuthClient({
      url: `${url}/auth/v1`,
      headers: { apikey: publishableKey },
      fetch: askOnce,
      flowType,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      skipAutoInitialize: true,
    });
  return {
    mailCode: (email) => asked(() => client().signInWithOtp({ email }), readNothing),
    byCode: (email, code) =>
      asked(() => client().verifyOtp({ email, token: code, type: 'email' }), readTokens),
    byPassword: (email, password) =>
      asked(() => client().signInWithPassword({ email, password }), readTokens),
    beginBrowser: (provider, redirectTo) => {
      const waiting = client('pkce');
      // Any provider's name is passed on, because the project knows its providers.
      const named: { readonly provider: 'github' } = Object({ provider });
      const options = { redirectTo, skipBrowserRedirect: true };
      return asked(
        () => waiting.signInWithOAuth({ ...named, options }),
        (data) => {
          const read = z.looseObject({ url: z.url() }).safeParse(data);
          if (!read.success || new URL(read.data.url).origin !== url) return err(NOT_UNDERSTOOD);
          const finish = (code: string) => asked(() => waiting.exchangeCodeForSession(code), readTokens);
          return ok({ url: read.data.url, finish });
        },
      );
    },
    refresh: (refreshToken) =>
      asked(() => client().refreshSession({ refresh_token: refreshToken }), readTokens),
    personOf: (accessToken) =>
      asked(
        () => client().getUser(accessToken),
        (data) => {
          const read = z.looseObject({ user: personSchema }).safeParse(data);
          return read.success ? ok(personIn(read.data.user)) : err(NOT_UNDERSTOOD);
        },
      ),
    signOut: (accessToken, everywhere) =>
      asked(() => client().admin.signOut(accessToken, everywhere ? 'global' : 'local'), readNothing),
  };
};

const NOT_UNDERSTOOD: AuthProblem = {
  code: 'not_understood',
  message: 'something that is not an answer of Supabase Auth',
  waitS: null,
};

const asked = async <T>(
  ask: () => Promise<{ readonly data: unknown; readonly error: unknown }>,
  read: (data: unknown) => Result<T, AuthProblem>,
): Promise<Result<T, AuthProblem>> => {
  try {
    const { data, error } = await ask();
    return error === null || error === undefined ? read(data) : err(problemOf(error));
  } catch (error) {
    return err(problemOf(error));
  }
};

const personIn = ({ id, email }: z.infer<typeof personSchema>) => ({ id, email: email ?? null });

const readNothing = () => ok(null);

const readTokens = (data: unknown): Result<Tokens, AuthProblem> => {
  const read = tokensSchema.safeParse(data);
  if (!read.success) return err(NOT_UNDERSTOOD);
  const { session, user } = read.data;
  return ok({
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    expiresInS: session.expires_in,
    person: personIn(user),
  });
};

const problemOf = (error: unknown): AuthProblem => {
  const { name, message, code, status } = failureSchema
    .catch({ name: '', message: String(error) })
    .parse(error);
  const waitS = Number(/after (\d+) seconds?/.exec(message)?.[1] ?? Number.NaN);
  return { code: codeOf(name, code, status), message, waitS: Number.isNaN(waitS) ? null : waitS };
};

/** The library has a class of its own for a missing session. A gateway that refuses the key sends no code. */
const codeOf = (name: string, code: string | undefined, status: number | undefined): string => {
  if (name === 'AuthSessionMissingError') return 'session_not_found';
  if (code !== undefined) return code;
  if (status === 429) return 'over_request_rate_limit';
  return status === 401 ? 'no_key' : 'unknown';
};

/** Converts a broken connection or a server error into an answer that the library does not retry. */
const askOnce: typeof fetch = async (input, init) => {
  try {
    const answer = await fetch(input, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    if (answer.status >= 500) return unreachable(`HTTP ${answer.status}`);
    const text = await readText(answer.body ?? [], ANSWER_BYTES_MAX);
    if (text === null) throw new Error('its answer is too long');
    return new Response(answer.status === 204 ? null : text, {
      status: answer.status,
      headers: answer.headers,
    });
  } catch (error) {
    return unreachable(whyOf(error));
  }
};

const unreachable = (message: string): Response =>
  Response.json({ error_code: 'unreachable', message }, { status: FINAL_STATUS });

const whyOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer for ${ANSWER_MS_MAX / 1_000} s`;
  const code = systemCodeOf(error.cause) ?? '';
  return (reasonOf(code) ?? (code === '' ? error.message : code)).replace(/\.$/, '');
};
