/** The operator's commands. Each is done completely, or answers why not. */
import { exhaustive, LIMITS, ok } from '@cairn/schema';
import type { AdminStore, BackupInfo, RestoreRefusal } from '../ports/admin-store.ts';
import type { BackupFiles } from '../ports/backup-files.ts';
import type { StoreFailure, StoreReads, SyncStore } from '../ports/sync-store.ts';
import type { SyncServer } from '../sync-server.ts';
import { type AdminAnswered, type AdminRequest, fail } from './admin-request.ts';
import { toWireDevice } from './devices.ts';
import type { Operator } from './operator.ts';
import type { Problem } from './problem.ts';

export interface AdminDeps {
  readonly store: SyncStore;
  readonly admin: AdminStore;
  readonly operator: Operator;
  readonly collectAll: SyncServer['collectAll'];
  readonly files: BackupFiles;
  /** Returns why the database could not serve, if the error says so; null for a bug. */
  readonly unavailable: (error: unknown) => string | null;
}

type Of<C extends AdminRequest['command']> = Extract<AdminRequest, { command: C }>;

const failed = (problem: Problem) =>
  problem.kind === 'not_found'
    ? fail('not_found', problem.detail)
    : fail(
        'unavailable',
        problem.reason === undefined ? problem.detail : `${problem.detail} (${problem.reason})`,
      );

const noVault = (id: string) =>
  fail('not_found', `There is no vault ${id}. \`cairn-server admin vaults\` lists them.`);

const unreachable = ({ reason }: StoreFailure) =>
  fail('unavailable', `The database cannot be reached (${reason}).`);

const FILE_ERRORS: Readonly<Record<string, string>> = {
  EEXIST: 'exists already. Name another file, or remove it',
  ENOENT: 'does not exist, or its folder does not',
  ENOTDIR: 'does not exist, or its folder does not',
  EACCES:
    'may not be opened by this user, or by the user of the server that runs. `-` in its place uses the standard streams',
  EISDIR: 'is a folder. Name a file',
  ENOSPC: 'does not fit on the disk, which is full. Nothing was left behind',
  EROFS: 'is on a read-only disk',
};

export const fileSentence = (path: string, error: unknown): string | null => {
  if (!(error instanceof Error) || !('code' in error)) return null;
  // A connection to a socket of Postgres fails with the same codes.
  if ('syscall' in error && error.syscall === 'connect') return null;
  // Only an error of a file names a path.
  const said =
    FILE_ERRORS[String(error.code)] ?? ('path' in error ? `cannot be used: ${error.message}` : undefined);
  return said === undefined ? null : `${path} ${said}.`;
};

export const refusalSentence = (path: string, refusal: RestoreRefusal): string => {
  switch (refusal.kind) {
    case 'not_a_backup':
      return `${path} is no backup of cairn-server. \`cairn-server admin backup FILE\` makes one.`;
    case 'damaged':
      return `${path} is damaged: ${refusal.detail}. Nothing was changed. Take another backup.`;
    case 'other_version':
      return refusal.isNewer
        ? `${path} was made by a newer cairn-server (${refusal.program}). Update this one.`
        : `${path} was made by cairn-server ${refusal.program}, whose tables were others. Restore it with that version, then start this one, which brings it up to date.`;
    case 'not_empty':
      return 'This database has vaults. Restore into an empty one, or add --replace, which deletes them.';
    default:
      return exhaustive(refusal);
  }
};

export const createAdmin = (deps: AdminDeps) => {
  const { store, admin, operator, files } = deps;

  const reading = async (work: (reads: StoreReads) => AdminAnswered): AdminAnswered => {
    const read = await store.read(work);
    return read.ok ? read.value : unreachable(read.error);
  };

  const handlers: { readonly [C in AdminRequest['command']]: (request: Of<C>) => AdminAnswered } = {
    vaults: async ({ limit }) => {
      const { vaults, total } = await admin.vaults(limit);
      return ok({ command: 'vaults', vaults: [...vaults], total });
    },
    devices: ({ vault: id }) =>
      reading(async (reads) => {
        const vault = await reads.vault(id);
        if (vault === null) return noVault(id);
        const rows = (await reads.devices(id)).map((row) => toWireDevice(row, vault.head));
        return ok({ command: 'devices', vault: id, head: vault.head, devices: rows });
      }),
    quota: async ({ vault: id, registersMax }) => {
      const set = registersMax === undefined ? ok(null) : await operator.setQuota(id, registersMax);
      if (!set.ok) return failed(set.error);
      return reading(async (reads) => {
        const vault = await reads.vault(id);
        if (vault === null) return noVault(id);
        const { registers, registersMax: own } = vault;
        const max = own ?? LIMITS.registersPerVaultMax;
        return ok({ command: 'quota', vault: id, registers, registersMax: max, isOwn: own !== null });
      });
    },
    registration: async ({ to }) => {
      const set = to === undefined ? ok(null) : await operator.setRegistration(to);
      if (!set.ok) return failed(set.error);
      return reading(async (reads) => {
        const server = await reads.server();
        return ok({ command: 'registration', set: server.registration, vaults: server.vaults });
      });
    },
    epoch: async ({ vault }) => {
      const raised = await operator.newEpoch(vault);
      return raised.ok ? ok({ command: 'epoch', vault, epoch: raised.value }) : failed(raised.error);
    },
    revoke: async ({ vault, device }) => {
      const revoked = await operator.revoke(vault, device);
      if (revoked.ok) return ok({ command: 'revoke', vault, device });
      return revoked.error.kind === 'unauthorized' ? noVault(vault) : failed(revoked.error);
    },
    delete: async ({ vault }) =>
      (await admin.deleteVault(vault)) ? ok({ command: 'delete', vault }) : noVault(vault),
    prune: async () => {
      const expired = await operator.pruneExpired();
      if (!expired.ok) return failed(expired.error);
      const collected = await deps.collectAll();
      return collected.ok ? ok({ command: 'prune', ...collected.value }) : unreachable(collected.error);
    },
    rebuild: async ({ vault }) => {
      const rebuilt = await admin.rebuild(vault ?? null);
      if (rebuilt === null) return fail('not_found', `There is no readable vault ${vault}.`);
      return ok({ command: 'rebuild', ...rebuilt });
    },
    verify: async () => {
      const { checks, findings, notes } = await admin.verify();
      return ok({ command: 'verify', checks, findings: [...findings], notes: [...notes] });
    },
    backup: async ({ path }) => {
      let info: BackupInfo = { rows: 0, vaults: 0, sha256: '' };
      await files.write(path, async (write) => {
        info = await admin.backup(write);
      });
      return ok({ command: 'backup', path, ...info });
    },
    restore: async ({ path, replace }) => {
      const restored = await admin.restore(files.lines(path), replace);
      if (!('kind' in restored)) return ok({ command: 'restore', path, ...restored });
      return fail(restored.kind === 'not_empty' ? 'refused' : 'bad_file', refusalSentence(path, restored));
    },
  };
  const handle = <C extends AdminRequest['command']>(command: C, request: Of<C>): AdminAnswered =>
    handlers[command](request);

  return async (request: AdminRequest): AdminAnswered => {
    try {
      return await handle(request.command, request);
    } catch (error) {
      const sentence = 'path' in request ? fileSentence(request.path, error) : null;
      if (sentence !== null) return fail('bad_file', sentence);
      const reason = deps.unavailable(error);
      if (reason === null) throw error;
      return fail('unavailable', `The database does not answer (${reason}).`);
    }
  };
};

export type Admin = ReturnType<typeof createAdmin>;
