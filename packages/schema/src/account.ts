/** Signing in to the Supabase project that a sync server names, and who is signed in here. [SY-A7, SY-A8, SY-A9] */
import * as z from 'zod';

const server = z.string();
const text = z.string().min(1);
const email = z.string().min(3).max(320);

/** Absent: the server of the vault, or the one that was signed in to last. */
export const accountProjectInput = z.strictObject({ server: server.optional() });
/** `risk`: why it is not safe to sign in there; null: it is. */
export const accountProject = z.object({
  server,
  project: z.string(),
  risk: z.string().nullable(),
});
export type AccountProject = z.infer<typeof accountProject>;

/** What was shown of the project. A server that names another one by now is refused. [SY-A6] */
const shown = { server, project: text };

export const accountCodeInput = z.strictObject({ ...shown, email });
export const accountCodeResult = z.object({ sent: z.literal(true) });

/** `port`: where on 127.0.0.1 the caller waits for the browser to come back. */
export const accountBrowserInput = z.strictObject({
  ...shown,
  provider: z.string().regex(/^[a-z0-9_:-]{1,64}$/i, 'A provider is a name such as github or google.'),
  port: z.number().int().min(1).max(65_535),
});
/** `url`: for the person's browser. It comes back to `path` on that port, with a `code`. Good for ten minutes. */
export const accountBrowserResult = z.object({ url: z.string(), state: z.string(), path: z.string() });
export type AccountBrowserResult = z.infer<typeof accountBrowserResult>;

export const accountSignInInput = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('code'), ...shown, email, code: text }),
  z.strictObject({ by: z.literal('password'), ...shown, email, password: text }),
  z.strictObject({ by: z.literal('browser'), state: text, code: text }),
]);
export type AccountSignInInput = z.infer<typeof accountSignInInput>;

export const accountSchema = z.object({
  /** The project's id of the person. */
  id: z.string(),
  email: z.string().nullable(),
  server,
  project: z.string(),
  signedInAt: z.string(),
});
/**
 * `ended`: the project no longer knows the session. `signed_out`: by `cairn logout`; the vault of that server is not synced until
 * somebody signs in again. `checked`: the project was asked just now. `message`: what to do; null: nothing.
 */
export const accountResult = z.object({
  state: z.enum(['none', 'signed_in', 'signed_out', 'ended']),
  account: accountSchema.nullable(),
  checked: z.boolean(),
  message: z.string().nullable(),
});
export type AccountResult = z.infer<typeof accountResult>;

/** `everywhere`: the sessions of the person's other devices, too. */
export const accountSignOutInput = z.strictObject({ everywhere: z.boolean().optional() });
/**
 * `ended`: the project has ended the session; false: it was not reached, and the session is only gone from here. `syncs`: the server
 * of a vault that still syncs, since it is another than was signed out of; null: memories stay on this device.
 */
export const accountSignOutResult = z.object({
  wasSignedIn: z.boolean(),
  ended: z.boolean(),
  memories: z.number().int().nonnegative(),
  message: z.string().nullable(),
  syncs: z.string().nullable().optional(),
});
export type AccountSignOutResult = z.infer<typeof accountSignOutResult>;

/** As it is known here, without asking anybody. */
export const accountStatus = z.object({
  state: accountResult.shape.state,
  server: z.string().nullable(),
});
export type AccountStatus = z.infer<typeof accountStatus>;

/**
 * The facts that a server tells anyone who asks: `GET /v1/about`. [SY-A6]
 * `accounts`: whose sessions open vaults here; null: nobody's, the setup token does. `url`: the project's origin.
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
