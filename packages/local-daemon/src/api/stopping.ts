/** What is answered while the daemon stops. */
import { type CairnError, cairnError } from '@cairn/schema';

export const stopping = (): CairnError =>
  cairnError('stopping', 'The daemon is stopping. Try again: the next one starts by itself.', true);
