/** Digests for a device's comparison, and registers that it requests because it lacks them. [SY-E5] */
import {
  COMPARING_LIMITS,
  type DigestResponse,
  type DigestRowsResponse,
  ok,
  type RegistersResponse,
  type VaultId,
} from '@cairn/schema';
import { payloadBytes } from '../log/cursor.ts';
import type { DigestRowsQuery, RegisterName, StoreReads } from '../ports/sync-store.ts';
import type { ServiceDeps } from './deps.ts';
import { type Answer, goneVault, reading } from './problem.ts';
import { PAGE_PAYLOAD_BYTES_MAX } from './pull.ts';
import type { Session } from './session.ts';

/** Computed from the number of registers, which is at least the number of entities. So there are never too many ranges. */
const entitiesPerRange = async (reads: StoreReads, id: VaultId): Promise<number> => {
  const registers = (await reads.vault(id))?.registers ?? 0;
  return Math.max(
    COMPARING_LIMITS.digestRangeEntitiesMin,
    Math.ceil(registers / COMPARING_LIMITS.digestRangesMax),
  );
};

export const createDigests = ({ store, clock }: Pick<ServiceDeps, 'store' | 'clock'>) => ({
  digest: (session: Session, above: number): Answer<DigestResponse> =>
    reading<DigestResponse>(store, async (reads) => {
      const read = await reads.digest(session.vault, above, await entitiesPerRange(reads, session.vault));
      if (read === null) return goneVault();
      // The first range begins below everything, so that ranges cover all entities.
      const [first = { from: '', count: 0, digest: EMPTY }, ...others] = read.ranges;
      return ok({ ranges: [{ ...first, from: '' }, ...others], ...read.state, serverTime: clock.nowMs() });
    }),

  digestRows: (
    session: Session,
    query: Omit<DigestRowsQuery, 'vault' | 'limit'>,
  ): Answer<DigestRowsResponse> =>
    reading<DigestRowsResponse>(store, async (reads) => {
      const limit = COMPARING_LIMITS.digestRowsMax;
      const read = await reads.digestRows({ ...query, vault: session.vault, limit });
      if (read === null) return goneVault();
      const { epoch, head } = read.state;
      const rows = read.rows.map(({ entity, facet, hlc, seq }) => ({ entity, facet, hlc, seq }));
      return ok({ rows, more: rows.length === limit, epoch, head, serverTime: clock.nowMs() });
    }),

  registers: (session: Session, names: readonly RegisterName[]): Answer<RegistersResponse> =>
    reading<RegistersResponse>(store, async (reads) => {
      const vault = await reads.vault(session.vault);
      if (vault === null) return goneVault();
      const items = [...(await reads.registersByName(session.vault, names, PAGE_PAYLOAD_BYTES_MAX))];
      const bytes = items.reduce((sum, one) => sum + payloadBytes(one), 0);
      const { epoch, head } = vault;
      return ok({ items, more: bytes >= PAGE_PAYLOAD_BYTES_MAX, epoch, head, serverTime: clock.nowMs() });
    }),
});

/** The digest of no registers: the first 16 bytes of the SHA-256 of nothing. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb924';
