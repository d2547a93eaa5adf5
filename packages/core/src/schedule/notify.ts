/** Decides which runs are reported to a person. [SC-3] */
import { exhaustive, type Notification, type RunStatus } from '@cairn/schema';

export interface NotifyFacts {
  readonly status: RunStatus;
  /** Whether the output differs from the last one, or is the first. */
  readonly hasChanged: boolean;
  /** Whether failures paused the schedule. */
  readonly isPaused: boolean;
}

/** Whether to report a run. A skipped run is never reported: the list of runs shows it. */
export const isWorthTelling = (
  policy: Notification,
  { status, hasChanged, isPaused }: NotifyFacts,
): boolean => {
  if (status === 'skipped') return false;
  switch (policy) {
    case 'always':
      return true;
    case 'on_change':
      return isPaused || (status === 'ok' && hasChanged);
    case 'on_failure':
      return status !== 'ok';
    case 'never':
      return false;
    default:
      return exhaustive(policy);
  }
};
