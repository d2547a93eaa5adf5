/** Decides who is told of a run. [SC-3] */
import { exhaustive, type Notification, type RunStatus } from '@cairn/schema';

export interface NotifyFacts {
  readonly status: RunStatus;
  /** Its output is not that of the last time, or it is the first time. */
  readonly hasChanged: boolean;
  /** Its failures have paused it. */
  readonly isPaused: boolean;
}

/** A run that could not be asked for is nobody's news: the list says so. */
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
