/** Opens a store in an empty database of a libSQL server, for tests. */
import { randomBytes } from 'node:crypto';
import { openRemoteReader, openRemoteWriter } from '../libsql/remote/open-remote.ts';
import type { RemoteAddress } from '../libsql/remote/pipeline.ts';

/** The server that creates databases; null when this machine has none, and the test should have been skipped. */
type Server = { createDatabase(): Promise<string>; readonly token: string | null } | null;

export const newMark = (): string => randomBytes(8).toString('hex');

export const openTempRemote = async (
  server: Server,
  options: Partial<Parameters<typeof openRemoteWriter>[0]> = {},
) => {
  const address = options.address ?? (await addressIn(server));
  const opened = await openRemoteWriter({
    owner: { holder: newMark(), session: newMark(), name: 'laptop' },
    nowMs: Date.now,
    newMark,
    ...options,
    address,
  });
  const reader = openRemoteReader(address);
  return {
    ...opened,
    reader,
    url: address.url,
    async dispose() {
      await reader.close();
      await opened.store.close();
    },
  };
};

export type TempRemote = Awaited<ReturnType<typeof openTempRemote>>;

const addressIn = async (server: Server): Promise<RemoteAddress> => {
  if (server === null) throw new Error('there is no libSQL server');
  return { url: await server.createDatabase(), token: server.token };
};
