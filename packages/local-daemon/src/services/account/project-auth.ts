/** The part of a Supabase project's Auth that a device uses. The real one is `adapters/supabase-auth`. */
import type { Result } from '@cairn/schema';

export interface Project {
  /** The project's origin. */
  readonly url: string;
  readonly publishableKey: string;
}

export interface Person {
  readonly id: string;
  readonly email: string | null;
}

/** `expiresInS`: seconds for which the access token is valid, as the project says. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInS: number;
  readonly person: Person;
}

/** `code`: the project's own code, or `unreachable`. `waitS`: seconds until the next try, null when the project does not say. */
export interface AuthProblem {
  readonly code: string;
  readonly message: string;
  readonly waitS: number | null;
}

export type AuthAnswer<T> = Promise<Result<T, AuthProblem>>;

/** A sign-in that waits for a browser. `finish` takes the code that the browser brought, and works once. */
export interface BrowserSignIn {
  readonly url: string;
  finish(code: string): AuthAnswer<Tokens>;
}

/** Each call makes one request, of 10 s at most. */
export interface ProjectAuth {
  mailCode(email: string): AuthAnswer<null>;
  byCode(email: string, code: string): AuthAnswer<Tokens>;
  byPassword(email: string, password: string): AuthAnswer<Tokens>;
  beginBrowser(provider: string, redirectTo: string): AuthAnswer<BrowserSignIn>;
  refresh(refreshToken: string): AuthAnswer<Tokens>;
  /** Returns the session's person. Fails when the project does not know the session. */
  personOf(accessToken: string): AuthAnswer<Person>;
  signOut(accessToken: string, everywhere: boolean): AuthAnswer<null>;
}
