/** Answers unexpected errors. Failures of a server or a lack of system resources are no bugs. */
import { isRemoteFailure } from '@cairn/core';
import { type CairnError, cairnError, isShortOfFiles, unwritable } from '@cairn/schema';

/**
 * Returns the error to report, and calls `onBug` for every other error. A lack of files can also fail the loading of a
 * module on first use. [RL-22]
 */
export const answerUnexpected = (error: unknown, onBug: () => void): CairnError => {
  if (isRemoteFailure(error)) return error.cairnError;
  if (isShortOfFiles(String(error))) return unwritable('EMFILE', '', '');
  onBug();
  return cairnError('internal', 'Something went wrong inside the daemon; `cairn logs` shows where.');
};
