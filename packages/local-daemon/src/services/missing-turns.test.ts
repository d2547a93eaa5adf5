import { describe, expect, test } from 'vitest';
import { copilotHook } from '../agents/hook-adapters.ts';
import type { HookKind } from '../agents/hook-event.ts';
import { hookScene } from '../testing/hook-scene.ts';

describe('[HK-6] what the assistant said', () => {
  const words = async ({ read }: ReturnType<typeof hookScene>) =>
    (await read.sessionMessages({ session: 'claude-code:s' })).map(
      ({ role, content }) => `${role}: ${content}`,
    );

  test('and no hook told is taken from its transcript, once, before what is told', async () => {
    const one = hookScene();
    const { tell, time, said } = one;
    await tell('prompt', { prompt: 'Build it' });
    await one.events.end();
    said.push({ text: 'Before the hooks', at: time.nowMs() - 60_000 });
    said.push({ text: 'First  I look', at: time.nowMs() + 1 }, { text: 'Done', at: time.nowMs() + 2 });
    await tell('stop', { last_assistant_message: 'Done' });
    const all = ['user: Build it', 'assistant: First  I look', 'assistant: Done'];
    expect(await words(one)).toEqual(all);
    await tell('session-end', {});
    expect(await words(one)).toEqual(all);
  });

  test.each([
    ['a control character', '\u001b[1mDone\u001b[0m, all tests pass'],
    ['steering', '<steering>be brief</steering>Done'],
    ['a private part', 'Done, <private>my name</private> too'],
    ['a zero-width space', 'Do\u200bne'],
    ['blanks before a long text', `${' '.repeat(20)}${'Done and done. '.repeat(60)}`],
  ])('with %s is kept once', async (_, text) => {
    const one = hookScene();
    const { tell, time, said } = one;
    await tell('prompt', { prompt: 'Build it' });
    await one.events.end();
    said.push({ text, at: time.nowMs() + 1 });
    await tell('stop', { last_assistant_message: text });
    await tell('session-end', {});
    await tell('session-end', {});
    expect((await words(one)).length).toBe(2);
  });

  test('comes with the end when its own hook was cut off, and twice when it was said twice', async () => {
    const one = hookScene();
    const { tell, time, said } = one;
    await tell('prompt', { prompt: 'Build it' });
    await tell('session-end', {});
    expect(await words(one)).toEqual(['user: Build it']);
    said.push({ text: 'ok', at: time.nowMs() + 1 }, { text: 'ok', at: time.nowMs() + 2 });
    await tell('session-end', {});
    await tell('session-end', {});
    expect(await words(one)).toEqual(['user: Build it', 'assistant: ok', 'assistant: ok']);
  });

  test('and stands in its transcript a moment after its hook is kept, and when the daemon ends before', async () => {
    const one = hookScene();
    const { events, time, said } = one;
    const tell = (kind: HookKind, input: object) =>
      one.tell(kind, { sessionId: 's', transcriptPath: '/t.jsonl', ...input }, {}, copilotHook);
    const messages = async () =>
      (await one.read.sessionMessages({ session: 'copilot:s' })).map(({ content }) => content);
    await tell('prompt', { prompt: 'Build it' });
    await tell('stop', {});
    await tell('session-end', {});
    expect(await messages()).toEqual(['Build it']);
    said.push({ text: 'Built', at: time.nowMs() + 1 });
    expect(time.runNext()).toBe(true);
    await tell('session-end', {});
    expect(await messages()).toEqual(['Build it', 'Built']);
    await tell('stop', {});
    said.push({ text: 'Mended', at: time.nowMs() + 1 });
    await events.end();
    expect(await messages()).toEqual(['Build it', 'Built', 'Mended']);
  });

  test('is left alone in a session of which no hook told', async () => {
    const one = hookScene();
    one.said.push({ text: 'ok', at: one.time.nowMs() + 1 });
    await one.tell('session-end', {});
    expect(await words(one)).toEqual([]);
  });
});
