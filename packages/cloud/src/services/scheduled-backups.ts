/** Backups that a server makes by itself. One that was not checked has another name, so what is there can be restored. [OP-15] */

import type { BackupFolder } from '../ports/backup-folder.ts';
import type { Clock } from '../ports/clock.ts';
import { backupNameAt, planBackups } from './backup-plan.ts';

/** How a round ended. `checked`: by a restore; `summed`: by its checksum, for want of memory. */
export type BackupOutcome = 'checked' | 'summed' | 'failed';

export interface ScheduledBackupsDeps {
  readonly folder: BackupFolder;
  /** Writes a backup; why not, as a sentence, or null. */
  readonly write: (path: string) => Promise<string | null>;
  /** Why the file would not bring everything back, or how that was found out. */
  readonly check: (
    path: string,
    signal: AbortSignal,
  ) => Promise<{ readonly refusal: string } | 'checked' | 'summed'>;
  readonly clock: Clock;
  readonly everyMs: number;
  readonly log: { info(message: string): void; warn(message: string): void };
  readonly ended: (outcome: BackupOutcome) => void;
}

export const createScheduledBackups = (deps: ScheduledBackupsDeps) => {
  const { folder, clock, everyMs, log } = deps;
  let lastAtMs: number | null = null;

  const failed = async (draft: string, sentence: string): Promise<void> => {
    await folder.remove(draft);
    deps.ended('failed');
    log.warn(`no backup was made: ${sentence}`);
  };

  const make = async (signal: AbortSignal): Promise<void> => {
    const name = backupNameAt(clock.nowMs());
    const draft = `${name}.new`;
    const refusal = await deps.write(folder.pathOf(draft));
    if (refusal !== null) return failed(draft, refusal);
    const checked = await deps.check(folder.pathOf(draft), signal);
    if (typeof checked === 'object') return failed(draft, checked.refusal);
    await folder.rename(draft, name);
    deps.ended(checked);
    log.info(
      checked === 'checked'
        ? `backup ${name}, restored once to check it`
        : `backup ${name}, checked by its checksum: to restore it once wants more memory`,
    );
  };

  return {
    /** Makes one when the newest is too old. Throws nothing. `signal`: ends a check that is under way. */
    round: async (signal: AbortSignal): Promise<void> => {
      try {
        if (planBackups(await folder.names(), clock.nowMs(), everyMs).isDue) await make(signal);
        const { lastAtMs: newest, surplus } = planBackups(await folder.names(), clock.nowMs(), everyMs);
        for (const name of surplus) await folder.remove(name);
        lastAtMs = newest;
      } catch (error) {
        deps.ended('failed');
        log.warn(`no backup was made: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    /** When the newest was made, as the last round saw it. */
    lastAtMs: (): number | null => lastAtMs,
  };
};

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>;
