/** Routes of the store as a whole, sync, vaults and devices, and the daemon itself. */
import { LIMITS } from '../limits.ts';
import {
  CHANGE,
  CHANGE_ON_PAGE,
  ON_PAGE,
  READ_ON_PAGE,
  READS,
  REMOTE,
  type Routes,
  SERVER_MS_MAX,
  WRITE,
  WRITES,
} from './route.ts';

export const STORE_ROUTES = {
  'GET /v1/stats': {
    summary: 'Counts memories by project, source, tag and device, and the bytes of the file.',
    response: 'statsResult',
    ...ON_PAGE,
  },
  'GET /v1/usage': {
    summary:
      'Reports the calls of language models and their cost, and for each day the size of the store and the times of saves and searches.',
    query: 'usageQuery',
    response: 'usageResult',
    ...ON_PAGE,
  },
  'GET /v1/export': {
    summary: 'Exports everything that is not forgotten, a page at a time, in the order of ids.',
    details: '`next` is the `after` of the next page; null on the last one.',
    query: 'exportQuery',
    response: 'exportResult',
    problems: READS,
    sharesStore: true,
  },
  'POST /v1/import': {
    summary: 'Imports records. A record that is already here counts as a duplicate.',
    body: 'cappedImport',
    bodyBytesMax: LIMITS.daemonBodyBytesMax,
    response: 'importResult',
    ...WRITE,
    repeatable: true,
  },
  'POST /v1/backup': {
    summary: 'Writes a checked copy of the database to a new file.',
    body: 'fileInput',
    statuses: [201],
    response: 'backupResult',
    problems: ['not_found', ...WRITES],
  },
  'POST /v1/restore/plan': {
    summary: 'Tells what a restore of this backup would do, and changes nothing.',
    body: 'fileInput',
    response: 'restorePlan',
    problems: ['not_found', ...WRITES],
  },
  'POST /v1/restore': {
    summary: 'Replaces the database with a backup; the old database is kept aside for 30 days.',
    details:
      'In a vault the device stays the same, its unsent changes are kept, and sync brings back what the vault has.',
    body: 'fileInput',
    response: 'restoreResult',
    problems: ['not_found', ...WRITES],
  },
  'POST /v1/doctor': {
    summary: 'Checks everything, and with `fix` repairs what can be repaired.',
    body: 'doctorInput',
    response: 'doctorResult',
  },
} as const satisfies Routes;

