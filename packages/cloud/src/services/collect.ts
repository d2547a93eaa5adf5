/**
 * Collects old commits. Each step is a small transaction under the vault's lock, so that no push waits long. Tombstones are kept. [TR-2]
 * It is idempotent, and several replicas may do it at once. [SY-E4]
 */
import { LIMITS, ok, type Result, type VaultId } from '@cairn/schema';
import type { Clock } from '../ports/clock.ts';
import type { StoreFailure, StoreTransaction, SyncStore, VaultRow } from '../ports/sync-store.ts';

/** The least age of an erased commit. Only a device that was silent this long may still know it as its newest. */
export const RETENTION_MS = LIMITS.anchorDaysMin * 86_400_000;

export interface Collected {
  readonly anchors: number;
}

/** `more`: the step erased something, so another step may find more. */
interface Step extends Collected {
  readonly more: boolean;
}

interface CollectDeps {
  readonly store: SyncStore;
  readonly clock: Clock;
}

/** Steps for one vault in a round. The rest waits for the next round. */
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
    collectVault,
    /** Collects in every vault, one after the other. Stops between two vaults when `isStopping` is true. */
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
 * Erases the commits below the newest commit of at least that age. That commit stays, because it may be the newest that an active
 * device knows. Only a device that was silent for that long can know an earlier one as its newest. [SY-E1]
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
