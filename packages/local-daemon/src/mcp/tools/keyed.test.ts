import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { mcpBench } from '../../testing/mcp-bench.ts';

interface Called {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

const call = async (client: Client, name: string, args: object = {}): Promise<Called> => {
  const result = await client.callTool({
    name,
    arguments: { ...args },
  });
  const [first] = result.content;
  return {
    text: first?.type === 'text' ? first.text : '',
    structured: { ...Object(result.structuredContent) },
    isError: result.isError === true,
  };
};

test('[M-10] a key is read in the project of the session, and forgotten in one project only', async () => {
  const bench = mcpBench();
  const client = await bench.client();
  for (const project of ['shop', 'api'])
    await call(client, 'memory_save', { content: `The port of ${project}`, key: 'port', project });
  const shop = await call(client, 'memory_get', { key: 'port', project: 'shop' });
  expect(shop.structured).toMatchObject({ content: 'The port of shop' });
  const inSession = await bench.client({ headers: { 'cairn-project': 'shop' } });
  expect((await call(inSession, 'memory_get', { key: 'port' })).structured).toMatchObject(shop.structured);
  const refused = await call(client, 'memory_forget', { key: 'port' });
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('in api') });
  expect((await call(client, 'memory_search', { query: 'port' })).structured.results).toHaveLength(2);
  const done = await call(client, 'memory_forget', { key: 'port', project: 'shop' });
  expect(done.structured).toMatchObject({ forgotten: [shop.structured.id] });
  expect((await call(client, 'memory_search', { query: 'port' })).structured.results).toHaveLength(1);
  await inSession.close();
  await client.close();
});

test('[M-10] a key that the session’s project lacks is the one of no project, not a later one of another project', async () => {
  const bench = mcpBench();
  const client = await bench.client({ headers: { 'cairn-project': 'shop' } });
  const said = async (content: string, project: string) =>
    call(client, 'memory_save', { content, key: 'doctor', namespace: 'person', project });
  await said('The doctor is Ms Benali', 'global');
  await said('The doctor in the novel is Mr Roth', 'novel');
  const read = async () => (await call(client, 'memory_get', { key: 'doctor' })).structured.content;
  expect(await read()).toBe('The doctor is Ms Benali');
  await said('The shop asks Mr Vogt', 'shop');
  expect(await read()).toBe('The shop asks Mr Vogt');
  await client.close();
});
