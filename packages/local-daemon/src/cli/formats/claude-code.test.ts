import { describe, expect, test } from 'vitest';
import { createClaudeCodeMapper } from './claude-code.ts';
import { formatOf } from './known.ts';

const SESSION = '5f0c7c1e-0000-4000-8000-000000000001';
const line = (type: string, content: unknown, more: object = {}) => ({
  ...{ type, uuid: 'u1', sessionId: SESSION, timestamp: '2026-11-25T05:12:47.733Z', cwd: '/home/anna/shop' },
  ...{ isSidechain: false, message: { role: type, content } },
  ...more,
});
const foundIn = (...lines: readonly unknown[]) => {
  const mapper = createClaudeCodeMapper();
  return lines.flatMap((one, at) => mapper.take(one, `line ${at + 1}`, null));
};
const wordsIn = (...lines: readonly unknown[]) =>
  foundIn(...lines).map((one) => (one.kind === 'turn' ? one.turn.text : one.kind));

describe('[IM-1] Claude Code', () => {
  test('a file that begins with the state of its session is a transcript', () => {
    for (const state of [
      { type: 'permission-mode', permissionMode: 'plan', sessionId: SESSION },
      { type: 'last-prompt', lastPrompt: 'x', sessionId: SESSION },
      { type: 'mode', mode: 'default', sessionId: SESSION },
    ])
      expect(formatOf(state, null)).toBe('claude-code');
    expect(formatOf({ type: 'fact', sessionId: 's', content: 'Ada uses tabs' }, null)).toBe('json');
  });

  test('the list of all prompts is no memory, because the transcripts have them', () => {
    const listed = { display: 'use tabs', pastedContents: {}, timestamp: 1_772_359_202_000, project: '/a' };
    expect(formatOf(listed, null)).toBe('claude-code');
    expect(foundIn(listed)).toMatchObject([{ kind: 'left' }]);
  });

  test('a prompt that was sent while the agent worked is a turn', () => {
    const queued = (prompt: unknown, more: object = {}) => ({
      ...line('attachment', null),
      attachment: { type: 'queued_command', prompt, ...more },
    });
    expect(
      foundIn(queued('also check the logs', { commandMode: 'prompt', origin: { kind: 'human' } })),
    ).toMatchObject([
      { session: { id: `claude-code:${SESSION}` }, turn: { author: 'user', text: 'also check the logs' } },
    ]);
    expect(
      wordsIn(
        queued([{ type: 'text', text: 'and the tests' }]),
        queued('a task has ended', { commandMode: 'task-notification' }),
        queued('from a program', { commandMode: 'prompt', origin: { kind: 'peer' } }),
        { ...line('attachment', null), attachment: { type: 'skill_listing' } },
      ),
    ).toEqual(['and the tests', 'left', 'left', 'left']);
  });

  test('what a person wrote behind a command is a prompt, and the command alone is not', () => {
    const command = (args: string) =>
      `<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>${args}</command-args>`;
    expect(wordsIn(line('user', command('the <Cart> module')), line('user', command('')))).toEqual([
      '/review the <Cart> module',
      'left',
    ]);
  });

  test('what the editor adds to a prompt and an error of the service are no words of anyone', () => {
    expect(
      wordsIn(
        line('user', [
          { type: 'text', text: '<ide_opened_file>The user opened a.ts</ide_opened_file>' },
          { type: 'text', text: 'explain it <system-reminder>be kind</system-reminder>now' },
        ]),
        line('user', '<ide_selection>lines 1 to 3</ide_selection>'),
        line('user', 'What is <system-reminder>?'),
        line('user', 'What is <ide_selection>?<system-reminder>be kind</system-reminder>'),
        line('assistant', [{ type: 'text', text: 'API Error: 529' }], { isApiErrorMessage: true }),
      ),
    ).toEqual([
      ...['explain it now', 'left', 'What is <system-reminder>?', 'What is <ide_selection>?', 'left'],
    ]);
  });

  test('a title that a person gave stays', () => {
    const title = (type: string, text: string) => ({
      ...{ type, sessionId: SESSION },
      [type === 'ai-title' ? 'aiTitle' : 'customTitle']: text,
    });
    const titles = foundIn(
      title('ai-title', 'A guess'),
      title('custom-title', 'Mine'),
      title('ai-title', 'A guess again'),
    );
    expect(titles.map((one) => (one.kind === 'title' ? one.title : one.kind))).toEqual([
      'A guess',
      'Mine',
      'left',
    ]);
  });
});
