/** Ownership of a remote database: claimed at the start, proved by every transaction, released at the end. [ST-3] */
import { setTimeout as later } from 'node:timers/promises';
import { isStoreFailure, type StoreFailure, storeFailure } from '../../ports/store-failure.ts';
import { columnsOf } from '../columns.ts';
import type { Statement } from './hrana.ts';
import {
  beatStatement,
  claimStatements,
  LEASE_S,
  MARK_AT,
  type OwnerIdentity,
  type PresentOwner,
  proveStatement,
  readOwner,
  releaseStatement,
  settleStatements,
  WHO_AT,
  whoStatement,
} from './owner.ts';
import type { Pipeline } from './pipeline.ts';
import { readOnce, sendAlone } from './requests.ts';

/** Pauses before the attempts to settle a transaction. After the last attempt its outcome stays uncertain. */
const SETTLE_PAUSES_MS = [0, 250, 1_000, 2_000, 4_000] as const;
const SETTLE_MS = 15_000;

export interface OwnershipDeps {
  readonly pipeline: Pipeline;
  readonly identity: OwnerIdentity;
  readonly newMark: () => string;
  readonly pausesMs?: readonly number[] | undefined;
}

interface Marks {
  readonly from: string;
  readonly to: string;
}

export type Ownership = ReturnType<typeof createOwnership>;

export const createOwnership = ({
  pipeline,
  identity,
  newMark,
  pausesMs = SETTLE_PAUSES_MS,
}: OwnershipDeps) => {
  let mark = '';
  let tried: Marks = { from: '', to: '' };
  /** A transaction whose outcome is not known yet. `burnt` replaces its mark if it never arrived. */
  let unsettled: (Marks & { readonly burnt: string }) | null = null;

  const askAbout = async ({ from, to, burnt }: NonNullable<typeof unsettled>): Promise<boolean> => {
    const answers = await sendAlone(pipeline, settleStatements(identity, from, burnt), true);
    const row = answers[MARK_AT]?.rows[0];
    if (row === undefined) throw await lostTo();
    const present = columnsOf(row).text();
    unsettled = null;
    mark = present === from ? burnt : present;
    return present === to;
  };

  const presentOwner = async (): Promise<PresentOwner | null> => {
    const row = (await readOnce(pipeline, whoStatement)).rows[0];
    return row === undefined ? null : readOwner(columnsOf(row));
  };
  const lostTo = async (): Promise<StoreFailure> => storeFailure('taken', takenOver(await presentOwner()));

  return {
    /** Throws a `StoreFailure` of the kind `taken` while another daemon owns it. */
    async claim(): Promise<void> {
      const first = newMark();
      const answers = await sendAlone(pipeline, claimStatements(identity, first), true);
      const owner = readOwner(columnsOf(answers[WHO_AT]?.rows[0] ?? []));
      if (owner.session !== identity.session) throw storeFailure('taken', taken(owner));
      mark = first;
    },
    /** Returns the first statement of the next transaction. Settles an earlier uncertain transaction first. */
    async prove(): Promise<Statement> {
      if (unsettled !== null) await askAbout(unsettled);
      tried = { from: mark, to: newMark() };
      return proveStatement(identity, tried.from, tried.to);
    },
    /** Returns the failure to report after a failed proof: `taken` if another daemon owns the database. */
    async lost(failure: StoreFailure): Promise<StoreFailure> {
      const owner = await presentOwner();
      return owner?.session === identity.session ? failure : storeFailure('taken', takenOver(owner));
    },
    /** Notes that the last proved transaction was committed. */
    committed(): void {
      mark = tried.to;
    },
    /**
     * Finds out whether an uncertain transaction was committed. Returns if it was. Throws if it was not, or if that
     * cannot be found out in time.
     */
    async settle(why: StoreFailure): Promise<void> {
      unsettled = { ...tried, burnt: newMark() };
      const until = performance.now() + SETTLE_MS;
      for (const pauseMs of pausesMs) {
        if (performance.now() > until) break;
        await later(pauseMs);
        try {
          if (await askAbout(unsettled)) return;
        } catch (error) {
          if (isStoreFailure(error) && isPassing(error)) continue;
          throw error;
        }
        throw nothingWritten(why);
      }
      throw storeFailure('uncertain', why.message, why);
    },
    async beat(): Promise<void> {
      const [beaten] = await sendAlone(pipeline, [beatStatement(identity)], false);
      if (beaten?.changes !== 1) throw await lostTo();
    },
    async release(): Promise<void> {
      await sendAlone(pipeline, [releaseStatement(identity)], false);
    },
  };
};

export const nothingWritten = (why: StoreFailure): StoreFailure =>
  storeFailure('unreachable', `${why.message} Nothing was written.`, why);

const isPassing = ({ storeFailure: kind }: StoreFailure): boolean =>
  kind === 'unreachable' || kind === 'busy';

const taken = ({ name, silentS }: PresentOwner): string =>
  `Another Cairn has this remote database open: ${name}, last active ${silentS} s ago. Only one may write to it. Run \`cairn down\` there, or wait until it has been silent for ${LEASE_S} s.`;

const takenOver = (owner: PresentOwner | null): string =>
  `Another Cairn${owner === null || owner.name === '' ? '' : `, ${owner.name},`} has taken over this remote database, so this device no longer writes to it. Run \`cairn down\` on one of the two.`;
