import { describe, expect, test } from 'vitest';
import type { Message, Role } from './message.ts';
import { reviewTasks } from './session-review.ts';

const message = (sequence: number, role: Role, content: string, more: Partial<Message> = {}): Message => ({
  sequence,
  role,
  content,
  at: sequence,
  ...more,
});
const call = (sequence: number, name: string, input: unknown = {}, id = `c${sequence}`): Message =>
  message(sequence, 'assistant', '', { toolCalls: [{ id, name, input }] });
const result = (sequence: number, toolCallId: string, content: string, isError = false): Message =>
  message(sequence, 'tool', content, { toolResults: [{ toolCallId, content, isError }] });
const kinds = (messages: readonly Message[]) => reviewTasks(messages).map(({ kind }) => kind);

const WORK = [
  message(0, 'user', 'Migrate the auth module'),
  call(1, 'Bash', { command: 'npm test' }),
  result(2, 'c1', 'ECONNREFUSED 5432', true),
  call(3, 'Bash', { command: 'systemctl start postgresql' }),
  result(4, 'c3', 'ok'),
  message(5, 'assistant', 'Auth uses session tokens now.'),
];

describe('[X-3] a finished session', () => {
  test('is asked what was done and which error was solved', () => {
    expect(kinds(WORK)).toEqual(['task_summary', 'error_resolution']);
    const [summary, solved] = reviewTasks(WORK);
    expect(summary?.quoted).toBe(
      'Asked first: Migrate the auth module\nTools: Bash (2)\nFailed calls: 1\nAnswered last: Auth uses session tokens now.',
    );
    expect(solved?.quoted).toContain('Error: ECONNREFUSED 5432');
    expect(solved?.quoted).toContain('systemctl start postgresql');
  });

  test('is asked for corrections from three messages of the person on, of the last six', () => {
    const talk = Array.from({ length: 10 }, (_, n) =>
      message(n, n % 2 === 0 ? 'user' : 'assistant', `word ${n}`),
    );
    const asked = reviewTasks(talk).find(({ kind }) => kind === 'correction');
    expect(asked?.quoted.split('\n')).toEqual(
      [4, 5, 6, 7, 8, 9].map((n) => `${n % 2 === 0 ? 'user' : 'assistant'}: word ${n}`),
    );
    expect(kinds(talk.slice(0, 4))).toEqual([]);
  });

  test('with one tool call and two messages is not asked; with either more it is', () => {
    const small = [
      message(0, 'user', 'hi'),
      call(1, 'Bash'),
      message(2, 'user', 'thanks'),
      message(3, 'assistant', 'bye'),
    ];
    expect(kinds(small)).toEqual([]);
    expect(kinds([...small, call(4, 'Read')])).toEqual(['task_summary']);
    expect(kinds([...small, message(5, 'user', 'wait')])).toEqual(['task_summary', 'correction']);
  });

  test('whose agent saved twice itself is not asked', () => {
    expect(kinds([...WORK, call(6, 'mcp__cairn__memory_save')])).toHaveLength(2);
    expect(
      kinds([...WORK, call(6, 'mcp__cairn__memory_save'), call(7, 'Bash', { command: 'cairn save "x y"' })]),
    ).toEqual([]);
  });

  test('has a digest of at most 2,000 characters', () => {
    const long = WORK.map((one) => ({ ...one, content: one.content.repeat(200) }));
    expect(reviewTasks(long)[0]?.quoted.length).toBeLessThanOrEqual(2_000);
  });

  test.each([
    [
      'a failure by its code',
      { name: 'Bash', exit_code: 1, output: 'no such file' },
      { name: 'Bash', exit_code: 0, output: 'ok' },
    ],
    ['an error text', { tool: 'Bash', error: 'no such file' }, { tool: 'Bash', output: 'ok' }],
    [
      'a status',
      { toolName: 'Bash', status: 'error', result: 'no such file' },
      { toolName: 'Bash', status: 'ok', result: 'ok' },
    ],
    [
      'parts',
      { name: 'Bash', is_error: true, content: [{ type: 'text', text: 'no such file' }] },
      { name: 'Bash', content: [] },
    ],
  ])('knows %s', (_, bad, good) => {
    const messages = [
      message(0, 'user', 'go'),
      message(1, 'tool', '', { toolResults: [bad] }),
      message(2, 'tool', '', { toolResults: [good] }),
    ];
    expect(reviewTasks(messages).find(({ kind }) => kind === 'error_resolution')?.quoted).toContain(
      'no such file',
    );
  });

  test('another tool’s success, or none after, solves nothing', () => {
    const failed = message(1, 'tool', '', { toolResults: [{ name: 'Bash', isError: true }] });
    const other = message(2, 'tool', '', { toolResults: [{ name: 'Read' }] });
    const before = message(0, 'tool', '', { toolResults: [{ name: 'Bash' }] });
    expect(kinds([before, failed, other])).toEqual([]);
  });

  test('of any shape is read', () => {
    const odd = [null, 1, 'x', [], { name: 5 }, { function: { name: 'f', arguments: '{' } }];
    const messages = [
      message(0, 'user', 'x', { toolCalls: odd, toolResults: odd }),
      message(1, 'assistant', ''),
    ];
    expect(Array.isArray(reviewTasks(messages))).toBe(true);
  });
});
