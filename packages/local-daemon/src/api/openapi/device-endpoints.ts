/** The store as a whole, sync, vaults and devices, the daemon itself. */
import {
  backupResult,
  daemonEvent,
  devicesResult,
  doctorResult,
  importResult,
  inviteResult,
  joinInput,
  joinResult,
  leaveResult,
  memorySchema,
  recoverInput,
  refusedResult,
  rekeyResult,
  repairResult,
  restoreResult,
  statsResult,
  statusResult,
  syncResult,
  usageResult,
  vaultCreateInput,
  vaultCreateResult,
  verifyResult,
} from '@cairn/schema';
import * as z from 'zod';
import { cappedImport, doctorInput, exportQuery, fileInput } from '../care.ts';
import { syncInput } from '../sync.ts';
import { usageQuery } from '../usage.ts';
import { type Endpoint, READS, REMOTE, WRITES } from './endpoint.ts';

const nothing = z.strictObject({});
const count = z.number().int().nonnegative();

export const STORE_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/v1/stats',
    summary: 'Counts by project, source, tag and device, and bytes of the file.',
    response: statsResult,
  },
  {
    method: 'get',
    path: '/v1/usage',
    summary:
      'What language models were asked and what it cost, and of each day how large the store was and how long saves and searches took.',
    query: usageQuery,
    response: usageResult,
  },
  {
    method: 'get',
    path: '/v1/export',
    summary: 'Everything that is not forgotten, a page at a time, in the order of ids.',
    details: '`next` is the `after` of the next page; null on the last one.',
    query: exportQuery,
    response: z.object({ memories: z.array(memorySchema), next: z.string().nullable() }),
    problems: READS,
  },
  {
    method: 'post',
    path: '/v1/import',
    summary: 'Takes records in; what is here already is a duplicate.',
    body: cappedImport,
    response: importResult,
    problems: WRITES,
  },
  {
    method: 'post',
    path: '/v1/backup',
    summary: 'Writes a checked copy of the database to a new file.',
    body: fileInput,
    statuses: [201],
    response: backupResult,
    problems: ['not_found', ...WRITES],
  },
  {
    method: 'post',
    path: '/v1/restore',
    summary: 'Puts a backup in the place of the database; what was there is kept beside it.',
    body: fileInput,
    response: restoreResult,
    problems: ['not_found', ...WRITES],
  },
  {
    method: 'post',
    path: '/v1/doctor',
    summary: 'Checks everything, and with `fix` repairs what can be repaired.',
    body: doctorInput,
    response: doctorResult,
  },
];

export const SYNC_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/v1/sync',
    summary: 'Pushes and pulls now.',
    details:
      'With `wait` it answers when everything here is acknowledged and everything there applied, within `timeoutS` seconds (60 unless given). A problem then has `progress`: what was done.',
    body: syncInput,
    response: syncResult,
    problems: ['not_in_vault', ...REMOTE],
  },
  {
    method: 'post',
    path: '/v1/sync/verify',
    summary: 'Compares this device with the server, register by register.',
    body: nothing,
    response: verifyResult,
    problems: ['not_in_vault', ...REMOTE, ...READS],
  },
  {
    method: 'post',
    path: '/v1/sync/repair',
    summary: 'Mends what differs.',
    body: nothing,
    response: repairResult,
    problems: ['not_in_vault', ...REMOTE, ...WRITES],
  },
  {
    method: 'get',
    path: '/v1/sync/refused',
    summary: 'What the server refused, the first of it, and why.',
    details: '`memory` is null where the change is not about a memory, or it is gone.',
    response: refusedResult,
    problems: READS,
  },
  {
    method: 'post',
    path: '/v1/sync/retry',
    summary: 'Sends again what the server had refused, and reads again what could not be read.',
    body: nothing,
    response: z.object({ requeued: count, recovered: count }),
    problems: ['not_in_vault', ...WRITES],
  },
  {
    method: 'post',
    path: '/v1/vault',
    summary: 'Makes a vault on a sync server, with this device as its first.',
    details: '`recoveryWords` are shown once and kept nowhere.',
    body: vaultCreateInput,
    statuses: [201],
    response: vaultCreateResult,
    problems: ['already_in_vault', ...REMOTE, ...WRITES],
  },
  {
    method: 'post',
    path: '/v1/vault/invite',
    summary: 'Makes a code for one more device, good for ten minutes.',
    body: nothing,
    statuses: [201],
    response: inviteResult,
    problems: ['not_in_vault', ...REMOTE],
  },
  {
    method: 'post',
    path: '/v1/vault/join',
    summary: 'Joins a vault by a code; answers when everything is here.',
    details: '`timeoutS` is seconds. Meanwhile `GET /v1/events` says how it goes.',
    body: joinInput,
    response: joinResult,
    problems: ['already_in_vault', ...REMOTE, ...WRITES],
  },
  {
    method: 'post',
    path: '/v1/vault/recover',
    summary: 'Joins a vault by its 24 recovery words.',
    body: recoverInput,
    response: joinResult,
    problems: ['already_in_vault', ...REMOTE, ...WRITES],
  },
  {
    method: 'post',
    path: '/v1/vault/rekey',
    summary: 'Makes a new key, and encrypts everything anew in the background.',
    body: nothing,
    statuses: [202],
    response: rekeyResult,
    problems: ['not_in_vault', ...REMOTE, ...WRITES],
  },
  {
    method: 'post',
    path: '/v1/vault/leave',
    summary: 'Leaves the vault: the memories stay here, the keys go.',
    body: nothing,
    response: leaveResult,
    problems: ['not_in_vault', ...WRITES],
  },
  {
    method: 'get',
    path: '/v1/devices',
    summary: 'The devices of the vault, and what they have signed against what the server says.',
    response: devicesResult,
    problems: ['not_in_vault', ...REMOTE],
  },
  {
    method: 'delete',
    path: '/v1/devices/:id',
    summary: 'Revokes a device: it is shut out, and the rest go on under a new key.',
    response: z.object({ revoked: z.string() }),
    problems: ['invalid_input', 'not_in_vault', 'not_found', ...REMOTE, ...WRITES],
  },
];

export const DAEMON_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/v1/status',
    summary: 'How the daemon, the store, sync and the models are.',
    response: statusResult,
  },
  {
    method: 'get',
    path: '/v1/events',
    summary: 'What changed, as server-sent events; each `data:` line is one of these documents.',
    response: daemonEvent,
    mediaType: 'text/event-stream',
  },
  {
    method: 'post',
    path: '/v1/shutdown',
    summary: 'Stops the daemon. The next command starts one.',
    response: z.object({ stopping: z.literal(true) }),
  },
  {
    method: 'get',
    path: '/healthz',
    summary: 'The daemon lives.',
    response: z.object({ ok: z.literal(true), version: z.string(), pid: count }),
    isOpen: true,
  },
  {
    method: 'get',
    path: '/openapi.json',
    summary: 'This document.',
    response: z.looseObject({ openapi: z.string() }),
  },
];
