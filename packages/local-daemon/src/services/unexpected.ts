/** Every error that no answer has foreseen comes by here: a server or a system that is short of something is no bug. */
import { isRemoteFailure } from '@cairn/core';
import { type CairnError, cairnError, isShortOfFiles, unwritable } from '@cairn/schema';

/** `onBug` is told of all others. A part of the program that is loaded when it is needed first needs a file, too. [RL-22] */
export const answerUnexpected = (error: unknown, onBug: () => void): CairnError => {
  if (isRemoteFailure(error)) return error.cairnError;
  if (isShortOfFiles(String(error))) return unwritable('EMFILE', '', '');
  onBug();
  return cairnError('internal', 'Something went wrong inside the daemon; `cairn logs` shows where.');
};
