/**
 * Collection of tombstones and of commits that nobody needs: in small steps, each one transaction under the vault's lock,
 * so that no push waits long. Repeating it changes nothing; more replicas may do it at once. [SY-E4]
 */
import { LIMITS, ok, type Result, type VaultId } from '@cairn/schema';
import { planCollection, RETENTION_MS } from '../log/collect.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoreFailure, StoreTransaction, SyncStore, VaultRow } from '../ports/sync-store.ts';

export interface Collected {
  readonly tombstones: number;
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

const NOTHING: Step = { tombstones: 0, anchors: 0, more: false };

export const createCollect = ({ store, clock }: CollectDeps) => {
  const step = (vault: VaultId): Promise<Result<Step, StoreFailure>> =>
    store.transaction(async (tx) => {
      const row = await tx.lockVault(vault);
      return row === null ? NOTHING : collectStep(tx, row, clock.nowMs());
    });

  const collectVault = async (vault: VaultId): Promise<Result<Collected, StoreFailure>> => {
    let all: Collected = { tombstones: 0, anchors: 0 };
    for (let steps = 0; steps < STEPS_MAX; steps++) {
      const done = await step(vault);
      if (!done.ok) return done;
      all = sum(all, done.value);
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
      let all = { tombstones: 0, anchors: 0, vaults: 0 };
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
          all = { ...sum(all, done.value), vaults: all.vaults + 1 };
        }
        after = page.value.at(-1) ?? null;
        if (after === null || page.value.length < VAULTS_PER_PAGE) return ok(all);
      }
    },
  };
};

const sum = (a: Collected, b: Collected): Collected => ({
  tombstones: a.tombstones + b.tombstones,
  anchors: a.anchors + b.anchors,
});

const collectStep = async (tx: StoreTransaction, vault: VaultRow, nowMs: number): Promise<Step> => {
  const oldCommit = await tx.oldCommit(vault.id, {
    atMs: nowMs - RETENTION_MS,
    examined: LIMITS.collectAnchorsMax,
  });
  const plan = planCollection({ devices: await tx.devices(vault.id), oldCommit, nowMs });
  if (plan === null) return NOTHING;
  const erased = await tx.eraseTombstones(vault.id, {
    upTo: plan.tombstonesUpTo,
    limit: LIMITS.collectTombstonesMax,
  });
  const anchors = await tx.eraseAnchors(vault.id, {
    below: plan.anchorsBelow,
    limit: LIMITS.collectAnchorsMax,
  });
  if (erased.length > 0)
    await tx.updateVault(vault.id, {
      ...vault,
      registers: vault.registers - erased.length,
      tombstones: vault.tombstones - erased.length,
    });
  if (erased.length > 0 || anchors > 0)
    await tx.raiseFloors(vault.id, { tombFloor: erased.at(-1) ?? 0, anchorFloor: plan.anchorsBelow });
  const more = erased.length === LIMITS.collectTombstonesMax || anchors > 0;
  return { tombstones: erased.length, anchors, more };
};
