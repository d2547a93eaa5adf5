import { join } from 'node:path';
import { connectMemory, type Memory } from '@cairn/client';
import { memoryTools } from '@cairn/client/ai-sdk';
import { openMemory } from '@cairn/client/engine';
import { openAiTools } from '@cairn/client/openai';
import { homeForTest } from '@cairn/test-support/vitest';
import { generateText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeHome, program } from './daemon/world.ts';

const daemonMemory = async (): Promise<Memory> => {
  const home = await makeHome();
  const memory = await connectMemory({ home: home.paths.home, env: home.env, program });
  onTestFinished(() => memory.close());
  return memory;
};

const engineMemory = async (): Promise<Memory> => {
  const memory = await openMemory({ path: join(await homeForTest(), 'own.db'), deviceName: 'laptop' });
  onTestFinished(() => memory.close());
  return memory;
};

describe.each([
  ['behind the daemon', daemonMemory],
  ['in this process', engineMemory],
])('a memory %s', (_name, open) => {
  test('[SD-6] takes the arguments that models send for nothing as left out', async () => {
    const memory = await open();
    const { answerChat, answerResponse } = openAiTools(memory);
    const call = async (name: string, given: unknown) => {
      const fields: object = { name, arguments: given };
      const request = { id: 'c1', function: { name: '', arguments: '', ...fields } };
      const chat = await answerChat(request);
      const response = await answerResponse({ call_id: 'c1', name: '', arguments: '', ...fields });
      expect(Object.keys(JSON.parse(response.output))).toEqual(Object.keys(JSON.parse(chat.content)));
      return JSON.parse(chat.content);
    };
    const save = { content: 'Drinks tea', tags: null, supersedes: '' };
    expect(await call('memory_save', JSON.stringify(save))).toMatchObject({ status: 'saved' });
    const search = { query: 'tea', project: '', session: null, asOf: '', limit: null };
    expect((await call('memory_search', JSON.stringify(search))).results).toHaveLength(1);
    // Some servers give an object, or nothing, where the API has a text.
    expect((await call('memory_search', { query: 'tea' })).results).toHaveLength(1);
    for (const nothing of [undefined, null, '', ' ', 'null'])
      expect((await call('memory_context', nothing)).text).toContain('Drinks tea');
    expect(await call('memory_save', '{"content":" "}')).toMatchObject({ error: { kind: 'invalid_input' } });
    const { memory_save: tool } = memoryTools(memory);
    expect(await tool.execute({ content: 'Drinks coffee', supersedes: '' })).toMatchObject({
      status: 'saved',
    });
    const input = JSON.stringify({ content: 'Drinks milk', tags: null, supersedes: '' });
    const toolCall = { type: 'tool-call', toolCallId: 'c1', toolName: 'memory_save', input } as const;
    const { toolResults, content } = await generateText({
      model: new MockLanguageModelV4({
        doGenerate: {
          ...{ content: [toolCall], finishReason: { unified: 'tool-calls', raw: undefined }, warnings: [] },
          usage: {
            inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
            outputTokens: { total: 1, text: 1, reasoning: 0 },
          },
        },
      }),
      tools: memoryTools(memory),
      prompt: 'Remember what I drink',
    });
    expect(toolResults, JSON.stringify(content)).toMatchObject([{ output: { status: 'saved' } }]);
  });

  test('[SD-6] names a tool that does not exist', async () => {
    const memory = await open();
    const only = JSON.parse('["nope"]');
    expect(() => openAiTools(memory, { only })).toThrow(
      /There is no tool "nope"\. The tools are memory_save, /,
    );
    for (const text of ['{"onyl":["memory_search"]}', '{"only":"memory_search"}', '[]', '"x"'])
      expect(() => openAiTools(memory, JSON.parse(text)), text).toThrow(
        /^This call needs `\{ only \}` with a list of tools/,
      );
  });
});
