/** Statements outside a transaction of several requests, and what a server's refusals mean. */
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

/** Asked once more when the server cannot be reached: the line may have been one that it had closed. */
export const readOnce = async (pipeline: Pipeline, statement: Statement): Promise<StatementOutcome> => {
  const ask = () => sendAlone(pipeline, [statement], false);
  const [answer] = await ask().catch((error: unknown) => {
    if (isStoreFailure(error) && error.storeFailure === 'unreachable') return ask();
    throw error;
  });
  return answer ?? malformed();
};

/** On a stream of their own, which is closed after them. */
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
  throw storeFailure('unreachable', 'The database server answered something that is not its protocol.');
};

export const failureOf = ({ code, message }: RemoteError): StoreFailure => {
  const name = code ?? '';
  // The server has taken the lock away, or closed the connection: nothing of the transaction is left.
  if (/^(TRANSACTION|STREAM|HRANA|TXN)/.test(name))
    return storeFailure('unreachable', `The database server ended the transaction: ${message}.`);
  if (name === 'BLOCKED') return storeFailure('not_allowed', `The database server blocks this: ${message}.`);
  return failureOfCode(name, name, message);
};
