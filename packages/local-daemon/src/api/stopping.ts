/** The errors while the daemon stops, and while a restore has the store to itself. */
import { type CairnError, cairnError } from '@cairn/schema';

export const stopping = (): CairnError =>
  cairnError('stopping', 'The daemon is stopping. Try again: the next one starts by itself.', true);

export const restoring = (): CairnError =>
  cairnError(
    'restoring',
    'A backup is being restored. Nothing was changed; try again in a few seconds.',
    true,
  );
