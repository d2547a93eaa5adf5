/** Answers unexpected errors. Failures of a server or a lack of system resources are no bugs. */
import { isRemoteFailure } from '@cairn/core';
import { type CairnError, cairnError, isShortOfFiles, unwritable } from '@cairn/schema';

/**
 * Returns the error to report. Calls `onBug` unless a server failed, or open files or the disk ran out. The loading of a module on
 * first use can also fail for lack of files. [RL-22]
 */
export const answerUnexpected = (error: unknown, onBug: () => void): CairnError => {
  if (isRemoteFailure(error)) return error.cairnError;
  if (isShortOfFiles(String(error))) return unwritable('EMFILE', '', '');
  if (/\bENOSPC\b/.test(String(error)))
    return cairnError('storage_full', 'The disk is full. Free some space, then try again.', true);
  onBug();
  return cairnError('internal', 'Something went wrong inside the daemon; `cairn logs` shows where.');
};
