/** Reports a run in the event stream, in the log, and to the person's own command if there is one. [SC-3] */
import type { EndedRun } from '@cairn/core';
import type { DaemonEvent } from '@cairn/schema';
import type { Log } from '../log.ts';

/** Runs the command with this text on its standard input. `error` is a sentence. The call has a time limit. */
export type NotifyCommand = (text: string) => Promise<{ readonly error: string | null }>;

export interface NotifierDeps {
  readonly events: { publish(event: DaemonEvent): void };
  readonly log: Log;
  /** Null when none is configured. */
  readonly command: NotifyCommand | null;
}

export const createNotifier =
  ({ events, log, command }: NotifierDeps) =>
  async ({ run, row, paused, notify }: EndedRun): Promise<void> => {
    // The log must contain neither goal nor output.
    const facts = { schedule: row.id, run: run.id, status: run.status, ms: run.finishedAt - run.startedAt };
    if (run.status === 'ok') log.info('a schedule ran', facts);
    else if (run.status !== 'skipped') log.warn('a schedule did not do what it should', facts);
    if (paused !== null) log.warn('a schedule failed again and again, and is paused', { schedule: row.id });
    if (!notify) return;
    const { id: schedule, name, channel, channelContext } = row;
    const { id, status, summary } = run;
    const told = { schedule, name, run: id, status, summary, paused, channel, channelContext };
    const event = { kind: 'schedule', ...told } as const;
    events.publish(event);
    if (command === null) return;
    const { error } = await command(`${JSON.stringify({ ...event, goal: row.goal, output: run.output })}\n`);
    if (error !== null) log.warn('the command for notifications failed', { error });
  };
