/** TR-3: what many forgets of other devices took at once. */
import type { CairnError, RemovedEnded, RemovedRestored, Result } from '@cairn/schema';

export interface RemovedCalls {
  /** What was set aside is saved again, as new memories; null: all of it. */
  restoreRemoved(ids: readonly string[] | null): Promise<Result<RemovedRestored, CairnError>>;
  /** It ends now. */
  dropRemoved(ids: readonly string[] | null): Promise<Result<RemovedEnded, CairnError>>;
  /** What was set aside 30 days ago ends. */
  expireRemoved(): Promise<RemovedEnded>;
}
