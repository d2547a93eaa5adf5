import { describe, expect, test } from 'vitest';
import { formatOf } from './known.ts';
import { createQwenMapper } from './qwen.ts';

const TIME = '2026-11-25T05:12:47.733Z';
const line = (type: string, parts: unknown, more: object = {}) => ({
  ...{ uuid: 'u1', parentUuid: null, sessionId: 's1', timestamp: TIME, type, provenance: 'real_user' },
  ...{ cwd: '/home/anna/shop', version: '0.24.4', message: { role: 'user', parts }, ...more },
});
const foundIn = (...lines: readonly unknown[]) => {
  const mapper = createQwenMapper();
  return lines.flatMap((one, at) => mapper.take(one, `line ${at + 1}`, null));
};

describe('[IM-1] Qwen Code', () => {
  test('prompts and answers are turns of the session, known by the hooks too, without what a hook said', () => {
    const hook = {
      text: '<qwen:user-prompt-submit-context>\nAda uses tabs\n</qwen:user-prompt-submit-context>',
    };
    const asked = line('user', [{ text: 'Which <b> port?' }, hook]);
    expect(formatOf(asked, null)).toBe('qwen');
    expect(
      foundIn(asked, line('assistant', [{ text: 'hm', thought: true }, { text: ' 8080. ' }])),
    ).toMatchObject([
      {
        session: { id: 'qwen:s1', name: 'Qwen 2026-11-25 05:12', cwd: '/home/anna/shop' },
        turn: { id: 'u1', author: 'user', text: 'Which <b> port?', at: Date.parse(TIME) },
      },
      { turn: { author: 'assistant', text: '8080.' } },
    ]);
    expect(foundIn(line('user', [hook]))).toMatchObject([{ kind: 'left' }]);
  });

  test('tools and events are left out, and what is wrong is named', () => {
    const found = foundIn(
      line('assistant', [{ functionCall: { name: 'run_shell_command', args: {} } }]),
      line('tool_result', [{ functionResponse: {} }]),
      line('system', [], { subtype: 'ui_telemetry' }),
      line('user', 'words'),
      line('user', [{ text: 'x' }], { timestamp: 'soon' }),
      'text',
    );
    expect(found.map(({ kind }) => kind)).toEqual(['left', 'left', 'left', 'bad', 'bad', 'bad']);
  });

  test('lines of a version that writes no provenance are recognised', () => {
    const plain = (type: string, more: object) => ({
      ...{ type, uuid: 'u1', sessionId: 's1', timestamp: TIME, cwd: '/home/anna/shop', ...more },
    });
    const asked = plain('user', { message: { role: 'user', parts: [{ text: 'Which port?' }] } });
    const event = plain('system', { subtype: 'ui_telemetry', systemPayload: { uiEvent: {} } });
    for (const one of [asked, event]) expect(formatOf(one, null)).toBe('qwen');
    expect(foundIn(event, asked).map(({ kind }) => kind)).toEqual(['left', 'turn']);
  });

  test('is not taken for another: a line of Claude Code', () => {
    expect(formatOf({ type: 'user', sessionId: 's', message: { content: 'x' }, timestamp: TIME }, null)).toBe(
      'claude-code',
    );
  });
});
