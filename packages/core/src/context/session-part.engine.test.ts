import type { ChatMessage } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createEngineBench, mustBe } from '../testing/engine-bench.ts';
import { steeringMessages } from './steering.ts';

const AROUND = { files: {}, machine: null, timezone: 'UTC' };

const setUp = async () => {
  const { write, read } = createEngineBench();
  const append = (...messages: Parameters<typeof write.appendMessages>[0]['messages']) =>
    mustBe(write.appendMessages({ session: { name: 's' }, messages }));
  await append(
    { role: 'user', content: 'Please look at the parser' },
    { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'read_file' }] },
    { role: 'tool', content: '', toolResults: [{ toolCallId: 'c1', content: 'export const parse' }] },
    { role: 'assistant', content: 'It has no tests.' },
  );
  const prompt = (input: Parameters<typeof read.prompt>[0]) => mustBe(read.prompt(input, AROUND));
  return { write, read, append, prompt };
};

describe('[CX-2, SE-1] a session in a prompt', () => {
  test('brings its task, and its messages with calls and answers, unless the caller has them', async () => {
    const { write, prompt } = await setUp();
    await mustBe(write.setActiveTask('s', 'Test the parser'));
    const made = await prompt({ session: 's' });
    expect(made.suffix).toContain('Test the parser');
    expect(made.messages).toEqual([
      { role: 'user', content: 'Please look at the parser' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'read_file' }] },
      { role: 'tool', content: '', toolResults: [{ toolCallId: 'c1', content: 'export const parse' }] },
      { role: 'assistant', content: 'It has no tests.' },
    ]);
    const own: ChatMessage[] = [{ role: 'user', content: 'Hello' }];
    const given = await prompt({ session: 's', messages: own, activeTask: 'Say hello' });
    expect(given.messages).toEqual(own);
    expect(given.suffix).toContain('Say hello');
  });

  test('brings its summary after a compaction, and only the messages that were kept', async () => {
    const { write, append, prompt } = await setUp();
    for (let n = 0; n < 20; n++) await append({ role: 'user', content: `Anna decided on plan number ${n}.` });
    await mustBe(write.compactSession({ id: 's', keep: 1 }));
    const made = await prompt({ session: 's', justCompacted: true });
    expect(made.suffix).toMatch(/\[Previous conversation summary\]\n> .*Anna decided/);
    expect(made.messages.map(({ role }) => role)).toEqual(['user', 'user']);
    expect(String(made.messages.at(-1)?.content)).toContain('compactionRecovery');
  });

  test('that is not here is a note', async () => {
    const { prompt } = await setUp();
    const made = await prompt({ session: 'nobody' });
    expect(made.messages).toEqual([]);
    expect(made.notes).toEqual([expect.stringContaining('nobody')]);
  });

  test('[CX-3] keeps no steering, alone or within a message, nor does an imported transcript', async () => {
    const { write, read, append, prompt } = await setUp();
    const [note] = steeringMessages({ messages: [], justCompacted: true });
    const steering = String(note?.content);
    const { messages } = await prompt({ session: 's', justCompacted: true });
    expect(String(messages.at(-1)?.content)).toBe(steering);
    await append({ role: 'user', content: steering }, { role: 'user', content: `Go on.\n${steering}` });
    const kept = (await read.sessionMessages({ session: 's' })).map(({ content }) => content);
    expect(kept.slice(-2)).toEqual(['It has no tests.', 'Go on.']);
    await mustBe(
      write.importTurns({
        session: 'old',
        turns: [{ author: 'user', text: `Before ${steering} after`, at: 1 }],
      }),
    );
    const found = await mustBe(
      read.search({ query: 'compacted conversation summary steering', in: ['sessions'] }),
    );
    expect(JSON.stringify(found.passages)).not.toContain('steering');
  });
});
