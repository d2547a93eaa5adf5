import { chmod } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { askRunningServer } from './admin-socket.ts';

/** A server of another version, which answers everything with `body`. */
const answering = async (body: string): Promise<string> => {
  const folder = await homeForTest();
  const server = createServer((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(join(folder, 'admin.sock'), resolve));
  onTestFinished(() => void server.close());
  return folder;
};

test.each(['', 'not JSON', '{"ok":true,"value":{"command":"of a later version"}}'])(
  '[OP-6] a server that answers %j is reported, and ends neither the command nor its exit code',
  async (body) => {
    const answer = await askRunningServer(await answering(body), { command: 'verify' });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'internal' } });
  },
);

test.skipIf(process.getuid?.() === 0)(
  '[OP-5] a socket of another user is named, and who may open it',
  async () => {
    const folder = await answering('');
    await chmod(join(folder, 'admin.sock'), 0o000);
    const answer = await askRunningServer(folder, { command: 'verify' });
    expect(answer).toMatchObject({
      error: { kind: 'unavailable', message: expect.stringMatching(/no right/) },
    });
  },
);
