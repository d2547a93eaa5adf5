/** A bare INSERT behind a message, as the engine's writer is behind its calls. First message: the path; then rows. */
import { type BareStore, openBareStore } from './bare-store.ts';
import { serve } from './thread.ts';

let store: BareStore | null = null;

serve(async (message) => {
  if (typeof message === 'string') store = await openBareStore(message);
  else if (Array.isArray(message)) await store?.insert(message);
  return null;
});
