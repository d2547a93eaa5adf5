/**
 * Collects old commits. Each step is a small transaction under the vault's lock, so that no push waits long. Tombstones are kept. [TR-2]
 * It is idempotent, and several replicas may do it at once. [SY-E4]
 */
import { DAY_MS, LIMITS, ok, type Result, type VaultId } from '@cairn/schema';
import type { StoreFailure, StoreTransaction, VaultRow } from '../ports/sync-store.ts';
import type { ServiceDeps } from './deps.ts';

/** The least age of an erased commit. Only a device that was silent this long may still know it as its newest. */
export const RETENTION_MS = LIMITS.anchorDaysMin * DAY_MS;

/** Steps for one vault in a round. The rest waits for the next round. */
const STEPS_MAX = 200;
const VAULTS_PER_PAGE = 500;

export const createCollect = ({ store, clock }: Pick<ServiceDeps, 'store' | 'clock'>) => {
  const step = (vault: VaultId): Promise<Result<number, StoreFailure>> =>
    store.transaction(async (tx) => {
      const row = await tx.lockVault(vault);
      return row === null ? 0 : collectStep(tx, row, clock.nowMs());
    });

  const collectVault = async (vault: VaultId): Promise<Result<number, StoreFailure>> => {
    let anchors = 0;
    for (let steps = 0; steps < STEPS_MAX; steps++) {
      const erased = await step(vault);
      if (!erased.ok) return erased;
      // A step that erased something may leave more.
      if (erased.value === 0) break;
      anchors += erased.value;
    }
    return ok(anchors);
  };

  return {
    collectVault,
    /** Collects in every vault, one after the other. Stops between two vaults when `isStopping` is true. */
    collectAll: async (
      isStopping = () => false,
    ): Promise<Result<{ readonly anchors: number; readonly vaults: number }, StoreFailure>> => {
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
          all = { anchors: all.anchors + done.value, vaults: all.vaults + 1 };
        }
        after = page.value.at(-1) ?? null;
        if (after === null || page.value.length < VAULTS_PER_PAGE) return ok(all);
      }
    },
  };
};

/**
 * Erases the commits below the newest commit of at least that age. That commit stays, because it may be the newest that an active
 * device knows. Only a device that was silent for that long can know an earlier one as its newest. Returns their number. [SY-E1]
 */
const collectStep = async (tx: StoreTransaction, vault: VaultRow, nowMs: number): Promise<number> => {
  const below = await tx.oldCommit(vault.id, {
    atMs: nowMs - RETENTION_MS,
    examined: LIMITS.collectAnchorsMax,
  });
  if (below === null) return 0;
  const anchors = await tx.eraseAnchors(vault.id, { below, limit: LIMITS.collectAnchorsMax });
  if (anchors > 0) await tx.raiseAnchorFloor(vault.id, below);
  return anchors;
};
