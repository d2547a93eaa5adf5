// The rows of Navi in docs/specification.md.

import { describe, expect, test } from 'vitest';
import { withMembers } from '../e2e/cairn.ts';
import { onStage } from './stage.ts';

const fact = (category: string, key: string, value: string) => ({
  ...{ content: value, namespace: category, key },
});

describe('facts', () => {
  const stage = onStage({ isWithModel: true });

  test('[N1] a fact is unique by category and key, and is updated', async () => {
    const { memory } = stage();
    await memory.save(fact('preferences', 'editor', 'Uses vim'));
    expect(await memory.save(fact('preferences', 'editor', 'Uses helix'))).toMatchObject({
      status: 'updated',
    });
    await memory.save(fact('work', 'editor', 'Helix is installed by nix'));
    expect((await memory.list({ key: 'editor' })).total).toBe(2);
    expect(await memory.get({ namespace: 'preferences', key: 'editor' })).toMatchObject({
      content: 'Uses helix',
    });
  });

  test('[N4 N5 N17] searched by category, key and value, ten unless asked otherwise', async () => {
    const { memory, mcp } = stage();
    await memory.save(fact('people', 'sister', 'Anna lives in Porto'));
    const found = async (query: string) => (await memory.search(query)).results[0]?.content;
    expect([await found('sister'), await found('Porto')]).toEqual([
      ...['Anna lives in Porto', 'Anna lives in Porto'],
    ]);
    expect((await memory.search({ query: 'Anna', namespace: 'people' })).results).toHaveLength(1);
    for (let n = 0; n < 12; n++) await memory.save(`The parrot number ${n} sings song ${n * 7}`);
    const agent = await mcp();
    const page = withMembers('results').parse(
      await agent.tool('memory_search', { query: 'which song does the parrot sing', max_tokens: 4_000 }),
    );
    expect(page.results).toHaveLength(10);
  });

  test('[N7 N11 N12] all facts by category, what changed last first, a line each', async () => {
    const { memory, own } = stage();
    await memory.save(fact('preferences', 'shell', 'Uses fish'));
    await memory.save(fact('preferences', 'editor', 'Uses emacs'));
    const { out } = await own.run(['list', '--by', 'category']);
    expect(out).toMatch(/people[\s\S]*preferences[\s\S]*emacs[\s\S]*fish[\s\S]*work/);
  });

  test('[N6 N18 N21] forgotten by key, in one category or in all, when the user asks', async () => {
    const { memory, mcp } = stage();
    const agent = await mcp();
    expect(JSON.stringify((await agent.ask('tools/list')).result)).toMatch(
      /memory_forget[\s\S]*Only when the person wants it gone/,
    );
    await agent.tool('memory_forget', { key: 'editor', namespace: 'work' });
    expect((await memory.list({ key: 'editor' })).total).toBe(1);
    await memory.save(fact('work', 'editor', 'Again'));
    expect(await memory.forget({ key: 'editor' })).toMatchObject({ forgotten: expect.anything() });
    expect((await memory.list({ key: 'editor' })).total).toBe(0);
  });

  test('[N2 N13 N15 N16] one text of who the user is stands before the conversation, and follows the facts', async () => {
    const { memory, api } = stage();
    await api('POST', '/v1/summaries', {});
    const { text, sections } = await memory.context();
    expect(sections[0]?.name).toBe('narrative');
    expect(text).not.toBe('');
    const { summaries } = withMembers('summaries').parse(await api('GET', '/v1/summaries'));
    const texts = JSON.stringify(summaries);
    expect(texts.match(/"type":"narrative"/g)).toHaveLength(1);
  });

  test('[N8] the text that a person writes of themselves stays, in place of the made one', async () => {
    const { own, memory, api } = stage();
    await memory.save({ content: 'Repairs boats', namespace: 'work', key: 'trade' });
    await api('POST', '/v1/summaries', {});
    expect((await memory.context()).sections[0]?.name).toBe('narrative');
    const words = 'A carpenter in Porto who writes in helix.';
    expect((await own.run(['profile', 'set', 'narrative', words])).code).toBe(0);
    await memory.save({ content: 'Has a new workshop', namespace: 'work', key: 'place', pin: true });
    await api('POST', '/v1/summaries', {});
    const { text, sections } = await memory.context();
    expect(text).toContain(words);
    expect(sections.map(({ name }) => name)).not.toContain('narrative');
    const { static: prompt } = await memory.prompt({});
    expect(prompt.split(words)).toHaveLength(2);
    await memory.setProfile({ narrative: null });
    expect((await memory.context()).sections.map(({ name }) => name)).toContain('narrative');
  });

  test('[N3 N10] a session is read with the mark that it was, and again after it went on', async () => {
    const { say, teach, contents, until, api } = stage();
    teach({ preferences: [{ key: 'tea', value: 'Drinks green tea in the morning' }] });
    await say('tea', 'user: I drink green tea in the morning', 'assistant: Noted.');
    await until('the first', async () => (await contents()).includes('Drinks green tea in the morning'));
    const read = async () => withMembers('session').parse(await api('GET', '/v1/sessions/tea')).session;
    expect(await read()).toMatchObject({ extractedUpto: 1, extractedAt: expect.stringMatching(/^20/) });
    teach({ preferences: [{ key: 'cake', value: 'Likes lemon cake on Sundays' }] });
    await say('tea', 'user: I like lemon cake on Sundays', 'assistant: Noted.');
    await until('the second', async () => (await contents()).includes('Likes lemon cake on Sundays'));
    expect(await read()).toMatchObject({ extractedUpto: 3 });
  });

  test('[N19 N20] an agent is told when to search, and to do it when a task touches something new', async () => {
    const { mcp } = stage();
    const agent = await mcp();
    expect(JSON.stringify((await agent.ask('tools/list')).result)).toMatch(
      /Search before you ask the person[\s\S]*not looked up in this session/,
    );
  });
});
