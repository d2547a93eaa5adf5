/** `GET /v1/pull`: returns a page from one snapshot, and the cursor exactly after it. [SY-P1, SY-P3, SY-P4] */
import { LIMITS, ok, type PullResponse, type VaultId } from '@cairn/schema';
import { formatAnchor, parseAnchor } from '../log/anchor.ts';
import {
  beginCursor,
  type Cursor,
  cutPage,
  decodeCursor,
  encodeCursor,
  heldUpTo,
  isBootstrapping,
  rangeOf,
} from '../log/cursor.ts';
import type { PageRead } from '../ports/sync-store.ts';
import type { ServiceDeps } from './deps.ts';
import { type Claim, partWays } from './epochs.ts';
import { type Answer, flatten, goneVault, lockingVault, problem } from './problem.ts';
import type { Session } from './session.ts';

export interface PullRequest {
  readonly cursor: string | null;
  readonly limit: number;
  /** The device holds nothing, so old tombstones may be left out. Only for a pull without a cursor. */
  readonly empty: boolean;
  /** The newest commit that the device knows of the cursor's epoch. Default: the cursor's own. [SY-E1] */
  readonly anchor?: string | null;
  /** For a pull without a cursor: the epoch of `anchor`. [RL-10] */
  readonly epoch?: string | null;
}

/** A page ends after this many bytes of payload, whatever the limit. */
export const PAGE_PAYLOAD_BYTES_MAX = 8 * 1_048_576;

const boundsOf = (limit: number) => ({
  items: Math.min(Math.max(limit, 1), LIMITS.pullItemsMax),
  payloadBytes: PAGE_PAYLOAD_BYTES_MAX,
});

/** Returns the commit that the device knows, which must be known here too. [SY-E1] */
const claimOf = (cursor: Cursor | null, { anchor, epoch }: PullRequest): Claim | null => {
  const known = anchor == null ? null : parseAnchor(anchor);
  if (cursor !== null) return { epoch: cursor.epoch, anchor: known ?? cursor.anchor };
  return epoch == null || known === null ? null : { epoch, anchor: known, startsOver: true };
};

export const createPull = (
  deps: Pick<ServiceDeps, 'store' | 'clock' | 'random' | 'hints' | 'epochLimit'>,
) => {
  const { store, clock, hints } = deps;
  const readPage = (vault: VaultId, cursor: Cursor | null, request: PullRequest) =>
    store.read((reads) =>
      reads.page({
        vault,
        ...rangeOf(cursor, request.empty),
        ...boundsOf(request.limit),
        claim: claimOf(cursor, request),
      }),
    );

  /** Checks again under the lock, because another device may have just raised the epoch. */
  const part = async (session: Session, claim: Claim): Answer<null> => {
    const answer = await lockingVault<null>(store, session.vault, async (tx, vault) => {
      const anchorKnown = await tx.anchorKnown(vault.id, claim.epoch, claim.anchor);
      const parted = await partWays(tx, vault, { session, claim, anchorKnown }, deps);
      if (parted === null && claim.startsOver === true) return ok(null);
      return parted ?? problem('unavailable', 'The vault changed meanwhile. Try again.');
    });
    if (!answer.ok && answer.error.epoch !== undefined) {
      const hint = { kind: 'epoch', epoch: answer.error.epoch } as const;
      hints.publish(session.vault, hint, { kind: 'except', device: session.device });
    }
    return answer;
  };

  /** Acknowledges the previous page: a device sends its cursor after it has applied that page. [SY-P2, SY-E4] */
  const acknowledge = (session: Session, cursor: Cursor | null) =>
    store.single((writes) =>
      writes.touchDevice(session.vault, session.device, {
        acked: cursor === null ? 0 : heldUpTo(cursor),
        atMs: clock.nowMs(),
      }),
    );

  const toResponse = (page: PageRead, cursor: Cursor, limit: number): PullResponse => {
    const cut = cutPage(cursor, page.state, page, boundsOf(limit));
    return {
      items: [...cut.items],
      cursor: encodeCursor(cut.cursor),
      hasMore: cut.hasMore,
      expected: isBootstrapping(cursor) ? cursor.expected : null,
      head: page.state.head,
      high: heldUpTo(cut.cursor),
      tombFloor: 0,
      epoch: page.state.epoch,
      anchor: formatAnchor({ seq: page.state.head, mark: page.state.anchor }),
      serverTime: clock.nowMs(),
    };
  };

  return async (session: Session, request: PullRequest): Answer<PullResponse> => {
    const sent = request.cursor === null ? null : decodeCursor(request.cursor);
    if (sent === null && request.cursor !== null) {
      return problem('malformed', 'This is not a cursor of this server. Pull without one.');
    }
    const read = await readPage(session.vault, sent, request);
    if (!read.ok) return flatten<never>(read);
    const page = read.value;
    if (page === null) return goneVault();
    const claim = claimOf(sent, request);
    if (claim !== null && (claim.epoch !== page.state.epoch || !page.claimKnown)) {
      const parted = await part(session, claim);
      if (!parted.ok) return parted;
    }
    // A full or read-only database still serves the page. The device's next pull acknowledges the same again. [OP-23]
    await acknowledge(session, sent);
    return ok(toResponse(page, sent ?? beginCursor(page.state, request.empty), request.limit));
  };
};
