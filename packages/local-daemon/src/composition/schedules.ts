/** Composes schedules, the daemon's housekeeping, and its backups. [SC-2, ST-2] */

import type { Paths } from '@cairn/client/device';
import { machineZone } from '@cairn/client/device';
import { createBackupFolder } from '../adapters/backup-folder.ts';
import { createNotifyCommand } from '../adapters/notify-command.ts';
import { systemClock } from '../adapters/system-time.ts';
import type { Config } from '../config.ts';
import { BACKUP_JOB, createBackups } from '../services/housekeeping/backups.ts';
import type { Housekeeping } from '../services/housekeeping/housekeeping.ts';
import { warningOf } from '../services/log.ts';
import type { ActingParts } from '../services/schedules/ask-goal.ts';
import { createNotifier } from '../services/schedules/notifier.ts';
import { createScheduleRunner } from '../services/schedules/schedule-runner.ts';
import { createSchedules } from '../services/schedules/schedules.ts';
import type { SharedDeps } from '../services/shared-deps.ts';
import type { ModelAsker } from '../services/summaries/ask-model.ts';

export interface SchedulePartsDeps
  extends Pick<SharedDeps, 'engine' | 'gate' | 'timers' | 'events' | 'keyring' | 'projects' | 'log'> {
  readonly sync: { localWrite(): void };
  readonly asker: ModelAsker;
  readonly acting: ActingParts;
  readonly housekeeping: Housekeeping;
}

export const createScheduleParts = (paths: Paths, config: Config, deps: SchedulePartsDeps) => {
  const { engine, gate, events, asker, housekeeping, timers, log } = deps;
  const backups = createBackups({
    ...{ engine, gate, timers, log, isOn: config.backups && config.store === null, nowMs: systemClock.nowMs },
    folder: createBackupFolder(paths.backups, paths.database),
    makeOne: () => housekeeping.runNow(BACKUP_JOB),
  });
  const wrote = (ids: readonly string[]): void => {
    events.publish({ kind: 'scheduled', ids });
    deps.sync.localWrite();
  };
  const command = config.notifyCommand === null ? null : createNotifyCommand(config.notifyCommand);
  const tell = createNotifier({ events, log, command });
  const runner = createScheduleRunner({
    ...{ engine, gate, asker, acting: deps.acting, tell, wrote, timers, clock: systemClock, log },
  });
  const unsubscribe = events.subscribe((event) => {
    if (event.kind === 'scheduled') runner.changed();
  });
  return {
    schedules: createSchedules({ ...deps, runner, wrote, timezone: machineZone, nowMs: systemClock.nowMs }),
    housekeeping,
    async begin() {
      backups.begin(housekeeping);
      await runner.begin();
    },
    /** Starts again with a restored database. Does not wait, because the restore locks the store until this returns. */
    restart(): void {
      backups.begin(housekeeping);
      runner.begin().catch(warningOf(log, 'schedules did not start over'));
    },
    async end() {
      unsubscribe();
      backups.end();
      await Promise.all([runner.end(), housekeeping.end()]);
    },
    erased: backups.erased,
    settle: backups.settle,
  };
};
