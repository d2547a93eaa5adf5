/** Decides which runs are reported to a person. [SC-3] */
import type { Notification, RunStatus } from '@cairn/schema';

export interface NotifyFacts {
  readonly status: RunStatus;
  /** Whether the output differs from the last one, or is the first. */
  readonly hasChanged: boolean;
  /** Whether failures paused the schedule. */
  readonly isPaused: boolean;
}

/** Whether to report a run. A skipped run is never reported: the list of runs shows it. */
export const isWorthTelling = (policy: Notification, facts: NotifyFacts): boolean =>
  facts.status !== 'skipped' && IS_WORTH[policy](facts);

const IS_WORTH: Readonly<Record<Notification, (facts: NotifyFacts) => boolean>> = {
  always: () => true,
  on_change: ({ status, hasChanged, isPaused }) => isPaused || (status === 'ok' && hasChanged),
  on_failure: ({ status }) => status !== 'ok',
  never: () => false,
};
