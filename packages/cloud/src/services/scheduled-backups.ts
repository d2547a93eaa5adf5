/** Backups that a server makes by itself. One that was not checked has another name, so a good backup can always be recognised. [OP-15] */

import { errorText, HOUR_MS } from '@cairn/schema';
import type { BackupFolder } from '../ports/backup-files.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/request-log.ts';
import { backupNameAt, planBackups } from './backup-plan.ts';

/** The result of a round. `checked`: restored as a test. `summed`: only the checksum was verified, because a restore could not be tried. */
export type BackupOutcome = 'checked' | 'summed' | 'failed';

/** `refusal`: the backup is incomplete. `finding`: the backup is complete, and the database itself breaks a rule. */
export type BackupCheck = 'checked' | 'summed' | { readonly refusal: string } | { readonly finding: string };

export interface ScheduledBackupsDeps {
  readonly folder: BackupFolder;
  /** Writes a backup. Returns null, or a sentence that says why it failed. */
  readonly write: (path: string) => Promise<string | null>;
  readonly check: (path: string, signal: AbortSignal) => Promise<BackupCheck>;
  /** Distinguishes drafts of processes that share the folder. */
  readonly mark: () => string;
  readonly clock: Clock;
  readonly everyMs: number;
  readonly log: Log;
  readonly ended: (outcome: BackupOutcome) => void;
}

/** The delay after a failed round. */
const AGAIN_MS = HOUR_MS;

export const createScheduledBackups = (deps: ScheduledBackupsDeps) => {
  const { folder, clock, everyMs, log } = deps;
  let lastAtMs: number | null = null;
  let triedAtMs = Number.NEGATIVE_INFINITY;

  const failed = async (draft: string, sentence: string): Promise<void> => {
    await folder.remove(draft);
    deps.ended('failed');
    log.warn(`no backup was made: ${sentence}`);
  };

  const make = async (signal: AbortSignal): Promise<void> => {
    const name = backupNameAt(clock.nowMs());
    const draft = `${name}.new-${deps.mark()}`;
    const refusal = await deps.write(folder.pathOf(draft));
    if (refusal !== null) return failed(draft, refusal);
    const checked = await deps.check(folder.pathOf(draft), signal);
    // The server is stopping, so there is no result.
    if (signal.aborted) return folder.remove(draft);
    if (typeof checked === 'object' && 'refusal' in checked) return failed(draft, checked.refusal);
    await folder.rename(draft, name);
    tell(name, checked);
  };

  const tell = (name: string, checked: Exclude<BackupCheck, { readonly refusal: string }>): void => {
    if (typeof checked === 'object') {
      deps.ended('failed');
      log.warn(`backup ${name} restores, but the database is not as it must be: ${checked.finding}`);
      return;
    }
    deps.ended(checked);
    const how =
      checked === 'checked' ? 'restored once to check it' : 'checked by its checksum, not by a restore';
    log.info(`backup ${name}, ${how}`);
  };

  const isTimeToTry = (): boolean => Math.abs(clock.nowMs() - triedAtMs) >= Math.min(everyMs, AGAIN_MS);

  const tidied = async () => {
    const plan = planBackups(await folder.names(), clock.nowMs(), everyMs);
    for (const name of plan.surplus) await folder.remove(name);
    lastAtMs = plan.lastAtMs;
    return plan;
  };

  return {
    /** Makes a backup if the newest is too old. Never throws. `signal`: cancels a running check. */
    round: async (signal: AbortSignal): Promise<void> => {
      try {
        // Surplus files are removed first, because a full disk may have caused the last failure.
        const { isDue } = await tidied();
        if (!isDue || !isTimeToTry()) return;
        triedAtMs = clock.nowMs();
        await make(signal);
        await tidied();
      } catch (error) {
        deps.ended('failed');
        log.warn(`no backup was made: ${errorText(error)}`);
      }
    },
    /** Returns the time of the newest backup, as the last round saw it. */
    lastAtMs: (): number | null => lastAtMs,
  };
};

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>;
