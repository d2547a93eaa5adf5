import { type LibsqlServer, startLibsqlServer } from '@cairn/test-support';
import { afterAll, describe } from 'vitest';
import { describeStoreContract } from '../../testing/store-contract.ts';
import { openTempRemote } from '../../testing/temp-remote.ts';

const server: LibsqlServer | null = await startLibsqlServer();
afterAll(() => server?.stop());

describe.skipIf(server === null)('[ST-3] on a libSQL server', () => {
  describeStoreContract('the remote store', async () => {
    const { store, reader, dispose } = await openTempRemote(server);
    return { writer: store, reader, dispose };
  });
});