export const SYNC_ROUTES = {
  'POST /v1/sync': {
    summary: 'Pushes and pulls now.',
    details:
      'With `wait`, it answers when all local changes are acknowledged and all remote ones applied, or after `timeoutS` seconds (60 unless given). A problem then has the `progress` so far.',
    body: 'syncInput',
    response: 'syncResult',
    problems: ['not_in_vault', ...REMOTE],
    repeatable: true,
    page: true,
    serverMsMax: 75_000,
  },
  'POST /v1/sync/verify': {
    summary: 'Compares this device with the server, register by register.',
    body: 'noInput',
    response: 'verifyResult',
    problems: ['not_in_vault', ...REMOTE, ...READS],
    page: true,
    serverMsMax: 600_000,
  },
  'POST /v1/sync/repair': {
    summary: 'Repairs the differences between this device and the server.',
    body: 'noInput',
    response: 'repairResult',
    problems: ['not_in_vault', ...REMOTE, ...WRITES],
    serverMsMax: 600_000,
  },
  'GET /v1/sync/refused': {
    summary: 'Lists the first changes that the server refused, and why.',
    details: '`memory` is null if the change is not about a memory, or the memory is gone.',
    response: 'refusedResult',
    problems: READS,
    page: true,
  },
  'GET /v1/sync/removed': {
    summary: 'Lists memories that other devices forgot many at once. They are kept aside for 30 days.',
    details: 'At most 1,000, the newest first. `device` is null if the vault does not know the device.',
    response: 'removedResult',
    ...READ_ON_PAGE,
  },
  'POST /v1/sync/removed/restore': {
    summary: 'Saves memories that were set aside as new memories.',
    details: 'Without `ids`: all. `skipped`: keys that have a value again.',
    body: 'removedInput',
    response: 'removedRestored',
    ...CHANGE_ON_PAGE,
  },
  'POST /v1/sync/removed/drop': {
    summary: 'Erases the copies of the memories that were set aside, at once.',
    details: 'Without `ids`: all.',
    body: 'removedInput',
    response: 'removedEnded',
    ...CHANGE,
  },
  'POST /v1/sync/retry': {
    summary: 'Sends again the changes that the server refused, and reads again those that could not be read.',
    body: 'noInput',
    response: 'retryResult',
    problems: ['not_in_vault', ...WRITES],
    page: true,
  },
  'POST /v1/vault': {
    summary: 'Makes a vault on a sync server, with this device as its first.',
    details:
      '`recoveryWords` are shown once and kept nowhere after that. After a lost answer, or when the caller left, the same request makes the same vault.',
    body: 'vaultCreateInput',
    statuses: [201],
    response: 'vaultCreateResult',
    problems: ['already_in_vault', ...REMOTE, ...WRITES],
    serverMsMax: SERVER_MS_MAX,
  },
  'POST /v1/vault/invite': {
    summary: 'Makes a code for one more device. The code expires after ten minutes.',
    body: 'noInput',
    statuses: [201],
    response: 'inviteResult',
    problems: ['not_in_vault', ...REMOTE],
    page: true,
    serverMsMax: SERVER_MS_MAX,
  },
  'POST /v1/vault/join': {
    summary: 'Joins a vault by a code, and answers when everything is here.',
    details: '`timeoutS` is in seconds. `GET /v1/events` reports the progress.',
    body: 'joinInput',
    response: 'joinResult',
    problems: ['already_in_vault', ...REMOTE, ...WRITES],
    serverMsMax: Number.POSITIVE_INFINITY,
  },
  'POST /v1/vault/recover': {
    summary: 'Joins a vault by its 24 recovery words.',
    body: 'recoverInput',
    response: 'joinResult',
    problems: ['already_in_vault', ...REMOTE, ...WRITES],
    serverMsMax: Number.POSITIVE_INFINITY,
  },
  'POST /v1/vault/rekey': {
    summary: 'Makes a new key, and re-encrypts everything in the background.',
    body: 'noInput',
    statuses: [202],
    response: 'rekeyResult',
    problems: ['not_in_vault', ...REMOTE, ...WRITES],
    serverMsMax: SERVER_MS_MAX,
  },
  'POST /v1/vault/leave': {
    summary: 'Leaves the vault. The memories stay here; the keys are deleted.',
    body: 'noInput',
    response: 'leaveResult',
    problems: ['not_in_vault', ...WRITES],
    serverMsMax: 5_000,
  },
  'GET /v1/devices': {
    summary: "Lists the devices of the vault, and compares the signed list with the server's.",
    response: 'devicesResult',
    problems: ['not_in_vault', ...REMOTE],
    page: true,
  },
  'PATCH /v1/devices/:id': {
    summary:
      'Renames a device for all devices of the vault. `null` gives back the name with which it entered.',
    body: 'deviceRenameInput',
    response: 'devicesResult',
    problems: ['invalid_input', 'not_in_vault', 'not_found', 'refused', ...WRITES],
    page: true,
  },
  'DELETE /v1/devices/:id': {
    summary: 'Revokes a device. The other devices go on under a new key.',
    response: 'revokeResult',
    problems: ['invalid_input', 'not_in_vault', 'not_found', ...REMOTE, ...WRITES],
    page: true,
    serverMsMax: SERVER_MS_MAX,
  },
} as const satisfies Routes;

export const DAEMON_ROUTES = {
  'GET /v1/status': {
    summary: 'Reports the state of the daemon, the store, sync and the models.',
    response: 'statusResult',
    page: true,
  },
  'GET /v1/events': {
    summary: 'Streams changes as server-sent events; each `data:` line is one of these documents.',
    response: 'daemonEvent',
    mediaType: 'text/event-stream',
    page: true,
  },
  'POST /v1/shutdown': {
    summary: 'Stops the daemon. The next command starts one.',
    response: 'shutdownResult',
    always: true,
  },
  'GET /healthz': {
    summary: 'Tells that the daemon runs.',
    response: 'healthResult',
    isOpen: true,
    always: true,
  },
  'GET /openapi.json': {
    summary: 'Returns the OpenAPI document.',
    response: 'openApiResult',
  },
} as const satisfies Routes;
