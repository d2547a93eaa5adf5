import { describe, expect, test } from 'vitest';
import { createCopilotMapper, isCopilot } from './copilot.ts';
import { formatOf } from './known.ts';

const TIME = '2026-11-23T13:11:36.372Z';
const line = (type: string, data: unknown, id = 'e1') => ({
  type,
  data,
  id,
  timestamp: TIME,
  parentId: null,
});
const START = line('session.start', {
  sessionId: 's1',
  version: 1,
  context: { cwd: '/home/anna/shop', branch: 'main' },
});
const foundIn = (...lines: readonly unknown[]) => {
  const mapper = createCopilotMapper('by-name');
  return lines.flatMap((one, at) => mapper.take(one, `line ${at + 1}`, null));
};

describe('[IM-1] Copilot CLI', () => {
  test('prompts and answers are turns of the session, in its folder, known by the hooks too', () => {
    expect(formatOf(START, null)).toBe('copilot');
    const session = { id: 'copilot:s1', name: 'Copilot 2026-11-23 13:11', cwd: '/home/anna/shop' };
    const at = Date.parse(TIME);
    const asked = line('user.message', { content: 'Say it.', transformedContent: '<now/>Say it.' }, 'e2');
    expect(
      foundIn(START, asked, line('assistant.message', { content: ' Said. ', toolRequests: [] }, 'e3')),
    ).toEqual([
      { kind: 'turn', place: 'line 2', session, turn: { id: 'e2', author: 'user', text: 'Say it.', at } },
      { kind: 'turn', place: 'line 3', session, turn: { id: 'e3', author: 'assistant', text: 'Said.', at } },
    ]);
  });

  test('calls of tools, subagents and events of the program are left out, and what is wrong is named', () => {
    const found = foundIn(
      START,
      line('assistant.message', { content: '', toolRequests: [{ name: 'bash' }] }),
      line('assistant.message', { content: 'Looked', parentToolCallId: 'call_1' }),
      line('hook.start', { hookType: 'sessionStart', input: { prompt: 'x' } }),
      line('system.message', { content: 'You are' }),
      line('user.message', { content: 7 }),
      { ...line('user.message', { content: 'x' }), timestamp: 'soon' },
      'text',
    );
    expect(found.map(({ kind }) => kind)).toEqual(['left', 'left', 'left', 'left', 'bad', 'bad', 'bad']);
  });

  test('a file without its beginning has the name that it is given', () => {
    const [turn] = foundIn(line('user.message', { content: 'Say it.' }));
    expect(turn).toMatchObject({ session: { id: 'copilot:by-name', cwd: null } });
  });

  test('is not taken for another: a memory with a type, a line of Claude Code', () => {
    for (const other of [
      { type: 'user', sessionId: 's', message: {}, timestamp: TIME },
      { type: 'session_meta', payload: {}, timestamp: TIME },
      { type: 'user.message', content: 'x' },
      { type: 'entity', data: {}, timestamp: TIME },
    ])
      expect(isCopilot(other)).toBe(false);
  });
});
