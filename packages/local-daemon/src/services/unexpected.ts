/** Handles every error without an answer of its own. A server or system that lacks something is not a bug. */
import { isRemoteFailure } from '@cairn/core';
import { type CairnError, cairnError, isShortOfFiles, unwritable } from '@cairn/schema';

/** Calls `onBug` for a bug. A lazily loaded part of the program can fail too, when the system has no file handles left. [RL-22] */
export const answerUnexpected = (error: unknown, onBug: () => void): CairnError => {
  if (isRemoteFailure(error)) return error.cairnError;
  if (isShortOfFiles(String(error))) return unwritable('EMFILE', '', '');
  onBug();
  return cairnError('internal', 'Something went wrong inside the daemon; `cairn logs` shows where.');
};
