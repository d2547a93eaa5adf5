/** What the store knows of the generations under which registers are sealed. [TR-4] */
import type { Hlc } from '@cairn/schema';
import type { FacetKey } from './meta-values.ts';
import type { StoredRegister } from './store.ts';

export interface SealedReads {
  /** Registers under a generation below `kg` with a stamp above `above`, in (entity, facet) order, after `after`. [TR-4] */
  sealedBelow(
    which: { readonly kg: number; readonly above: Hlc; readonly after: FacetKey | null },
    limit: number,
  ): Promise<readonly StoredRegister[]>;
  sealedBelowCount(kg: number): Promise<number>;
}
