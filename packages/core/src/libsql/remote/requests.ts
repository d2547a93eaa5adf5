/** Statements outside of longer transactions, and how a server's errors become failures of the store. */
import { isStoreFailure, type StoreFailure, storeFailure } from '../../ports/store-failure.ts';
import { failureOfCode } from '../sqlite-failure.ts';
import {
  batchOf,
  CLOSE,
  type RemoteError,
  readBatch,
  type Statement,
  type StatementOutcome,
} from './hrana.ts';
import { NEW_STREAM, type Pipeline } from './pipeline.ts';

/** Retries once when the server cannot be reached, because it may have closed the connection. */
export const readOnce = async (pipeline: Pipeline, statement: Statement): Promise<StatementOutcome> => {
  const ask = () => sendAlone(pipeline, [statement], false);
  const [answer] = await ask().catch((error: unknown) => {
    if (isStoreFailure(error) && error.storeFailure === 'unreachable') return ask();
    throw error;
  });
  return answer ?? malformed();
};

/** Sends statements on a stream of their own, and closes it after them. */
export const sendAlone = async (
  pipeline: Pipeline,
  statements: readonly Statement[],
  opens: boolean,
): Promise<readonly StatementOutcome[]> => {
  const batch = batchOf(statements, { opens, inTransaction: opens });
  const { answer } = await pipeline.send([batch, CLOSE], NEW_STREAM);
  const { ran, error } = readBatch(answer, statements.length) ?? malformed();
  if (error !== null) throw failureOf(error);
  return ran;
};

export const malformed = (): never => {
  throw storeFailure('unreachable', 'The database server sent an answer that is not valid in its protocol.');
};

export const failureOf = ({ code, message }: RemoteError): StoreFailure => {
  const name = code ?? '';
  // The server has revoked the lock or closed the connection, so nothing of the transaction remains.
  if (/^(TRANSACTION|STREAM|HRANA|TXN)/.test(name))
    return storeFailure('unreachable', `The database server ended the transaction: ${message}.`);
  if (name === 'BLOCKED') return storeFailure('not_allowed', `The database server blocks this: ${message}.`);
  return failureOfCode(name, name, message);
};
