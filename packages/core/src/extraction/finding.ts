/** The item that extraction wants stored, before the guard and the store have their say. */
import type { MemoryRow } from '../ports/memory-row.ts';

export interface Finding extends Pick<MemoryRow, 'namespace' | 'key' | 'content' | 'tags'> {
  /** True: of the session's project; else it is global. */
  readonly ofProject: boolean;
  /** `low`: found, but never injected. */
  readonly trust: 'normal' | 'low';
}
