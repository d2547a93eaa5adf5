/**
 * Runs plain INSERTs in a worker thread, because the engine's writer also runs in a worker thread. The first message is the path of the
 * database. Each later message is one row.
 */
import { type BareStore, openBareStore } from './bare-store.ts';
import { serve } from './thread.ts';

let store: BareStore | null = null;

serve(async (message: unknown) => {
  if (typeof message === 'string') store = await openBareStore(message);
  else if (Array.isArray(message)) await store?.insert(message);
  return null;
});
