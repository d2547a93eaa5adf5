import { countTokens } from '@cairn/core';
import { LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { mcpBench } from '../testing/mcp-bench.ts';

describe.each(['modern', '2025'] as const)('the protocol of the %s era', (era) => {
  test('[MC-7] resources and prompts, in pages', async () => {
    const bench = mcpBench();
    for (let at = 0; at < LIMITS.mcpPageMax + 5; at++)
      await bench.memories.save({ content: `The rule ${at} of the harbour` });
    const client = await bench.client({ era });
    const first = await client.request({ method: 'resources/list' });
    expect(first.resources).toHaveLength(LIMITS.mcpPageMax + 1);
    expect(first.resources[0]?.uri).toBe('memory://recent');
    const second = await client.request({
      method: 'resources/list',
      params: { cursor: first.nextCursor ?? '' },
    });
    expect(second.resources).toHaveLength(5);
    expect(second.nextCursor).toBeUndefined();
    expect(new Set([...first.resources, ...second.resources].map(({ uri }) => uri)).size).toBe(
      LIMITS.mcpPageMax + 6,
    );
    await expect(
      client.request({ method: 'resources/list', params: { cursor: 'nonsense' } }),
    ).rejects.toThrow('cursor');
    const templates = await client.listResourceTemplates();
    expect(templates.resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'memory://project/{id}',
      'memory://item/{id}',
    ]);
    const textOf = async (uri: string): Promise<string> => {
      const [content] = (await client.readResource({ uri })).contents;
      return content !== undefined && 'text' in content ? content.text : '';
    };
    const listed = await bench.memories.list({});
    const item = listed.ok ? listed.value.memories[0] : undefined;
    if (item === undefined) throw new Error('nothing was saved');
    expect(await textOf(`memory://item/${item.id}`)).toContain(item.content);
    const recent = await textOf('memory://recent');
    expect(recent).toContain(item.content);
    expect(recent).toMatch(/\d+ more; memory_search finds them\.$/);
    expect(countTokens(recent)).toBeLessThanOrEqual(LIMITS.mcpTokensDefault + 60);
    await bench.memories.save({ content: 'It deploys on Fridays', project: 'acme/web' });
    expect(await textOf(`memory://project/${encodeURIComponent('acme/web')}`)).toContain(
      'It deploys on Fridays',
    );
    await expect(client.readResource({ uri: 'memory://item/m_none' })).rejects.toMatchObject({
      code: -32602,
    });
    await expect(client.readResource({ uri: 'memory://elsewhere' })).rejects.toThrow('memory://recent');
    const prompt = await client.getPrompt({ name: 'recall', arguments: { about: 'the office' } });
    expect(prompt.messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
    expect(JSON.stringify(prompt.messages)).toContain('About: the office');
    await expect(client.getPrompt({ name: 'recall' })).rejects.toThrow('needs about');
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow('remember, recall, handoff');
    await client.close();
  });
});

test('[MC-7, M-8] a list of resources shows no other project', async () => {
  const bench = mcpBench();
  await bench.memories.save({ content: 'Billing listens on 4100', project: 'acme/billing' });
  await bench.memories.save({ content: 'The shop is closed on Mondays', project: 'acme/shop' });
  await bench.memories.save({ content: 'Prefers tea' });
  const titlesFor = async (headers: Readonly<Record<string, string>>) => {
    const client = await bench.client({ headers });
    const { resources } = await client.request({ method: 'resources/list' });
    return resources.slice(1).map(({ title }) => title);
  };
  const shop = await titlesFor({ 'cairn-project': 'acme/shop' });
  expect(shop.toSorted()).toEqual(['Prefers tea', 'The shop is closed on Mondays']);
  expect(await titlesFor({})).toHaveLength(3);
});
