import { err, ok, type SyncResult } from '@cairn/schema';
import { answered, type Outcome, type Run } from '../command.ts';
import { type ExitCode, exitCodeOf, type Failure, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { count } from '../output/short-time.ts';
import { joined } from '../style.ts';

const TIMEOUT_S = 60;
/** Seconds that the command waits longer than the daemon, whose answer may come after its own limit. */
const GRACE_S = 30;

export const sync: Run = async (given, io) => {
  const wait = given.flag('wait');
  const timeoutS = given.int('timeout');
  if (timeoutS !== undefined && !wait) return misuse('--timeout goes with --wait.');
  const limitS = timeoutS ?? TIMEOUT_S;
  const body = wait ? { wait, timeoutS: limitS } : {};
  const done = await io.ask('POST /v1/sync', { body }, { timeoutMs: (limitS + GRACE_S) * 1_000 });
  if (done.ok && wait) return ok({ json: done.value, human: () => resultText(done.value) });
  if (done.ok) return ok({ json: done.value, human: () => wokenText(done.value), notes: await lastTry(io) });
  const problem = await refine(done.error, io);
  const { progress } = done.error;
  return isProgress(progress) ? ok(partly(progress, problem)) : err(problem);
};

/** Returns the progress as JSON, with the failure that explains what is missing. */
const partly = (progress: SyncResult, problem: Failure): Outcome => {
  const exit = exitCodeOf(problem.kind);
  // If the sync was not allowed at all, there is no result, only the state before it.
  const isResult = exit === PARTIAL;
  return {
    json: progress,
    human: () => (isResult ? resultText(progress) : ''),
    notes: isResult ? [] : [resultText(progress)],
    failure: problem,
    exit,
  };
};

const PARTIAL: ExitCode = 5;

/** Failures that are reported as "not allowed" instead of as a stopped sync: the device may not sync at all. */
const REFUSED = new Set(['device_revoked', 'unauthorized', 'not_allowed']);

const refine = async (problem: Failure, io: Io): Promise<Failure> => {
  if (problem.kind !== 'sync_stopped') return problem;
  const status = await io.ask('GET /v1/status');
  const kind = status.ok ? status.value.sync.lastError?.kind : undefined;
  return kind !== undefined && REFUSED.has(kind) ? { ...problem, kind: 'not_allowed' } : problem;
};

const isProgress = (value: unknown): value is SyncResult =>
  typeof value === 'object' && value !== null && 'pushed' in value && 'pending' in value;

/** Without `--wait` nothing has happened yet. */
const wokenText = ({ pending }: SyncResult): string =>
  `Syncing. ${pending === 0 ? 'Nothing is left to send' : `${count(pending, 'change')} to send`}; \`cairn sync --wait\` waits for the end.`;

/** Reports the previous attempt, because the command does not wait for this one. */
const lastTry = async (io: Io): Promise<readonly string[]> => {
  const status = await io.ask('GET /v1/status');
  const error = status.ok ? status.value.sync.lastError : null;
  return error === null ? [] : [`The last try failed: ${error.message}`];
};

const resultText = ({ pushed, pulled, pending, dead, head, cursor }: SyncResult): string =>
  joined(' ', [
    `Sent ${pushed}, received ${pulled}.`,
    pending === 0 ? 'Nothing is left to send.' : `${count(pending, 'change')} left to send.`,
    dead === 0 ? '' : `${count(dead, 'change')} refused: \`cairn sync retry\` sends them again.`,
    cursor === head ? '' : `At ${cursor} of ${head}.`,
  ]);

export const retry: Run = (_, io) =>
  answered(io.ask('POST /v1/sync/retry', { body: {} }), ({ requeued, recovered }) => ({
    human: () =>
      joined(' ', [
        `${count(requeued, 'change')} will be sent again.`,
        recovered === 0 ? '' : `${count(recovered, 'change')} that could not be read before can be now.`,
      ]),
  }));
