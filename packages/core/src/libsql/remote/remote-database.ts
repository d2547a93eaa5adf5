/**
 * A database on a libSQL server. Outside a transaction every statement is a request. Inside a transaction, statements
 * whose answer is not needed wait for the next statement. The last ones are sent with the commit. [ST-3]
 */
import { setTimeout as later } from 'node:timers/promises';
import { isStoreFailure, type StoreFailure, storeFailure } from '../../ports/store-failure.ts';
import { type Database, inTransaction, type Row, type SqlTransaction } from '../database.ts';
import {
  type BatchOutcome,
  batchOf,
  CLOSE,
  readBatch,
  type Statement,
  type StatementOutcome,
} from './hrana.ts';
import { BEGIN, COMMIT, nothingWritten, type Ownership } from './ownership.ts';
import { NEW_STREAM, type Pipeline, type Stream, wasNeverSent } from './pipeline.ts';
import { failureOf, malformed, readOnce } from './requests.ts';

/** Attempts to begin while another connection holds the lock. */
const BEGIN_TRIES = 8;
const BEGIN_PAUSE_MS = 100;

export interface RemoteDatabaseDeps {
  readonly pipeline: Pipeline;
  /** Null for a read-only connection. */
  readonly ownership: Ownership | null;
}

export const createRemoteDatabase = ({ pipeline, ownership }: RemoteDatabaseDeps): Database => {
  let ended = false;
  const begin = async (): Promise<SqlTransaction> => {
    if (ended) throw storeFailure('closed', 'the database is closed');
    if (ownership === null) throw storeFailure('read_only', 'this connection is only for reading');
    return remoteTransaction(pipeline, ownership);
  };
  /** Runs a change outside a transaction as a transaction of its own, so only the owner can make it. */
  const alone = <T>(work: (tx: SqlTransaction) => Promise<T>): Promise<T> => inTransaction({ begin }, work);
  return {
    path: null,
    isRemote: true,
    async all(sql, args = []) {
      if (ended) throw storeFailure('closed', 'the database is closed');
      return (await readOnce(pipeline, { sql, args })).rows;
    },
    run: (sql, args) => alone((tx) => tx.run(sql, args)),
    post: (sql, args) => alone((tx) => tx.post(sql, args)),
    script: (sql) => alone((tx) => tx.script(sql)),
    begin,
    reconnect: () => Promise.resolve(),
    fold: () => Promise.resolve(true),
    close() {
      ended = true;
    },
  };
};

