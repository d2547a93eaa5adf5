/**
 * What the server tells of what it holds, and gives of it by name [SY-E5]. Calls end as those of `ports/transport` do.
 */
import type { DigestResponse, DigestRowsResponse, EntityId, RegistersResponse, Result } from '@cairn/schema';
import type { HeldQuery } from './store.ts';
import type { TransportError } from './transport.ts';

export interface DigestSource {
  /** `above`: tombstones with a sequence at or below it are left out. */
  digest(above: number): Promise<Result<DigestResponse, TransportError>>;
  digestRows(query: HeldQuery): Promise<Result<DigestRowsResponse, TransportError>>;
  /** At most LIMITS.batchItemsMax names. */
  registers(
    names: readonly { readonly entity: EntityId; readonly facet: string }[],
  ): Promise<Result<RegistersResponse, TransportError>>;
}
