/** The sign-in that a device keeps. `adapters/session-file` stores it in `session.json`, mode 0600. [SY-A8] */
import * as z from 'zod';

const heldSession = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Milliseconds since 1970. Set and compared by this device's clock, so a constant error of that clock does no harm. */
  expiresAtMs: z.number(),
});
export type HeldSession = z.infer<typeof heldSession>;

export const signInSchema = z.looseObject({
  server: z.string(),
  project: z.object({ url: z.string(), publishableKey: z.string() }),
  person: z.object({ id: z.string(), email: z.string().nullable() }),
  signedInAt: z.string(),
  /** Null when the session is over. `over` then holds `signed_out`, if a person signed out here, or the project's error code. */
  session: heldSession.nullable(),
  over: z.string().nullable(),
  /** The vault's server, if a person signed out of it and then signed in to another server. The vault stays unsynced. [SY-A9] */
  signedOutOf: z.string().nullable().default(null),
});
export type SignIn = z.infer<typeof signInSchema>;

export interface SessionFile {
  /** Returns null if nobody has signed in. */
  read(): SignIn | null;
  /** Writes durably before it returns. */
  write(signIn: SignIn | null): void;
}
