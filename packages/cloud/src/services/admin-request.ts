/** An operator's requests as data. The command line makes them, and the server's admin socket accepts them. */
import { err, formOf, isDeviceId, isVaultId, type Result, wireDevice } from '@cairn/schema';
import * as z from 'zod';

const vault = formOf(isVaultId, 'is no vault id');
const device = formOf(isDeviceId, 'is no device id');
const count = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** Absolute, because client and server may run in different folders. */
const path = z.string().startsWith('/');

export const adminRequest = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('vaults'), limit: count }),
  z.strictObject({ command: z.literal('devices'), vault }),
  /** Without `registersMax`, only shows the quota. Null: the server's. */
  z.strictObject({ command: z.literal('quota'), vault, registersMax: count.nullable().optional() }),
  /** Without `to`, only shows the setting. Null: the start's setting. */
  z.strictObject({
    command: z.literal('registration'),
    to: z.enum(['open', 'closed']).nullable().optional(),
  }),
  z.strictObject({ command: z.literal('epoch'), vault }),
  z.strictObject({ command: z.literal('revoke'), vault, device }),
  z.strictObject({ command: z.literal('delete'), vault }),
  z.strictObject({ command: z.literal('prune') }),
  /** Without `vault`: every readable vault. */
  z.strictObject({ command: z.literal('rebuild'), vault: vault.optional() }),
  z.strictObject({ command: z.literal('verify') }),
  z.strictObject({ command: z.literal('backup'), path }),
  z.strictObject({ command: z.literal('restore'), path, replace: z.boolean() }),
]);
export type AdminRequest = z.infer<typeof adminRequest>;

/** Checks a backup. The command line does this itself, because a running server has only its own database. */
export const checkRequest = z.strictObject({ command: z.literal('check'), path });
export type CheckRequest = z.infer<typeof checkRequest>;

/** Moves a vault. The command line does this itself, because it opens every database of the server. */
export const moveRequest = z.strictObject({ command: z.literal('move'), vault, to: z.string().min(1) });
export type MoveRequest = z.infer<typeof moveRequest>;

/** The answer to a request that failed. `message`: a sentence that says what to do. */
export const adminFailure = z.object({
  kind: z.enum(['not_found', 'unavailable', 'bad_file', 'refused', 'internal', 'in_use', 'usage']),
  message: z.string(),
});
export type AdminFailure = z.infer<typeof adminFailure>;

export const fail = (kind: AdminFailure['kind'], message: string): Result<never, AdminFailure> =>
  err({ kind, message });

const nullable = count.nullable();
const summary = z.object({
  id: z.string(),
  kind: z.string(),
  head: z.number(),
  registers: z.number(),
  tombstones: z.number(),
  registersMax: nullable,
  devices: z.number(),
  lastSeenAt: z.number().nullable(),
  createdAt: z.number(),
});
const deviceRow = z.object(wireDevice.omit({ boxKey: true, signKey: true }).shape);
const copied = { path: z.string(), rows: z.number(), vaults: z.number(), sha256: z.string() };
const finding = z.object({ check: z.string(), vault: z.string().nullable(), detail: z.string() });
/** Findings that are no damage. Servers of older versions send none. */
const notes = z.array(finding).default([]);
const verified = { checks: z.number(), findings: z.array(finding), notes };

export const adminAnswer = z.discriminatedUnion('command', [
  z.object({ command: z.literal('vaults'), vaults: z.array(summary), total: z.number() }),
  z.object({
    command: z.literal('devices'),
    vault: z.string(),
    head: z.number(),
    devices: z.array(deviceRow),
  }),
  z.object({
    command: z.literal('quota'),
    vault: z.string(),
    registers: z.number(),
    registersMax: z.number(),
    isOwn: z.boolean(),
  }),
  /** `set`: the operator's choice; null: the start's setting. */
  z.object({
    command: z.literal('registration'),
    set: z.enum(['open', 'closed']).nullable(),
    vaults: z.number(),
  }),
  z.object({ command: z.literal('epoch'), vault: z.string(), epoch: z.string() }),
  z.object({ command: z.literal('revoke'), vault: z.string(), device: z.string() }),
  z.object({ command: z.literal('delete'), vault: z.string() }),
  /** `left`: databases with rows that an earlier move left there. */
  z.object({
    command: z.literal('move'),
    vault: z.string(),
    to: z.string(),
    rows: z.number(),
    left: z.array(z.string()),
  }),
  z.object({ command: z.literal('prune'), anchors: z.number(), vaults: z.number() }),
  z.object({ command: z.literal('rebuild'), vaults: z.number(), memories: z.number() }),
  z.object({ command: z.literal('verify'), ...verified }),
  z.object({ command: z.literal('backup'), ...copied }),
  z.object({ command: z.literal('restore'), ...copied }),
  z.object({ command: z.literal('check'), ...copied, ...verified }),
]);
export type AdminAnswer = z.infer<typeof adminAnswer>;
export type AdminAnswered = Promise<Result<AdminAnswer, AdminFailure>>;
