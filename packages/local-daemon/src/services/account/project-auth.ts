/** A Supabase project's Auth, as far as a device asks it. `adapters/supabase-auth` is the real one. */
import type { Result } from '@cairn/schema';

export interface Project {
  /** Its origin. */
  readonly url: string;
  readonly publishableKey: string;
}

export interface Person {
  readonly id: string;
  readonly email: string | null;
}

/** `expiresInS`: how long the access token is good, by the project's word. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInS: number;
  readonly person: Person;
}

/** `code`: the project's own word for it, or `unreachable`. `waitS`: when to try again; null: it does not say. */
export interface AuthProblem {
  readonly code: string;
  readonly message: string;
  readonly waitS: number | null;
}

export type AuthAnswer<T> = Promise<Result<T, AuthProblem>>;

/** A sign-in that waits for a browser. `finish` takes the code that came back, and works once. */
export interface BrowserSignIn {
  readonly url: string;
  finish(code: string): AuthAnswer<Tokens>;
}

/** Every call asks the network once, for 10 s at most. */
export interface ProjectAuth {
  mailCode(email: string): AuthAnswer<null>;
  byCode(email: string, code: string): AuthAnswer<Tokens>;
  byPassword(email: string, password: string): AuthAnswer<Tokens>;
  beginBrowser(provider: string, redirectTo: string): AuthAnswer<BrowserSignIn>;
  refresh(refreshToken: string): AuthAnswer<Tokens>;
  /** Whether the project still knows the session. */
  personOf(accessToken: string): AuthAnswer<Person>;
  signOut(accessToken: string, everywhere: boolean): AuthAnswer<null>;
}
