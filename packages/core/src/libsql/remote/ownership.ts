/**
 * Ownership of a remote database: claimed at the start, proved by every transaction, released at the end. Only one
 * daemon at a time may write to it, because ids and stamps belong to one device. One row holds the lease, with the
 * daemon's unique session. The first statement of every transaction checks that the session still has the lease. It
 * also sets a mark, which later shows whether the transaction was committed. [ST-3]
 *
 * `mark` is changed by compare-and-swap: a transaction replaces the mark that it knows by a new one. A request that
 * arrives after its sender gave up finds another mark, and changes nothing.
 */
import { setTimeout as later } from 'node:timers/promises';
import { isStoreFailure, type StoreFailure, storeFailure } from '../../ports/store-failure.ts';
import { columnsOf, reading } from '../columns.ts';
import type { Statement } from './hrana.ts';
import type { Pipeline } from './pipeline.ts';
import { readOnce, sendAlone } from './requests.ts';

export interface OwnerIdentity {
  /** The name of one Cairn home. After a crash, the daemon of the same home takes over the lease at once. */
  readonly holder: string;
  /** The unique name of one run of the daemon. */
  readonly session: string;
  /** The device's name, shown by a daemon that finds the database taken. */
  readonly name: string;
}

/** The lease ends after this long without a heartbeat. The owner sends three in that time. */
export const LEASE_S = 60;
export const BEAT_MS = 20_000;

const OWNER_TABLE = 'remote_owner';

/** Uses the server's clock, so the clocks of two devices need not agree. */
const CLAIM = `UPDATE ${OWNER_TABLE} SET holder = ?1, session = ?2, name = ?3, mark = ?4, seen_at = unixepoch()
  WHERE id = 1 AND (session = '' OR holder = ?1 OR seen_at < unixepoch() - ${LEASE_S})`;
/** Without the lease, NULL violates NOT NULL of the column, and the transaction fails. */
const PROVE = `UPDATE ${OWNER_TABLE} SET mark = iif(session = ?1 AND mark = ?2, ?3, NULL), seen_at = unixepoch() WHERE id = 1`;
const BEAT = `UPDATE ${OWNER_TABLE} SET seen_at = unixepoch() WHERE id = 1 AND session = ?1`;
const RELEASE = `UPDATE ${OWNER_TABLE} SET session = '' WHERE id = 1 AND session = ?1`;
const READ_MARK = `SELECT mark FROM ${OWNER_TABLE} WHERE id = 1 AND session = ?1`;
const BURN_MARK = `UPDATE ${OWNER_TABLE} SET mark = ?3 WHERE id = 1 AND session = ?1 AND mark = ?2`;

const statement = (sql: string, ...args: readonly string[]): Statement => ({ sql, args });
const CREATE =
  statement(`CREATE TABLE IF NOT EXISTS ${OWNER_TABLE} (id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  holder TEXT NOT NULL, session TEXT NOT NULL, name TEXT NOT NULL, seen_at INTEGER NOT NULL, mark TEXT NOT NULL)`);
const FIRST =
  statement(`INSERT INTO ${OWNER_TABLE} (id, holder, session, name, seen_at, mark) VALUES (1, '', '', '', 0, '')
  ON CONFLICT (id) DO NOTHING`);
const WHO = statement(`SELECT session, name, unixepoch() - seen_at FROM ${OWNER_TABLE} WHERE id = 1`);
export const BEGIN = statement('BEGIN IMMEDIATE');
export const COMMIT = statement('COMMIT');

/** `silentS`: seconds since its last heartbeat. */
const readOwner = reading({ session: 'text', name: 'text', silentS: 'integer' });
type PresentOwner = ReturnType<typeof readOwner>;

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

  /**
   * Finds out whether an uncertain transaction was committed. That one replaces the mark `from`. The statements are one
   * transaction, whose lock waits until the uncertain one has ended. If the uncertain one has not arrived, the mark
   * `burnt` keeps it from committing later.
   */
  const askAbout = async ({ from, to, burnt }: NonNullable<typeof unsettled>): Promise<boolean> => {
    const statements = [
      BEGIN,
      statement(READ_MARK, identity.session),
      statement(BURN_MARK, identity.session, from, burnt),
      COMMIT,
    ];
    const [, read] = await sendAlone(pipeline, statements, true);
    const row = read?.rows[0];
    if (row === undefined) throw await lostTo();
    const present = columnsOf(row).text();
    unsettled = null;
    mark = present === from ? burnt : present;
    return present === to;
  };

  const presentOwner = async (): Promise<PresentOwner | null> => {
    const row = (await readOnce(pipeline, WHO)).rows[0];
    return row === undefined ? null : readOwner(columnsOf(row));
  };
  const lostTo = async (): Promise<StoreFailure> => storeFailure('taken', takenOver(await presentOwner()));

  return {
    /** Throws a `StoreFailure` of the kind `taken` while another daemon owns it. */
    async claim(): Promise<void> {
      const first = newMark();
      const { holder, session, name } = identity;
      const claim = statement(CLAIM, holder, session, name, first);
      const answers = await sendAlone(pipeline, [BEGIN, CREATE, FIRST, claim, WHO, COMMIT], true);
      const owner = readOwner(columnsOf(answers.at(-2)?.rows[0] ?? []));
      if (owner.session !== identity.session) throw storeFailure('taken', taken(owner));
      mark = first;
    },
    /** Returns the first statement of the next transaction. Settles an earlier uncertain transaction first. */
    async prove(): Promise<Statement> {
      if (unsettled !== null) await askAbout(unsettled);
      tried = { from: mark, to: newMark() };
      return statement(PROVE, identity.session, tried.from, tried.to);
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
      const [beaten] = await sendAlone(pipeline, [statement(BEAT, identity.session)], false);
      if (beaten?.changes !== 1) throw await lostTo();
    },
    async release(): Promise<void> {
      await sendAlone(pipeline, [statement(RELEASE, identity.session)], false);
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
