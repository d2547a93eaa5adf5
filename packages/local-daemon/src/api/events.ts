/** `GET /v1/events`: streams changes as server-sent events. Periodic comments reveal a dead connection. */
import { PAGE_KEY_HEADER } from '@cairn/schema';
import { streamSSE } from 'hono/streaming';
import type { Handler } from './answers.ts';
import type { ApiDeps } from './deps.ts';

const PING_MS = 15_000;
/** Maximum of events that wait for a listener that does not read. Beyond it, the stream ends after these events. */
const WAITING_MAX = 1_000;

export const eventHandler =
  ({ events, stopSignal, timers, page }: ApiDeps): Handler<'GET /v1/events'> =>
  (_input, c) =>
    streamSSE(c, async (stream) => {
      // Hono answers HEAD by this handler. Nobody reads that stream, and nothing would end it.
      if (c.req.method === 'HEAD') return;
      const over = Promise.withResolvers<void>();
      let waiting = 0;
      const end = (): void => over.resolve();
      const write = (text: string): void => {
        if (waiting++ > WAITING_MAX) over.resolve();
        else stream.write(text).then(() => waiting--, end);
      };
      const unsubscribe = events.subscribe((event) =>
        write(`event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`),
      );
      let cancelPing = (): void => undefined;
      const ping = (): void => {
        write(': ping\n\n');
        cancelPing = timers.after(PING_MS, ping);
      };
      ping();
      stream.onAbort(end);
      // A page whose access ended is disconnected at once. It reconnects and is refused. [PG-2]
      const isOfPage = c.req.header(PAGE_KEY_HEADER) !== undefined;
      const forget = isOfPage ? page.access.onEnd(end) : () => undefined;
      stopSignal.addEventListener('abort', end, { once: true });
      if (stopSignal.aborted) end();
      await over.promise;
      unsubscribe();
      forget();
      cancelPing();
      stopSignal.removeEventListener('abort', end);
    });
