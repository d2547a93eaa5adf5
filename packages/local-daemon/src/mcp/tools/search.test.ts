import { LIMITS } from '@cairn/schema';
import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { mcpBench } from '../../testing/mcp-bench.ts';

const WORDS = 'harbour violet copper meadow lantern winter saddle orchard pebble thunder'.split(' ');
const fact = (at: number): string =>
  `The project rule ${at}: ${WORDS.map((word, n) => `${word}${(at * 7 + n) % 13}`).join(' ')} applies.`;

const ask = (client: Client, args: Record<string, unknown>) =>
  client.callTool({ name: 'memory_search', arguments: args });

test('[MC-2] passages that wait behind as many memories as a search finds are shown too', async () => {
  const bench = mcpBench();
  for (let at = 0; at < LIMITS.searchLimitMax + 1; at++)
    await bench.memories.save({ content: `${fact(at)} ${fact(at + 1)}` });
  const text = `The project rule of the file. ${'It applies to the harbour and to the lanterns. '.repeat(30)}`;
  await bench.write.indexDocument({ path: '/rules.md', project: null, text, modifiedAt: 0 });
  const client = await bench.client();
  const asked = { query: 'project rule', limit: 40, max_tokens: 3_160 };
  const page = (cursor: string) => ask(client, { ...asked, cursor });
  const last = await page(String(LIMITS.searchLimitMax - 40));
  expect(last.structuredContent).toMatchObject({ cursor: String(LIMITS.searchLimitMax), more: 3 });
  const behind = await page(String(LIMITS.searchLimitMax));
  const pieces = [1, 2, 3].map(() => ({ name: '/rules.md' }));
  expect(behind.structuredContent).toMatchObject({ results: [], passages: pieces, more: 0 });
  expect(behind.structuredContent).not.toHaveProperty('cursor');
  await client.close();
});

test('[MC-2] of a search that found as much as it may says so, and its cursor is no error', async () => {
  const bench = mcpBench();
  for (let at = 0; at < LIMITS.searchLimitMax + 1; at++) await bench.memories.save({ content: fact(at) });
  const client = await bench.client();
  const cursor = String(LIMITS.searchLimitMax);
  const end = await ask(client, { query: 'project rule', cursor });
  expect(end.isError).not.toBe(true);
  expect(end.structuredContent).toEqual({
    results: [],
    more: 0,
    note: expect.stringContaining('no further than 200'),
  });
  const beyond = await ask(client, { query: 'project rule', cursor: `${cursor}0` });
  expect(beyond).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('no further than 200') }],
  });
  await client.close();
});

test('[MC-3] a tag may be given as answers show it', async () => {
  const bench = mcpBench();
  const client = await bench.client();
  const content = 'Deploys go out on Tuesdays';
  await client.callTool({ name: 'memory_save', arguments: { content, tags: ['#ops', 'release'] } });
  const found = await ask(client, { query: 'deploys', tags: ['#release'] });
  expect(found.structuredContent).toMatchObject({ results: [{ tags: ['ops', 'release'] }] });
  await client.close();
});
