/** `GET /v1/events`. */
import { streamSSE } from 'hono/streaming';
import type { AppContext } from '../app-context.ts';
import type { LiveStreams } from '../ports/live-streams.ts';

/** The limit of hints for a client that does not read. Its next pull will find the changes. */
const UNSENT_MAX = 64;

/** Ends when the client is gone, however that shows, or stops reading. [SY-L1] */
export const eventStream = (context: AppContext, live: LiveStreams): Response => {
  const session = context.get('session');
  // Proxies must neither buffer nor transform it.
  context.header('X-Accel-Buffering', 'no');
  context.header('Cache-Control', 'no-cache, no-transform');
  return streamSSE(context, async (stream) => {
    // Hono answers HEAD by this handler. Nobody reads that stream, and it would end the device's real one.
    if (context.req.method === 'HEAD') return;
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
      // Earlier messages are sent first.
      close: () => void last.then(finish),
    });
    await over.promise;
    end();
  });
};
