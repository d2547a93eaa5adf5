// Old and new hosts: the SDK's clients of both generations, over both transports, with real processes.

import { request } from 'node:http';
import { readRunningDaemon, resolvePaths } from '@cairn/client/device';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test } from 'vitest';
import { cairn, host, type Place, place } from './host.ts';

const INFO = { name: 'matrix', version: '1.0.0' };

const running = ({ env, home }: Place) => {
  const paths = resolvePaths({ env, homeDir: home, platform: process.platform, cwd: '/' });
  const daemon = readRunningDaemon(paths);
  if (daemon === null) throw new Error('no daemon runs');
  return daemon;
};

/** Methods that the tests need from either client. */
interface AnyClient {
  getServerVersion(): { readonly name: string } | undefined;
  getInstructions(): string | undefined;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  readResource(params: { uri: string }): Promise<{ readonly contents: readonly object[] }>;
  listPrompts(): Promise<{ readonly prompts: readonly object[] }>;
  close(): Promise<void>;
}

const GENERATIONS = ['v1', 'v2 as of 2025', 'v2 as of 2026'] as const;
type Generation = (typeof GENERATIONS)[number];

const overStdio = async (generation: Generation, { env, home }: Place): Promise<AnyClient> => {
  const start = { command: cairn, args: ['mcp'], env: { ...env }, cwd: home };
  if (generation === 'v1') {
    const client = new Client1(INFO);
    await client.connect(new Stdio1(start));
    return client;
  }
  const client = newClient2(generation);
  await client.connect(new Stdio2(start));
  return client;
};

const newClient2 = (generation: Generation): Client2 =>
  new Client2(INFO, generation === 'v2 as of 2026' ? { versionNegotiation: { mode: 'auto' } } : {});

const overHttp = async (generation: Generation, at: Place): Promise<AnyClient> => {
  const { port, token } = running(at);
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  if (generation === 'v1') {
    const client = new Client1(INFO);
    const transport = new Http1(url, { requestInit });
    // The SDK's own types do not agree under exactOptionalPropertyTypes: one is string, and the second is string or undefined.
    await client.connect(transport as Parameters<Client1['connect']>[0]);
    return client;
  }
  const client = newClient2(generation);
  await client.connect(new Http2(url, { requestInit }));
  return client;
};

test.each(
  GENERATIONS.flatMap((generation) => [
    { generation, way: 'stdio' as const },
    { generation, way: 'HTTP' as const },
  ]),
)('[MC-7] the client $generation works over $way', async ({ generation, way }) => {
  const at = await place();
  // Starts the daemon.
  await host(at);
  const client = await (way === 'stdio' ? overStdio(generation, at) : overHttp(generation, at));
  onTestFinished(() => client.close());
  expect(client.getServerVersion()?.name).toBe('cairn');
  expect(client.getInstructions()).toContain('memory_search');
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    'memory_search',
    'memory_save',
    'memory_get',
    'memory_forget',
    'memory_context',
  ]);
  // The client of v1 itself checks structured results against the schema.
  const saved = await client.callTool({ name: 'memory_save', arguments: { content: 'Old hosts live long' } });
  expect(saved).toMatchObject({ structuredContent: { status: 'saved' } });
  const found = await client.callTool({
    name: 'memory_search',
    arguments: { query: 'how long do hosts live' },
  });
  expect(found).toMatchObject({ structuredContent: { results: [{ content: 'Old hosts live long' }] } });
  const refused = await client.callTool({ name: 'memory_get', arguments: { id: 'm_none' } });
  expect(refused).toMatchObject({ isError: true });
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain('memory://recent');
  expect(JSON.stringify(await client.readResource({ uri: 'memory://recent' }))).toContain(
    'Old hosts live long',
  );
  expect((await client.listPrompts()).prompts).toHaveLength(3);
});

/** Sends a request as any program on this machine could. Returns the answer, also to an upgrade. */
const knock = (
  port: number,
  headers: Readonly<Record<string, string>>,
  isUpgrade: boolean,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const more = isUpgrade
      ? { connection: 'Upgrade', upgrade: 'cairn-mcp' }
      : { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const method = isUpgrade ? 'GET' : 'POST';
    const sent = request({ host: '127.0.0.1', port, path: '/mcp', method, headers: { ...more, ...headers } });
    sent.once('response', (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(isUpgrade ? undefined : JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }));
  });

test('[MC-8] who has no token, comes from elsewhere or means another host is refused on /mcp, upgraded or not', async () => {
  const at = await place();
  await host(at);
  const { port, token } = running(at);
  const own = { authorization: `Bearer ${token}` };
  for (const isUpgrade of [false, true]) {
    for (const headers of [
      {},
      { authorization: 'Bearer wrong' },
      { ...own, host: 'evil.example' },
      { ...own, host: `127.0.0.1:${port + 1}` },
      { ...own, origin: 'https://evil.example' },
      { ...own, origin: 'null' },
    ])
      expect([headers, isUpgrade, await knock(port, headers, isUpgrade)]).toEqual([headers, isUpgrade, 401]);
    expect(await knock(port, own, isUpgrade)).toBe(isUpgrade ? 101 : 200);
  }
  expect(await knock(port, { ...own, upgrade: 'websocket' }, true)).toBe(404);
});
