/** `GET /v1/events`. Ends when the client is gone in whichever way that shows, or stops reading. [SY-L1] */
import { streamSSE } from 'hono/streaming';
import type { AppContext } from '../app-context.ts';
import type { LiveStreams } from '../ports/live-streams.ts';

/** Hints that wait for a client that does not read; it will find out by its next pull. */
const UNSENT_MAX = 64;

export const eventStream = (context: AppContext, live: LiveStreams): Response => {
  const session = context.get('session');
  // Proxies must neither hold it back nor transform it.
  context.header('X-Accel-Buffering', 'no');
  context.header('Cache-Control', 'no-cache, no-transform');
  return streamSSE(context, async (stream) => {
    const over = Promise.withResolvers<void>();
    const finish = (): void => over.resolve();
    let unsent = 0;
    let last: Promise<void> = Promise.resolve();
    stream.onAbort(finish);
    context.req.raw.signal.addEventListener('abort', finish, { once: true });
    const end = live.open(session, {
      send: (hint) => {
        if (stream.aborted || stream.closed || unsent >= UNSENT_MAX) return finish();
        unsent += 1;
        last = stream
          .writeSSE({ event: hint.kind, data: JSON.stringify(hint) })
          .then(() => {
            unsent -= 1;
          })
          .catch(finish);
      },
      // Messages that were sent before go out first.
      close: () => void last.then(finish),
    });
    await over.promise;
    end();
  });
};
