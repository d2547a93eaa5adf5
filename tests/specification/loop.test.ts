// The rows of Nebo's loop of memory and prompt in docs/specification.md.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withMembers } from '../e2e/cairn.ts';
import { onStage } from './stage.ts';

describe('one loop', () => {
  const stage = onStage({ isWithModel: true });

  test('[CX-2] a fact that a summary says too stands in the prompt once', async () => {
    const { memory, api } = stage();
    const fact = 'The walrus key hangs behind the blue door';
    await memory.save({ content: fact, pin: true });
    await api('POST', '/v1/summaries', {});
    const { summaries } = withMembers('summaries').parse(await api('GET', '/v1/summaries'));
    expect(JSON.stringify(summaries)).toContain(fact);
    expect((await memory.prompt({})).static.split(fact)).toHaveLength(2);
  });

  test('[L1 L2 L3 L13] said in one turn: in the next prompt, found at once, else the same bytes', async () => {
    const { memory, teach, say, until } = stage();
    const before = await memory.prompt({});
    expect(await memory.prompt({})).toMatchObject({ static: before.static, etag: before.etag });
    teach({ preferences: [{ key: 'indentation', value: 'Prefers tabs in Go' }] });
    await say('s1', 'user: I prefer tabs in Go', 'assistant: Noted.');
    expect(JSON.stringify(await memory.search({ query: 'tabs in Go', in: ['sessions'] }))).toContain(
      'I prefer tabs in Go',
    );
    await until('the fact', async () => (await memory.prompt({})).static.includes('Prefers tabs in Go'));
    expect((await memory.prompt({})).etag).not.toBe(before.etag);
    expect((await memory.search('how to indent Go? tabs?')).results[0]?.content).toBe('Prefers tabs in Go');
  });

  test('[L5 L6] styles become a directive, with a section of its own beside ten observations', async () => {
    const { memory, until } = stage();
    for (let n = 0; n < 12; n++)
      await memory.save({ content: `Shows trait ${n}`, namespace: 'tacit/personality/style', key: `t${n}` });
    await until('the directive', async () => (await memory.prompt({})).static.includes('answers short'));
    const { static: text } = await memory.prompt({});
    expect(text.match(/Shows trait \d+/g)).toHaveLength(10);
  });

  test('[L7 L20] flush before compaction; the summary is lossy and every message is still found', async () => {
    const { api, say } = stage();
    const lines = Array.from({ length: 40 }, (_, n) => ({
      ...{ role: 'user', content: `Step ${n}: ${'the walrus sleeps '.repeat(12)}` },
    }));
    const full = await api('POST', '/v1/sessions', {
      session: { name: 'long' },
      maxTokens: 1_000,
      messages: lines,
    });
    expect(full).toMatchObject({ due: expect.arrayContaining(['flush', 'compact']) });
    await say('long', 'user: One more');
    expect(await api('GET', '/v1/sessions/long/messages?query=Step%200')).toMatchObject({
      messages: expect.arrayContaining([expect.objectContaining({ sequence: 0 })]),
    });
  });

  test('[L9 L10 L11 L21] steering is a user’s message at the end, in a tag, and teaches nothing', async () => {
    const { memory, say, contents } = stage();
    const messages = [
      { role: 'user', content: 'I am allergic to nuts' },
      ...Array.from({ length: 10 }, () => ({ role: 'assistant', content: 'Done.' })),
    ];
    const { messages: made } = await memory.prompt({ messages, justCompacted: true });
    const last = made.at(-1);
    expect(last?.role).toBe('user');
    expect(JSON.stringify(made)).toMatch(
      /<steering name=.*memoryNudge[\s\S]*compactionRecovery|compactionRecovery[\s\S]*memoryNudge/,
    );
    await say('steered', { role: 'user', content: String(last?.content) }, 'assistant: Fine.');
    expect((await contents()).some((one) => one.includes('steering'))).toBe(false);
  });

  test('[L12 L19] old tool results give way to a marker; a file’s text is no memory', async () => {
    const { memory, contents, own, api, say } = stage();
    const result = (n: number) => ({
      ...{ role: 'tool', tool_call_id: `c${n}`, content: `RESULT${n} ${'word '.repeat(3_000)}` },
    });
    const call = (n: number) => ({
      role: 'assistant',
      content: '',
      tool_calls: [{ id: `c${n}`, type: 'function', function: { name: 'read', arguments: '{}' } }],
    });
    const messages = [
      { role: 'user', content: 'Read them all' },
      ...Array.from({ length: 8 }, (_, n) => [call(n), result(n)]).flat(),
    ];
    const made = await memory.prompt({ messages, maxTokens: 12_000 });
    expect(made.pruned).toBeGreaterThan(0);
    expect(JSON.stringify(made.messages.at(-1))).toContain('RESULT7');
    await say('files', 'user: look at the plan');
    const plan = join(own.home, 'plan.md');
    writeFileSync(plan, 'The plan says PELICAN.');
    await api('POST', '/v1/sessions/files/files', { path: plan });
    expect((await contents()).join()).not.toContain('PELICAN');
  });

  test('[L14] what fell out of the prompt is still found', async () => {
    const { memory } = stage();
    for (let n = 0; n < 60; n++)
      await memory.save({
        content: `Habit number ${n} happens at ${n} past`,
        namespace: 'tacit/habits',
        key: `h${n}`,
      });
    const { static: text } = await memory.prompt({});
    const out = Array.from({ length: 60 }, (_, n) => n).find((n) => !text.includes(`Habit number ${n} `));
    expect(out).toBeDefined();
    expect((await memory.search(`Habit number ${out}`)).results[0]?.content).toContain(`number ${out} `);
  });

  test('[L22] results of tools are in the history by MCP', async () => {
    const { mcp } = stage();
    const agent = await mcp();
    expect(await agent.tool('memory_search', { query: 'habit number 3' })).toMatchObject({
      results: expect.any(Array),
    });
  });
});
