/** A bare INSERT behind a message, like the engine's writer. The first message is the path, the others are rows. */
import { type BareStore, openBareStore } from './bare-store.ts';
import { serve } from './thread.ts';

let store: BareStore | null = null;

serve(async (message) => {
  if (typeof message === 'string') store = await openBareStore(message);
  else if (Array.isArray(message)) await store?.insert(message);
  return null;
});
