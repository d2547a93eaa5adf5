/** What a device keeps of a sign-in. `adapters/session-file` keeps it in `session.json`, mode 0600. [SY-A8] */
import type { Person, Project } from './project-auth.ts';

export interface HeldSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** By this device's clock, so that it does not matter how wrong that is. */
  readonly expiresAtMs: number;
}

export interface SignIn {
  readonly server: string;
  readonly project: Project;
  readonly person: Person;
  readonly signedInAt: string;
  /** Null: it is over, and `over` says how: `signed_out` by a person here, else the project's word. */
  readonly session: HeldSession | null;
  readonly over: string | null;
  /** The server of the vault, where a person signed out of it before signing in to this one: it stays unsynced. [SY-A9] */
  readonly signedOutOf: string | null;
}

export interface SessionFile {
  /** Null: nobody has signed in. */
  read(): SignIn | null;
  /** Durable when it returns. */
  write(signIn: SignIn | null): void;
}