const remoteTransaction = (pipeline: Pipeline, ownership: Ownership): SqlTransaction => {
  let state: 'new' | 'open' | 'over' = 'new';
  let stream: Stream = NEW_STREAM;
  let waiting: Waiting[] = [];
  /** The first failure. With one, nothing of this transaction is committed. */
  let broken: StoreFailure | null = null;
  /** Whether the proof of ownership is ready. While false, nothing of this transaction was sent. */
  let isProved = false;

  const send = async (
    statements: readonly Statement[],
    { opens, ends }: { readonly opens: boolean; readonly ends: boolean },
  ): Promise<BatchOutcome> => {
    const batch = batchOf(statements, { opens, inTransaction: true });
    const sent = await pipeline.send(ends ? [batch, CLOSE] : [batch], stream);
    stream = sent.stream;
    return readBatch(sent.answer, statements.length) ?? malformed();
  };

  /** Sends the request that begins the transaction. Repeats it while another connection holds the lock. */
  const sendFirst = async (statements: readonly Statement[], ends: boolean): Promise<BatchOutcome> => {
    const proof = await ownership.prove();
    isProved = true;
    for (let attempt = 1; ; attempt++) {
      const { ran, error } = await send([BEGIN, proof, ...statements], { opens: true, ends });
      if (ran.length >= 2) return { ran: ran.slice(2), error };
      const failure = error === null ? malformed() : failureOf(error);
      if (ran.length === 1) throw await ownership.lost(failure);
      if (failure.storeFailure !== 'busy' || attempt === BEGIN_TRIES) throw failure;
      await later(BEGIN_PAUSE_MS);
    }
  };

  const flush = async (ends: boolean): Promise<void> => {
    const turn = waiting;
    waiting = [];
    if (turn.length === 0) return;
    try {
      if (broken !== null) throw broken;
      const statements = turn.map(({ statement }) => statement);
      const opens = state === 'new';
      state = 'open';
      const { ran, error } = opens
        ? await sendFirst(statements, ends)
        : await send(statements, { opens: false, ends });
      for (const [at, outcome] of ran.entries()) turn[at]?.resolve(outcome);
      if (error !== null) throw failureOf(error);
    } catch (error) {
      if (isStoreFailure(error)) broken ??= error;
      // A statement that has an answer already ignores this.
      for (const one of turn) one.reject(error);
      throw error;
    }
  };

  /** The requests so far. Requests of one transaction are sent one after the other. */
  let underWay: Promise<void> = Promise.resolve();
  let isScheduled = false;
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    // Statements that are started together are sent in one request.
    underWay = underWay.then(() => {
      isScheduled = false;
      return flush(false).catch(() => undefined);
    });
  };

  const ask = (statement: Statement): Promise<StatementOutcome> =>
    new Promise((resolve, reject) => {
      if (state === 'over') return reject(storeFailure('unreachable', 'The transaction is over already.'));
      waiting.push({ statement, resolve, reject });
      schedule();
    });

  const post = (statement: Statement): Promise<void> => {
    waiting.push({ statement, resolve: () => undefined, reject: () => undefined });
    return Promise.resolve();
  };

  /**
   * Closes the stream, which rolls back its open transaction. If the request is lost, the server rolls back after some
   * seconds.
   */
  const abandon = async (): Promise<void> => {
    if (stream.baton !== null) await pipeline.send([CLOSE], stream).catch(() => undefined);
  };

  return {
    isRemote: true,
    all: async (text, args = []): Promise<readonly Row[]> => (await ask({ sql: text, args })).rows,
    run: async (text, args = []) => (await ask({ sql: text, args })).changes,
    post: (text, args = []) => post({ sql: text, args }),
    async script(text) {
      for (const one of splitScript(text)) await post({ sql: one, args: [] });
    },
    isOpen: () => state !== 'over' && broken === null,
    async commit() {
      await underWay;
      if (broken !== null) throw broken;
      try {
        if (state === 'new' && waiting.length === 0) return;
        await post(COMMIT);
        await flush(true);
        ownership.committed();
      } catch (error) {
        if (!isProved || !isStoreFailure(error) || error.storeFailure !== 'unreachable') throw error;
        if (wasNeverSent(error)) throw nothingWritten(error);
        // Only the answer is missing, so the transaction may have been committed.
        void abandon();
        await ownership.settle(error);
      } finally {
        state = 'over';
      }
    },
    async rollback() {
      const wasOpen = state === 'open';
      state = 'over';
      waiting = [];
      await underWay;
      if (wasOpen) await abandon();
    },
  };
};

interface Waiting {
  readonly statement: Statement;
  readonly resolve: (outcome: StatementOutcome) => void;
  readonly reject: (error: unknown) => void;
}

const TRIGGER = /^\s*CREATE\s+TRIGGER\b/i;

/**
 * Splits a script of ours, such as a migration, into statements, so each can depend on the success of the one before. A
 * statement ends with a line that ends in a semicolon. A trigger ends with the line `END;`.
 */
export const splitScript = (script: string): readonly string[] => {
  const statements: string[] = [];
  let lines: string[] = [];
  for (const line of script.split('\n')) {
    const isComment = line.trimStart().startsWith('--');
    if (isComment || (lines.length === 0 && line.trim() === '')) continue;
    lines.push(line);
    const ends = TRIGGER.test(lines[0] ?? '') ? /^\s*END;\s*$/i.test(line) : line.trimEnd().endsWith(';');
    if (!ends) continue;
    statements.push(lines.join('\n'));
    lines = [];
  }
  if (lines.length > 0) statements.push(lines.join('\n'));
  return statements;
};
