/**
 * Only one daemon at a time may write to a remote database, because ids and stamps belong to one device. One row holds
 * the lease, with the daemon's unique session. The first statement of every transaction checks that the session still
 * has the lease. It also sets a mark, which later shows whether the transaction was committed. [ST-3]
 *
 * `mark` is changed by compare-and-swap: a transaction replaces the mark that it knows by a new one. A request that
 * arrives after its sender gave up finds another mark, and changes nothing.
 */
import { reading } from '../columns.ts';
import type { Statement } from './hrana.ts';

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

const CREATE = `CREATE TABLE IF NOT EXISTS ${OWNER_TABLE} (id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  holder TEXT NOT NULL, session TEXT NOT NULL, name TEXT NOT NULL, seen_at INTEGER NOT NULL, mark TEXT NOT NULL)`;
const FIRST = `INSERT INTO ${OWNER_TABLE} (id, holder, session, name, seen_at, mark) VALUES (1, '', '', '', 0, '')
  ON CONFLICT (id) DO NOTHING`;
/** Uses the server's clock, so the clocks of two devices need not agree. */
const CLAIM = `UPDATE ${OWNER_TABLE} SET holder = ?1, session = ?2, name = ?3, mark = ?4, seen_at = unixepoch()
  WHERE id = 1 AND (session = '' OR holder = ?1 OR seen_at < unixepoch() - ${LEASE_S})`;
const WHO = `SELECT session, name, unixepoch() - seen_at FROM ${OWNER_TABLE} WHERE id = 1`;
/** Without the lease, NULL violates NOT NULL of the column, and the transaction fails. */
const PROVE = `UPDATE ${OWNER_TABLE} SET mark = iif(session = ?1 AND mark = ?2, ?3, NULL), seen_at = unixepoch() WHERE id = 1`;
const BEAT = `UPDATE ${OWNER_TABLE} SET seen_at = unixepoch() WHERE id = 1 AND session = ?1`;
const RELEASE = `UPDATE ${OWNER_TABLE} SET session = '' WHERE id = 1 AND session = ?1`;
const READ_MARK = `SELECT mark FROM ${OWNER_TABLE} WHERE id = 1 AND session = ?1`;
const BURN_MARK = `UPDATE ${OWNER_TABLE} SET mark = ?3 WHERE id = 1 AND session = ?1 AND mark = ?2`;

const statement = (sql: string, ...args: readonly string[]): Statement => ({ sql, args });
export const BEGIN = statement('BEGIN IMMEDIATE');
export const COMMIT = statement('COMMIT');

/** Returns the statements of the transaction that claims the lease. The answer at `WHO_AT` names the present owner. */
export const claimStatements = (
  { holder, session, name }: OwnerIdentity,
  mark: string,
): readonly Statement[] => [
  BEGIN,
  statement(CREATE),
  statement(FIRST),
  statement(CLAIM, holder, session, name, mark),
  whoStatement,
  COMMIT,
];
export const WHO_AT = 4;

/** `silentS`: seconds since its last heartbeat. */
export const readOwner = reading({ session: 'text', name: 'text', silentS: 'integer' });
export type PresentOwner = ReturnType<typeof readOwner>;

export const whoStatement = statement(WHO);

export const proveStatement = ({ session }: OwnerIdentity, from: string, to: string): Statement =>
  statement(PROVE, session, from, to);
export const beatStatement = ({ session }: OwnerIdentity): Statement => statement(BEAT, session);
export const releaseStatement = ({ session }: OwnerIdentity): Statement => statement(RELEASE, session);

/**
 * Returns the statements that find out whether an uncertain transaction was committed. That one replaces the mark
 * `from`. The statements are one transaction, whose lock waits until the uncertain one has ended. If the uncertain one
 * has not arrived, the mark `burnt` keeps it from committing later. The answer at `MARK_AT` is the present mark.
 */
export const settleStatements = (
  { session }: OwnerIdentity,
  from: string,
  burnt: string,
): readonly Statement[] => [
  BEGIN,
  statement(READ_MARK, session),
  statement(BURN_MARK, session, from, burnt),
  COMMIT,
];
export const MARK_AT = 1;
