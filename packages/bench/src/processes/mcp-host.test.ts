import { expect, onTestFinished, test } from 'vitest';
import { createCleanup } from '../world.ts';
import { startHost } from './mcp-host.ts';

/** A server that answers its first request and ends at the next message that names "end". */
const SERVER = `
  process.stdin.setEncoding('utf8').on('data', (text) => {
    for (const line of text.trim().split('\\n')) {
      const { id, method } = JSON.parse(line);
      if (method === 'end') process.exit(3);
      if (id === 1) console.log(JSON.stringify({ id, result: {} }));
    }
  });`;

const start = async (command: string, args: readonly string[]) => {
  const cleanup = createCleanup();
  onTestFinished(cleanup.run);
  const size = (_: number, small: number) => small;
  const world = { quick: true, cleanup, say: () => undefined, option: () => null, size };
  return startHost(world, { command, args, env: {} });
};

test('requests to a server that ended are refused, also later ones, and its end does not wait', async () => {
  const host = await start(process.execPath, ['-e', SERVER]);
  const pending = host.ask('never');
  await expect(Promise.all([pending, host.ask('end')])).rejects.toThrow('the server ended (3)');
  await expect(host.ask('never')).rejects.toThrow('the server ended (3)');
  await host.end();
});

test('a server that cannot be started is an error', async () => {
  await expect(start('/nonexistent/server', [])).rejects.toThrow('ENOENT');
});
