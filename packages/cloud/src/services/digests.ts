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
import type { Clock } from '../ports/clock.ts';
import type { DigestRowsQuery, RegisterName, StoreReads, SyncStore } from '../ports/sync-store.ts';
import { type Answer, flatten, problem } from './problem.ts';
import { PAGE_PAYLOAD_BYTES_MAX } from './pull.ts';
import type { Session } from './session.ts';

interface DigestDeps {
  readonly store: SyncStore;
  readonly clock: Clock;
}

const goneVault = () => problem('unauthorized', 'This vault is no longer here.');

/** Computed from the number of registers, which is at least the number of entities. So there are never too many ranges. */
const entitiesPerRange = async (reads: StoreReads, id: VaultId): Promise<number> => {
  const registers = (await reads.vault(id))?.registers ?? 0;
  return Math.max(
    COMPARING_LIMITS.digestRangeEntitiesMin,
    Math.ceil(registers / COMPARING_LIMITS.digestRangesMax),
  );
};

export const createDigests = ({ store, clock }: DigestDeps) => ({
  digest: async (session: Session, above: number): Answer<DigestResponse> =>
    flatten<DigestResponse>(
      await store.read(async (reads) => {
        const read = await reads.digest(session.vault, above, await entitiesPerRange(reads, session.vault));
        if (read === null) return goneVault();
        // The first range begins below everything, so that ranges cover all entities.
        const [first = { from: '', count: 0, digest: EMPTY }, ...others] = read.ranges;
        return ok({ ranges: [{ ...first, from: '' }, ...others], ...read.state, serverTime: clock.nowMs() });
      }),
    ),

  digestRows: async (
    session: Session,
    query: Omit<DigestRowsQuery, 'vault' | 'limit'>,
  ): Answer<DigestRowsResponse> =>
    flatten<DigestRowsResponse>(
      await store.read(async (reads) => {
        const limit = COMPARING_LIMITS.digestRowsMax;
        const read = await reads.digestRows({ ...query, vault: session.vault, limit });
        if (read === null) return goneVault();
        const { epoch, head } = read.state;
        const rows = read.rows.map(({ entity, facet, hlc, seq }) => ({ entity, facet, hlc, seq }));
        return ok({ rows, more: rows.length === limit, epoch, head, serverTime: clock.nowMs() });
      }),
    ),

  registers: async (session: Session, names: readonly RegisterName[]): Answer<RegistersResponse> =>
    flatten<RegistersResponse>(
      await store.read(async (reads) => {
        const vault = await reads.vault(session.vault);
        if (vault === null) return goneVault();
        const found = await reads.registersByName(session.vault, names, PAGE_PAYLOAD_BYTES_MAX);
        const bytes = found.reduce((sum, one) => sum + payloadBytes(one), 0);
        const items = found.map(({ entity, facet, hlc, seq, v, kg, payload }) => ({
          entity,
          facet,
          hlc,
          seq,
          v,
          kg,
          payload,
        }));
        const { epoch, head } = vault;
        return ok({ items, more: bytes >= PAGE_PAYLOAD_BYTES_MAX, epoch, head, serverTime: clock.nowMs() });
      }),
    ),
});

/** The digest of no registers: the first 16 bytes of the SHA-256 of nothing. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb924';
