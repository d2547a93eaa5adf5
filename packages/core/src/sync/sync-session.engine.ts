/** The shared part of the sync use cases: their dependencies, and what they remember between calls and may forget in a crash. */
import { type CairnError, cairnError, err, HLC_ZERO, type Hlc, hlcMs, LIMITS, maxHlc } from '@cairn/schema';
import type { VaultKeys } from '../engine/api.ts';
import type { Clock } from '../ports/clock.ts';
import type { Sealer } from '../ports/sealer.ts';
import type {
  DeadLetter,
  FacetKey,
  MetaValues,
  StoreReads,
  StoreTransaction,
  WriteSet,
  WriteStore,
} from '../ports/store.ts';
import type { ClockOffset } from './clock-offset.ts';
import { type GenerationBounds, isClosed, NO_BOUNDS } from './generation-bounds.ts';
import { isVouchedFor, type Open } from './read-page.ts';
import { registerKey } from './settle.ts';
import { stampLimitMs, stampTimeMs } from './stamp-bounds.ts';

export interface SyncDeps {
  readonly store: WriteStore;
  readonly clock: Clock;
  readonly makeSealer: (keys: VaultKeys) => Promise<Sealer>;
}

export interface SyncSession extends SyncDeps {
  readonly memory: {
    /** Null until `useKeys`. */
    sealer: Sealer | null;
    /** When the sealer's generations end. [TR-4] */
    bounds: GenerationBounds;
    /** False once a look found nothing that this device has to seal again. */
    mayHoldOld: boolean;
    /** Where the last look for such registers came to. */
    lookedUpTo: FacetKey | null;
    /** How many there were, to tell how far it is: counting reads them all. */
    counted: { readonly kg: number; readonly below: number; readonly at: number } | null;
    /** Halved when the server refuses a whole batch, doubled when it takes one. [SY-U2] */
    batchItemsMax: number;
    /** The offset as it is refined; only changes that matter reach the disk. */
    offset: ClockOffset | null;
    /** As it is on the disk. */
    storedOffset: ClockOffset | null;
    /** Server time minus local time by the last answer, in milliseconds, believed or not; null before the first. [TR-5] */
    serverSays: number | null;
    /** False once a look found every memory that a link leads to, or its tombstone. [SY-P6] */
    mayMissEnds: boolean;
    /** What came in made this device write something itself, and nobody has asked for a push since. [TR-52, TR-54] */
    owesPush: boolean;
    /** False once a look found no stamp of the far future. [TR-33] */
    mayHoldAhead: boolean;
    /** The stamp that is the first to come of age in quarantine, in milliseconds; null: none waits. [TR-5] */
    nextOfAge: number | null;
  };
}

export const createSyncSession = (deps: SyncDeps): SyncSession => ({
  ...deps,
  memory: {
    sealer: null,
    bounds: NO_BOUNDS,
    mayHoldOld: true,
    lookedUpTo: null,
    counted: null,
    batchItemsMax: LIMITS.batchItemsMax,
    offset: null,
    storedOffset: null,
    serverSays: null,
    mayMissEnds: true,
    owesPush: false,
    mayHoldAhead: true,
    nextOfAge: null,
  },
});

/** Whether a push is owed. The caller asks for it: the answer is true once. */
export const takeOwed = ({ memory }: SyncSession): boolean => {
  const { owesPush } = memory;
  memory.owesPush = false;
  return owesPush;
};

/** The one way by which something that was sealed elsewhere comes in. [TR-4] */
export const openIncoming =
  ({ memory: { sealer, bounds } }: SyncSession): Open =>
  (item) => {
    if (sealer === null) return err('no_key');
    return isClosed(bounds, item) ? err('old_key') : sealer.open(item);
  };

export const notInVault = (): { readonly ok: false; readonly error: CairnError } =>
  err(cairnError('not_in_vault', 'This device is in no vault. Create or join one first.'));

/** The time to stamp again with what may not keep its stamp, when `last` is the highest that stays. [SY-C2, RL-39] */
export const stampNowMs = async (session: SyncSession, tx: StoreReads, last: Hlc): Promise<number> => {
  const offset = session.memory.offset ?? (await tx.meta('offset'));
  return stampTimeMs({ nowMs: session.clock.nowMs(), offsetMs: offset?.ms ?? 0, last });
};

/** A register with a later stamp waits in quarantine. Before this device has heard the server's time, none does. [TR-5] */
export const stampLimit = async (session: SyncSession, tx: StoreReads): Promise<number> => {
  const offset = session.memory.offset ?? (await tx.meta('offset'));
  return offset === null ? Number.MAX_SAFE_INTEGER : stampLimitMs(session.clock.nowMs() + offset.ms);
};

/** When the first of what was just set aside for its stamp can be read. [TR-5] */
export const noteOfAge = (
  { memory }: SyncSession,
  setAside: readonly { readonly hlc: Hlc; readonly reason: string }[],
): void => {
  for (const { hlc, reason } of setAside)
    if (reason === 'future')
      memory.nextOfAge = Math.min(memory.nextOfAge ?? Number.MAX_SAFE_INTEGER, hlcMs(hlc));
};

/** The stamp that the clock may fall back to rises with everything that was published or applied. [SY-C3] */
export const raisedTo = async (tx: StoreReads, stamps: readonly { readonly hlc: Hlc }[]): Promise<Hlc> =>
  stamps.reduce((max, { hlc }) => maxHlc(max, hlc), (await tx.meta('published')) ?? HLC_ZERO);

/** Enough for any person to look at; nothing else is ever refused for good. */
export const DEAD_LETTERS_MAX = 100_000;

/** Changes that the server called forgotten, and whose tombstone did not come yet. [TR-1] */
export const goneLetters = async (tx: StoreReads): Promise<readonly DeadLetter[]> =>
  (await tx.deadLetters(DEAD_LETTERS_MAX)).filter(({ verdict }) => verdict === 'gone');

/** Into the outbox under the stamps that they have now; what is gone, or was written meanwhile, is done with. → how many. */
export const sendAgain = async (
  session: SyncSession,
  tx: StoreTransaction,
  letters: readonly DeadLetter[],
): Promise<number> => {
  const entities = [...new Set(letters.map(({ entity }) => entity))];
  const refused = new Set(letters.map(({ entity, facet }) => registerKey(entity, facet)));
  // Nobody sealed what is forged, and a server that took it would hand it on for the true value.
  const unread = (await tx.quarantinedOf(entities)).filter(isVouchedFor);
  const held = [...(await tx.registersOf(entities)), ...unread];
  const again = held
    .filter((one) => one.seq === null && refused.has(registerKey(one.entity, one.facet)))
    .map(({ entity, facet, hlc }) => ({ entity, facet, hlc }));
  await tx.apply({ deadRemove: letters, outboxAdd: again });
  // A register that is there already, under an older key, is sealed again only without its letter.
  session.memory.mayHoldOld = true;
  return again.length;
};

/** Both sets of changes as one. Meta keys of the second win. */
export const joinWriteSets = (first: WriteSet, second: WriteSet): WriteSet => ({
  ...first,
  ...second,
  outboxRemove: [...(first.outboxRemove ?? []), ...(second.outboxRemove ?? [])],
  confirmed: [...(first.confirmed ?? []), ...(second.confirmed ?? [])],
  deadRemove: [...(first.deadRemove ?? []), ...(second.deadRemove ?? [])],
  meta: { ...first.meta, ...second.meta },
});

export const emptyPull = (empty: boolean): MetaValues['pull'] => ({
  cursor: null,
  high: 0,
  head: 0,
  bootstrap: { done: 0, expected: 0, empty, start: null },
});
