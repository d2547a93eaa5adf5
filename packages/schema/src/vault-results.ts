/** The daemon's results about vaults and devices. */
import * as z from 'zod';
import { resealing } from './daemon-api.ts';
import { vaultKind } from './sync-protocol.ts';

const count = z.number().int().nonnegative();
const time = z.string();

export const vaultCreateInput = z.strictObject({
  /** Default: the server that this device is signed in to, as in a join. [SY-A7] */
  server: z.string().optional(),
  setupToken: z.string().optional(),
  /** SY-A4: the access token of a Supabase session, instead of the setup token. */
  supabaseToken: z.string().optional(),
  readable: z.boolean().optional(),
  name: z.string().optional(),
});
export type VaultCreateInput = z.infer<typeof vaultCreateInput>;
/** `recoveryWords`: 24 words, shown once and stored nowhere after that. [SY-S3] */
export const vaultCreateResult = z.object({
  vault: z.string(),
  device: z.string(),
  recoveryWords: z.string(),
});
export type VaultCreateResult = z.infer<typeof vaultCreateResult>;
export const inviteResult = z.object({ code: z.string(), command: z.string(), expiresAt: time });
export type InviteResult = z.infer<typeof inviteResult>;
export const joinInput = z.strictObject({
  code: z.string(),
  server: z.string().optional(),
  name: z.string().optional(),
  timeoutS: z.number().positive().optional(),
});
export type JoinInput = z.infer<typeof joinInput>;
/** `memories`: the number on this device when the command returns. `renamed`: set if its name was taken, so that it got another one. */
export const joinResult = z.object({
  vault: z.string(),
  device: z.string(),
  memories: count,
  renamed: z.object({ from: z.string(), to: z.string() }).optional(),
});
export type JoinResult = z.infer<typeof joinResult>;
export const recoverInput = z.strictObject({
  words: z.string(),
  server: z.string(),
  name: z.string().optional(),
});
export type RecoverInput = z.infer<typeof recoverInput>;
/**
 * The result of comparing the signed member list with the server's devices [SY-S6]. `shut_out`: a member that the server's operator
 * revoked. `unsigned`: a device of the server that no member added; it gets no key. `missing`: a member that the server does not list.
 */
export const DEVICE_STANDINGS = ['member', 'revoked', 'shut_out', 'unsigned', 'missing'] as const;
export const devicesResult = z.object({
  /** Only a sealed vault has keys. */
  kind: vaultKind,
  reseal: resealing.nullable(),
  /** Set if the server was not asked or did not answer in time. Then `lastSeenAt` is unknown, and `lag` is 0. */
  unasked: z.literal(true).optional(),
  /** `expiresAt` of each code of this device by which a device can still join. */
  invitations: z.array(time).optional(),
  devices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The name with which the device joined, if it was renamed later. */
      enteredAs: z.string().optional(),
      lastSeenAt: time.nullable(),
      lag: count,
      current: z.boolean(),
      revoked: z.boolean(),
      standing: z.enum(DEVICE_STANDINGS),
    }),
  ),
});
export const deviceRenameInput = z.strictObject({ name: z.string().nullable() });
export type DevicesResult = z.infer<typeof devicesResult>;
/** `stillListed`: the id of this device, if the server was not told that it leaves. [SY-A3] */
export const leaveResult = z.object({
  vault: z.string(),
  memories: count,
  stillListed: z.string().optional(),
});
export type LeaveResult = z.infer<typeof leaveResult>;
