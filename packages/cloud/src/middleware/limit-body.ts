/** A body that is too long is refused before it is read into memory. [SY-A5] */
import { bodyLimit } from 'hono/body-limit';
import { refuse } from '../app-context.ts';
import type { SyncServer } from '../sync-server.ts';

export const limitBody = (server: SyncServer, bytesMax: number) =>
  bodyLimit({
    maxSize: bytesMax,
    onError: (context: Parameters<typeof refuse>[0]) =>
      refuse(
        context,
        { kind: 'too_large', detail: `A body has at most ${bytesMax} bytes here.` },
        server.nowMs(),
      ),
  });
