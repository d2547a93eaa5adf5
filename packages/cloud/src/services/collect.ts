/**
 * Collection of commits that nobody needs: in small steps, each one transaction under the vault's lock, so that no push
 * waits long. Tombstones are kept. [TR-2] Repeating it changes nothing; more replicas may do it at once. [SY-E4]
 */
import { LIMITS, ok, type Result, type VaultId } from '@cairn/schema';
import type { Clock } from '../ports/clock.ts';
import type { StoreFailure, StoreTransaction, SyncStore, VaultRow } from '../ports/sync-store.ts';

/** How old a commit is at least that may go: only a device that was silent as long still remembers it as its newest. */
export const RETENTION_MS = LIMITS.anchorDaysMin * 86_400_000;

export interface Collected {
  readonly anchors: number;
}

/** `more`: a step ended at its limit, so another one may find something. */
interface Step extends Collected {
  readonly more: boolean;
}

interface CollectDeps {
  readonly store: SyncStore;
  readonly clock: Clock;
}

/** Bounds one vault's share of a round; the rest waits for the next. */
const STEPS_MAX = 200;
const VAULTS_PER_PAGE = 500;

const NOTHING: Step = { anchors: 0, more: false };

export const createCollect = ({ store, clock }: CollectDeps) => {
  const step = (vault: VaultId): Promise<Result<Step, StoreFailure>> =>
    store.transaction(async (tx) => {
      const row = await tx.lockVault(vault);
      return row === null ? NOTHING : collectStep(tx, row, clock.nowMs());
    });

  const collectVault = async (vault: VaultId): Promise<Result<Collected, StoreFailure>> => {
    let all: Collected = { anchors: 0 };
    for (let steps = 0; steps < STEPS_MAX; steps++) {
      const done = await step(vault);
      if (!done.ok) return done;
      all = { anchors: all.anchors + done.value.anchors };
      if (!done.value.more) break;
    }
    return ok(all);
  };

  return {
    /** One vault, now. */
    collectVault,
    /** Every vault, one after the other; ends early, between two vaults, when `isStopping` says so. */
    collectAll: async (
      isStopping: () => boolean = () => false,
    ): Promise<Result<Collected & { readonly vaults: number }, StoreFailure>> => {
      let all = { anchors: 0, vaults: 0 };
      let after: VaultId | null = null;
      for (;;) {
        const from: VaultId | null = after;
        const page: Result<readonly VaultId[], StoreFailure> = await store.read((reads) =>
          reads.vaultsAfter(from, VAULTS_PER_PAGE),
        );
        if (!page.ok) return page;
        for (const vault of page.value) {
          if (isStopping()) return ok(all);
          const done = await collectVault(vault);
          if (!done.ok) return done;
          all = { anchors: all.anchors + done.value.anchors, vaults: all.vaults + 1 };
        }
        after = page.value.at(-1) ?? null;
        if (after === null || page.value.length < VAULTS_PER_PAGE) return ok(all);
      }
    },
  };
};

/**
 * An old commit overtook everything below it that long ago, so only a dormant device can still remember such a commit as its
 * newest. The old commit itself may be anybody's newest. [SY-E1]
 */
const collectStep = async (tx: StoreTransaction, vault: VaultRow, nowMs: number): Promise<Step> => {
  const below = await tx.oldCommit(vault.id, {
    atMs: nowMs - RETENTION_MS,
    examined: LIMITS.collectAnchorsMax,
  });
  if (below === null) return NOTHING;
  const anchors = await tx.eraseAnchors(vault.id, { below, limit: LIMITS.collectAnchorsMax });
  if (anchors > 0) await tx.raiseAnchorFloor(vault.id, below);
  return { anchors, more: anchors > 0 };
};
