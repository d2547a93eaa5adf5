/** The part of a Supabase project's Auth that a device uses. Implemented by `adapters/supabase-auth`. */
import type { Result } from '@cairn/schema';

export interface Project {
  /** Origin of the project's address. */
  readonly url: string;
  readonly publishableKey: string;
}

export interface Person {
  readonly id: string;
  readonly email: string | null;
}

/** `expiresInS`: seconds until the access token expires, as the project states. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInS: number;
  readonly person: Person;
}

/** `code`: the project's error code, or `unreachable`. `waitS`: seconds until the next try. Null when unknown. */
export interface AuthProblem {
  readonly code: string;
  readonly message: string;
  readonly waitS: number | null;
}

export type AuthAnswer<T> = Promise<Result<T, AuthProblem>>;

/** A sign-in that waits for a browser. `finish` takes the code that the browser received. It works once. */
export interface BrowserSignIn {
  readonly url: string;
  finish(code: string): AuthAnswer<Tokens>;
}

/** Each call makes one request, of at most 10 s. */
export interface ProjectAuth {
  mailCode(email: string): AuthAnswer<null>;
  byCode(email: string, code: string): AuthAnswer<Tokens>;
  byPassword(email: string, password: string): AuthAnswer<Tokens>;
  beginBrowser(provider: string, redirectTo: string): AuthAnswer<BrowserSignIn>;
  refresh(refreshToken: string): AuthAnswer<Tokens>;
  /** Returns the person, if the project still knows the session. */
  personOf(accessToken: string): AuthAnswer<Person>;
  signOut(accessToken: string, everywhere: boolean): AuthAnswer<null>;
}
