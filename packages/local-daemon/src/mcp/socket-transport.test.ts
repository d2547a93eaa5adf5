import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { expect, test } from 'vitest';
import { createSocketTransport } from './socket-transport.ts';

test('[MC-3] a request that is none in MCP is refused at once, under its own id', async () => {
  const [client, daemon] = duplexPair();
  const transport = createSocketTransport(daemon);
  await transport.start();
  const asked = [
    { id: 1.5, method: 'ping' },
    { id: 2 ** 53, method: 'ping' },
    { id: 3, method: 'ping', params: null },
    { id: 4, method: 'ping', params: [1] },
    { id: 5, method: 'ping', params: { _meta: 5 } },
    { id: 'six', method: 'ping', extra: true },
  ];
  for (const message of asked) {
    client.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const [line] = await once(client, 'data');
    expect(JSON.parse(String(line))).toMatchObject({ id: message.id, error: { code: -32600 } });
  }
  transport.finish();
  await once(client, 'end');
});
