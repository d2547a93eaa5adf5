/** The sign-in that a device keeps. `adapters/session-file` stores it in `session.json`, mode 0600. [SY-A8] */
import type { Person, Project } from './project-auth.ts';

export interface HeldSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Milliseconds since 1970. Set and compared by this device's clock, so a constant error of that clock does no harm. */
  readonly expiresAtMs: number;
}

export interface SignIn {
  readonly server: string;
  readonly project: Project;
  readonly person: Person;
  readonly signedInAt: string;
  /** Null when the session is over. `over` then holds `signed_out`, if a person signed out here, or the project's error code. */
  readonly session: HeldSession | null;
  readonly over: string | null;
  /** The vault's server, if a person signed out of it and then signed in to another server. The vault stays unsynced. [SY-A9] */
  readonly signedOutOf: string | null;
}

export interface SessionFile {
  /** Returns null if nobody has signed in. */
  read(): SignIn | null;
  /** Writes durably before it returns. */
  write(signIn: SignIn | null): void;
}
