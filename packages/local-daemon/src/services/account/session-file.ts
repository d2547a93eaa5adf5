/** The sign-in that a device keeps. `adapters/session-file` stores it in `session.json`, mode 0600. [SY-A8] */
import type { Person, Project } from './project-auth.ts';

export interface HeldSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** By this device's clock, so a wrong clock does no harm. */
  readonly expiresAtMs: number;
}

export interface SignIn {
  readonly server: string;
  readonly project: Project;
  readonly person: Person;
  readonly signedInAt: string;
  /** Null when the session has ended. Then `over` says why: `signed_out` by a person here, or the project's code. */
  readonly session: HeldSession | null;
  readonly over: string | null;
  /** The vault's server, if a person signed out of it before the present sign-in. It is not synced. [SY-A9] */
  readonly signedOutOf: string | null;
}

export interface SessionFile {
  /** Returns null when nobody has signed in. */
  read(): SignIn | null;
  /** The file is durable when this returns. */
  write(signIn: SignIn | null): void;
}
