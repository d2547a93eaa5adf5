import { expect, test } from 'vitest';
import { mcpBench } from '../../testing/mcp-bench.ts';

test('[MC-3] an empty text for an optional argument counts as left out', async () => {
  const bench = mcpBench();
  const client = await bench.client({ headers: { 'cairn-cwd': '/shop' } });
  const call = async (name: string, args: Readonly<Record<string, string>>) => {
    const { structuredContent, content } = await client.callTool({ name, arguments: { ...args } });
    return { ...Object(structuredContent ?? content[0]) };
  };
  const blank = { key: '', namespace: ' ' };
  const saved = await call('memory_save', {
    content: 'Anna leads design',
    ...blank,
    supersedes: '',
    project: '',
  });
  expect(saved).toMatchObject({ status: 'saved' });
  const { id } = saved;
  const kept = await bench.memories.get(id);
  expect(kept).toMatchObject({ value: { memory: { project: 'project:/shop', key: null } } });
  expect(await call('memory_get', { id, ...blank, line: '' })).toMatchObject({ id });
  expect(await call('memory_forget', { id, ...blank })).toMatchObject({ forgotten: [id] });
  expect((await call('memory_save', { content: ' ' })).text).toContain('the text is empty');
  expect((await call('memory_search', { query: '' })).text).toContain('The query is empty');
  await client.close();
});
