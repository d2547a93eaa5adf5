/**
 * Reports the end of a run: in the log unless it was skipped, and by the schedule's policy as an event and to the person's own command.
 * [SC-3]
 */
import type { EndedRun } from '@cairn/core';
import type { DaemonEvent } from '@cairn/schema';
import type { Log } from '../log.ts';

/** Runs the command with `text` on its standard input, within a time limit. `error`: a sentence, or null if the command succeeded. */
export type NotifyCommand = (text: string) => Promise<{ readonly error: string | null }>;

export interface NotifierDeps {
  readonly events: { publish(event: DaemonEvent): void };
  readonly log: Log;
  /** The person's own command; null when none is configured. */
  readonly command: NotifyCommand | null;
}

export const createNotifier =
  ({ events, log, command }: NotifierDeps) =>
  async ({ run, row, paused, notify }: EndedRun): Promise<void> => {
    // Goal and output are texts of a person and a model. They must not be in the log.
    const facts = { schedule: row.id, run: run.id, status: run.status, ms: run.finishedAt - run.startedAt };
    if (run.status === 'ok') log.info('a schedule ran', facts);
    else if (run.status !== 'skipped') log.warn('a run of a schedule did not succeed', facts);
    if (paused !== null)
      log.warn('a schedule failed too often in a row, and is paused', { schedule: row.id });
    if (!notify) return;
    const { id: schedule, name, channel, channelContext } = row;
    const { id, status, summary } = run;
    const place = { channel, channelContext };
    const event = { kind: 'schedule', schedule, name, run: id, status, summary, paused, ...place } as const;
    events.publish(event);
    if (command === null) return;
    const { error } = await command(`${JSON.stringify({ ...event, goal: row.goal, output: run.output })}\n`);
    if (error !== null) log.warn('the command for notifications failed', { error });
  };
