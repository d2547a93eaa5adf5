/** Signing in to the Supabase project that a sync server names, and who is signed in here. [SY-A7, SY-A8, SY-A9] */
import * as z from 'zod';

const server = z.string();
const text = z.string().min(1);
const email = z.string().min(3).max(320);

/** Default: the vault's server, or the last one that was signed in to. */
export const accountProjectInput = z.strictObject({ server: server.optional() });
/** `risk`: why signing in there is not safe; null if it is. */
export const accountProject = z.object({
  server,
  project: z.string(),
  risk: z.string().nullable(),
});
export type AccountProject = z.infer<typeof accountProject>;

/** The project that the person was shown. The request is refused if the server names another one meanwhile. [SY-A6] */
const shown = { server, project: text };

export const accountCodeInput = z.strictObject({ ...shown, email });
export const accountCodeResult = z.object({ sent: z.literal(true) });

/** `port`: the port on 127.0.0.1 at which the caller waits for the browser. */
export const accountBrowserInput = z.strictObject({
  ...shown,
  provider: z.string().regex(/^[a-z0-9_:-]{1,64}$/i, 'A provider is a name such as github or google'),
  port: z.number().int().min(1).max(65_535),
});
/** `url`: for the person's browser, which returns to `path` on that port with a `code`. Valid for ten minutes. */
export const accountBrowserResult = z.object({ url: z.string(), state: z.string(), path: z.string() });
export type AccountBrowserResult = z.infer<typeof accountBrowserResult>;

export const accountSignInInput = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('code'), ...shown, email, code: text }),
  z.strictObject({ by: z.literal('password'), ...shown, email, password: text }),
  z.strictObject({ by: z.literal('browser'), state: text, code: text }),
]);
export type AccountSignInInput = z.infer<typeof accountSignInInput>;

export const accountSchema = z.object({
  /** The person's id in the project. */
  id: z.string(),
  email: z.string().nullable(),
  server,
  project: z.string(),
  signedInAt: z.string(),
});
/**
 * `ended`: the project ended the session. `signed_out`: after `cairn logout`; the vault of that server is not synced until somebody
 * signs in again. `checked`: whether the project was asked for this answer. `message`: what the person has to do; null for nothing.
 */
export const accountResult = z.object({
  state: z.enum(['none', 'signed_in', 'signed_out', 'ended']),
  account: accountSchema.nullable(),
  checked: z.boolean(),
  message: z.string().nullable(),
});
export type AccountResult = z.infer<typeof accountResult>;

/** `everywhere`: also ends the sessions of the person's other devices. */
export const accountSignOutInput = z.strictObject({ everywhere: z.boolean().optional() });
/**
 * `ended`: whether the project ended the session. If not, the project was not reached, and the session was deleted only here. `syncs`:
 * the server of a vault that still syncs, because the person signed out of another server; null if none.
 */
export const accountSignOutResult = z.object({
  wasSignedIn: z.boolean(),
  ended: z.boolean(),
  memories: z.number().int().nonnegative(),
  message: z.string().nullable(),
  syncs: z.string().nullable().optional(),
});
export type AccountSignOutResult = z.infer<typeof accountSignOutResult>;

/** The account as this device knows it, without a request to the project. */
export const accountStatus = z.object({
  state: accountResult.shape.state,
  server: z.string().nullable(),
});
export type AccountStatus = z.infer<typeof accountStatus>;

/**
 * The public facts of a server: `GET /v1/about`. [SY-A6]
 * `accounts`: the project whose sessions open vaults there; null if only the setup token does. `url`: the project's origin.
 */
export const aboutResponse = z.looseObject({
  accounts: z
    .looseObject({
      provider: z.string().max(64),
      url: z.string().max(2_048),
      publishableKey: z.string().max(4_096),
    })
    .nullable(),
  serverTime: z.number().int().nonnegative(),
});
export type AboutResponse = z.infer<typeof aboutResponse>;
