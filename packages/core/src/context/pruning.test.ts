import type { ChatMessage } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTokens } from '../engine/count-tokens.ts';
import type { Tuning } from '../ports/tuning.ts';
import { callsOf, resultsOf } from './chat-message.ts';
import { pruneToolResults } from './pruning.ts';

const words = (count: number): string => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');
const call = (id: string, name = 'read_file'): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: '{"path":"a"}' } }],
});
const result = (id: string, text: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: text });
const used = (count: number, size: number): ChatMessage[] =>
  Array.from({ length: count }, (_, n) => [call(`c${n}`), result(`c${n}`, words(size))]).flat();
const prune = (messages: readonly ChatMessage[], maxTokens: number | null = null) =>
  pruneToolResults({ messages, countTokens, maxTokens });
const contents = (messages: readonly ChatMessage[]): readonly string[] =>
  messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));

describe('[CX-4] old answers of tools', () => {
  test('give way to a marker with the name of the tool and the size; the newest three stay', () => {
    const messages = used(5, 400);
    const before = JSON.stringify(messages);
    const pruned = prune(messages);
    expect(pruned.pruned).toBe(2);
    expect(contents(pruned.messages).map((text) => text.startsWith('[The answer of read_file'))).toEqual([
      ...[true, true, false, false, false],
    ]);
    expect(contents(pruned.messages)[0]).toMatch(/about [\d,]+ tokens\. Call it again/);
    expect(JSON.stringify(messages)).toBe(before);
    expect(prune(pruned.messages)).toMatchObject({ pruned: 0, messages: pruned.messages });
  });

  test('give way from the size, and but for the number, that was set', () => {
    const count = (tuning: Tuning) =>
      pruneToolResults({ messages: used(5, 400), countTokens, maxTokens: null, tuning }).pruned;
    expect([count({}), count({ pruneKept: 1 }), count({ pruneTokens: 5_000 })]).toEqual([2, 4, 0]);
  });

  test('stay when they are small, or when everything fits', () => {
    expect(prune(used(9, 10)).pruned).toBe(0);
    const messages = used(9, 400);
    const all = prune(messages, 1_000_000);
    expect(all).toMatchObject({ pruned: 0, messages });
    const most = prune(messages, all.tokens - 1);
    expect(most.pruned).toBe(1);
    expect(most.tokens).toBeLessThan(all.tokens);
  });

  test('give way as far as must be, the small ones and the newer ones last; the newest one stays', () => {
    const messages = [...used(2, 60), ...used(4, 400)];
    expect(prune(messages, 800).pruned).toBeGreaterThan(3);
    const { messages: left, pruned, tokens } = prune(messages, 1);
    expect(pruned).toBe(5);
    expect(contents(left).at(-1)).toContain('word399');
    expect(tokens).toBeGreaterThan(1);
  });

  test('are found in the shapes of sessions and of content parts too', () => {
    const long = words(400);
    const kept: ChatMessage[] = [
      { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'grep' }] },
      { role: 'tool', content: '', toolResults: [{ toolCallId: 'a', content: long }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'b', name: 'ls', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: long }] }],
      },
      ...used(3, 400),
    ];
    const { messages, pruned } = prune(kept);
    expect(pruned).toBe(2);
    expect(JSON.stringify(messages[1])).toContain('The answer of grep');
    expect(JSON.stringify(messages[3])).toContain('The answer of ls');
    expect(messages[3]).toMatchObject({ content: [{ type: 'tool_result', tool_use_id: 'b' }] });
  });

  test('of the AI SDK stay objects, are replaced once, and a refused call keeps its reason', () => {
    const part = (id: string, output: object) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: 'ls',
      output,
    });
    const denied = part('d', { type: 'execution-denied', reason: words(400) });
    const kept: ChatMessage[] = [
      { role: 'tool', content: [part('a', { type: 'text', value: words(400) }), denied] },
      { role: 'tool', content: [part('b', { type: 'error-json', value: { why: words(400) } })] },
      {
        role: 'tool',
        content: [part('c', { type: 'content', value: [{ type: 'text', text: words(400) }] })],
      },
      ...used(3, 400),
    ];
    const { messages, pruned } = prune(kept);
    const note = expect.stringContaining('The answer of ls');
    expect(pruned).toBe(3);
    expect(messages.slice(0, 3).map(({ content }) => content)).toEqual([
      [part('a', { type: 'text', value: note }), denied],
      [part('b', { type: 'error-text', value: note })],
      [part('c', { type: 'text', value: note })],
    ]);
    expect(prune([...messages]).pruned).toBe(0);
  });

  test('never lose a message, a call or the pair of a call and its answer', () => {
    const message = fc.oneof(
      fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.string() }),
      fc.tuple(fc.nat(9), fc.nat(500)).map(([n, size]) => result(`c${n}`, words(size))),
      fc.nat(9).map((n) => call(`c${n}`)),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 30 }), fc.option(fc.nat(3_000)), (messages, maxTokens) => {
        const done = prune(messages, maxTokens);
        expect(done.messages.map(({ role }) => role)).toEqual(messages.map(({ role }) => role));
        const ids = (list: readonly ChatMessage[]) =>
          list.map((one) => [callsOf(one).map(({ id }) => id), resultsOf(one).map(({ callId }) => callId)]);
        expect(ids(done.messages)).toEqual(ids(messages));
        const all = prune(messages, 10_000_000);
        expect(done.tokens).toBeLessThanOrEqual(all.tokens);
        expect(prune(done.messages, 10_000_000).tokens).toBeCloseTo(done.tokens, -1);
      }),
      { seed: 11, numRuns: 150 },
    );
  });
});
