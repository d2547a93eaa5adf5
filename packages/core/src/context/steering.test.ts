import type { ChatMessage } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { isSteering, steeringMessages, withoutSteering } from './steering.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const assistant = (tool?: string): ChatMessage =>
  tool === undefined
    ? { role: 'assistant', content: 'Done.' }
    : {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', function: { name: tool, arguments: '{}' } }],
      };
const turns = (count: number, tool?: string): ChatMessage[] =>
  Array.from({ length: count }, () => assistant(tool));
const names = (messages: readonly ChatMessage[], justCompacted = false): readonly string[] =>
  steeringMessages({ messages, justCompacted }).map(
    ({ content }) => /^<steering name="(\w+)">/.exec(String(content))?.[1] ?? '',
  );

/** One text for each phrase of the document. */
const TELLING = [
  ...[
    'I am vegan',
    "I'm in Berlin",
    'my name is Ada',
    'I work at night',
    'I live here',
    'I prefer tabs',
    'I like tea',
  ],
  ...[
    "I don't like tea",
    'I hate tea',
    'I always test',
    'I never squash',
    'I usually rebase',
    'my job is hard',
  ],
  ...[
    'my company ships',
    'my team is small',
    'my wife said',
    'my husband said',
    'my partner said',
    'my email is x',
  ],
  ...[
    'my phone rang',
    'my address is',
    'call me Ada',
    'I go by Ada',
    'can you always do',
    'from now on',
    "don't ever",
  ],
  ...['stop using npm', 'start using pnpm', 'going forward', 'every time', 'when I ask', 'please remember'],
  ...['keep in mind', 'for future use', 'note that I left'],
];

describe('[CX-3] the memory nudge', () => {
  test.each(TELLING)('comes after ten turns without the memory: %s', (words) => {
    expect(names([user(`Well, ${words.toUpperCase()}.`), ...turns(10)])).toEqual(['memoryNudge']);
  });

  test('needs ten turns of the assistant, and no memory tool in the last ten', () => {
    const said = user('I prefer tabs');
    expect(names([said, ...turns(9)])).toEqual([]);
    expect(names([said, assistant('memory_save'), ...turns(9)])).toEqual([]);
    expect(names([said, assistant('memory_save'), ...turns(10)])).toEqual(['memoryNudge']);
    for (const tool of ['memory_search', 'mcp__cairn__memory_get', 'cairn.memory_forget', 'memory_context'])
      expect(names([said, ...turns(9), assistant(tool)])).toEqual([]);
    expect(names([said, ...turns(9), assistant('read_file')])).toEqual(['memoryNudge']);
    const kept: ChatMessage = { role: 'assistant', content: '', toolCalls: [{ name: 'memory_save' }] };
    expect(names([said, ...turns(9), kept])).toEqual([]);
  });

  test('looks at the last ten messages of the person, and at whole words only', () => {
    const told = [
      user('I prefer tabs'),
      ...Array.from({ length: 9 }, (_, n) => user(`Line ${n}`)),
      ...turns(10),
    ];
    expect(names(told)).toEqual(['memoryNudge']);
    expect(names([user('I prefer tabs'), ...told.slice(1), user('Line ten')])).toEqual([]);
    for (const words of ['Miami amuses', 'semi ambitious', 'recall metrics', 'hi worker', ''])
      expect(names([user(words), ...turns(10)])).toEqual([]);
    expect(names([user('I’m in Berlin'), ...turns(10)])).toEqual(['memoryNudge']);
    expect(
      names([{ role: 'user', content: [{ type: 'text', text: 'call\nme Ada' }] }, ...turns(10)]),
    ).toEqual(['memoryNudge']);
    expect(names([{ role: 'tool', content: 'I prefer tabs' }, ...turns(10)])).toEqual([]);
  });
});

describe('[CX-3] steering', () => {
  test('helps after a compaction, at the end, as a message of the person’s side', () => {
    expect(names([], true)).toEqual(['compactionRecovery']);
    expect(names([user('I prefer tabs'), ...turns(10)], true)).toEqual(['memoryNudge', 'compactionRecovery']);
    const [message] = steeringMessages({ messages: [], justCompacted: true });
    expect(message).toMatchObject({ role: 'user' });
    expect(String(message?.content)).toMatch(/^<steering name="compactionRecovery">\n[\s\S]+\n<\/steering>$/);
  });

  test('is known again, and taken out of a text, also when somebody cut it', () => {
    const [message] = steeringMessages({ messages: [], justCompacted: true });
    expect(isSteering(message ?? user(''))).toBe(true);
    expect(isSteering(user('What is <steering>?'))).toBe(false);
    const text = `Before.\n${String(message?.content)}\nAfter.`;
    expect(withoutSteering(text)).toBe('Before.\n\nAfter.');
    expect(withoutSteering(text.slice(0, 60))).toBe('Before.');
    expect(withoutSteering('The steering wheel < 3')).toBe('The steering wheel < 3');
    // A steering message never triggers another one.
    expect(names([user('<steering name="memoryNudge">I prefer</steering>'), ...turns(10)])).toEqual([]);
  });
});
