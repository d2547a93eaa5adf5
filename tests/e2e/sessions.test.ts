import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  appendMessagesResult,
  compactSessionResult,
  restoreSessionResult,
  searchResult,
  sessionMessagesResult,
  sessionsResult,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, withMembers } from './cairn.ts';

const fresh = async (): Promise<Device> => {
  const own = await device('sessions');
  onTestFinished(own.end);
  return own;
};

const everyByteOf = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
    .join('\n');

describe('cairn session', () => {
  test('[SE-1] keeps what lines, JSON lines or arguments say, and gives it back', async () => {
    const own = await fresh();
    const append = (args: readonly string[], input = '') =>
      own.json(appendMessagesResult, ['session', 'append', 'notes', ...args], { input });
    expect(await append([], 'user: Which port\nand host?\nAssistant: 8080\n')).toMatchObject({ messages: 2 });
    expect(
      await append(['-'], '{"role":"tool","content":"zebra","toolCalls":[{"name":"look"}]}\n'),
    ).toMatchObject({
      last: 2,
    });
    expect(await append(['user: Thanks', 'system: be brief'])).toMatchObject({
      session: 'ses_notes',
      last: 4,
    });
    const { messages } = await own.json(withMembers('messages'), ['session', 'show', 'notes']);
    expect(messages).toMatchObject([
      { role: 'user', content: 'Which port\nand host?' },
      { role: 'assistant', content: '8080' },
      { role: 'tool', content: 'zebra', toolCalls: [{ name: 'look' }] },
      { role: 'user', content: 'Thanks' },
      { role: 'system', content: 'be brief' },
    ]);
    const found = await own.json(searchResult, ['search', 'zebra', '--in', 'sessions']);
    expect(found.passages[0]).toMatchObject({ ordinal: 2, source: { id: 'ses_notes' } });
    const { sessions } = await own.json(sessionsResult, ['session', 'list']);
    expect(sessions).toMatchObject([{ id: 'ses_notes', messages: 5 }]);
    expect((await own.run(['session', 'show', 'notes'])).out).toContain('Which port');
  });

  test('[SE-1] --all takes no session of this device for an imported transcript', async () => {
    const own = await fresh();
    for (const name of ['one', 'two'])
      await own.json(appendMessagesResult, ['session', 'append', name, 'user: hello', '-p', 'shop']);
    const line = {
      ...{ type: 'user', uuid: 'u1', sessionId: 'old', timestamp: '2026-01-01T10:00:00Z', cwd: '/old' },
      message: { content: 'Which port has billing?' },
    };
    await own.run(['import', '-', '--from', 'claude-code'], { input: `${JSON.stringify(line)}\n` });
    for (const narrowed of [[], ['-n', '1'], ['-p', 'other'], ['--state', 'completed']]) {
      const listed = await own.run(['session', 'list', '--all', '--json', ...narrowed]);
      expect(JSON.parse(listed.out).transcripts).toMatchObject([{ id: 'ses_claude-code:old' }]);
    }
  });

  test('[F-13] is searched alone, each result between what was said before and after', async () => {
    const own = await fresh();
    for (const name of ['one', 'two'])
      await own.json(appendMessagesResult, [
        'session',
        'append',
        name,
        `user: why not Redis in ${name}?`,
        'assistant: it lost writes',
        'user: fine',
      ]);
    await own.run(['save', 'Redis writes are lost without a log']);
    const found = await own.json(searchResult, ['search', 'lost writes', '--session', 'two', '-n', '1']);
    expect([found.results.length, found.passages.length]).toEqual([0, 1]);
    expect(found.passages[0]).toMatchObject({
      source: { id: 'ses_two' },
      text: 'it lost writes',
      before: { author: 'user', text: 'why not Redis in two?' },
      after: { author: 'user', text: 'fine' },
    });
    const { out } = await own.run(['search', 'lost writes', '--session', 'two', '-n', '1']);
    expect(out.indexOf('why not Redis in two?')).toBeLessThan(out.indexOf('it lost writes'));
    expect((await own.fails(1, ['search', 'x', '--session', 'three'])).message).toContain(
      'No session "three"',
    );
    expect((await own.fails(2, ['search', 'x', '--session', 'two', '-t', 'tag'])).message).toContain(
      'no tag',
    );
  });

  test('[SE-1] says what is wrong with a message, and that a session is not there', async () => {
    const own = await fresh();
    const bad = ['session', 'append', 'notes'];
    expect((await own.fails(2, bad, { input: 'no one says this' })).message).toContain('who speaks');
    expect((await own.fails(2, bad, { input: '{"role":"robot","content":"x"}' })).message).toContain(
      'Line 1',
    );
    expect((await own.fails(2, bad, { input: '' })).message).toContain('no message');
    for (const args of [
      ['show', 'x'],
      ['compact', 'x'],
      ['restore', 'x'],
      ['delete', 'x', '--yes'],
    ])
      expect((await own.fails(1, ['session', ...args])).kind).toBe('not_found');
  });

  test('[SE-2] compacts, and restores the task, the summary, the messages and the files as they are now', async () => {
    const own = await fresh();
    const talk = Array.from({ length: 30 }, (_, n) => `user: Step ${n} feeds the okapi number ${n}.`).join(
      '\n',
    );
    await own.json(appendMessagesResult, ['session', 'append', 'zoo'], { input: talk });
    const file = join(own.home, 'plan.md');
    writeFileSync(file, `The plan.\nKey ghp_${'a1B2'.repeat(9)}\n`);
    const hook = { session_id: 's', cwd: own.home, tool_name: 'Read', tool_input: { file_path: file } };
    await own.run(['hook', 'claude-code', 'tool'], {
      input: JSON.stringify({ ...hook, tool_response: 'x' }),
    });
    const compacted = await own.json(compactSessionResult, ['session', 'compact', 'zoo']);
    expect(compacted).toMatchObject({ compacted: 20, kept: 10, compactions: 1 });
    const restored = await own.json(restoreSessionResult, [
      'session',
      'restore',
      'zoo',
      '--max-tokens',
      '2000',
    ]);
    expect(restored.summary).toContain('okapi');
    expect(restored.messages).toHaveLength(10);
    const withFiles = ['session', 'restore', 'claude-code:s', '--files'];
    const [content] = (await own.json(restoreSessionResult, withFiles)).contents ?? [];
    expect(content).toMatchObject({
      path: file,
      text: 'The plan.\nKey [redacted: GitHub token]\n',
      cut: false,
    });
  });

  test('[SE-1] [ST-4] of a deleted session no byte is left, and its transcript is gone too', async () => {
    const own = await fresh();
    const words = 'xylophone quagmire zeppelin';
    await own.json(appendMessagesResult, [
      'session',
      'append',
      'a',
      `user: ${words}`,
      `assistant: ${words} again`,
    ]);
    await own.json(appendMessagesResult, ['session', 'append', 'b', 'user: stays']);
    await own.json(compactSessionResult, ['session', 'compact', 'a', '--keep', '1']);
    expect(everyByteOf(own.home)).toContain('xylophone');
    await own.json(withMembers('deleted'), ['session', 'delete', 'a']);
    expect(everyByteOf(own.home)).not.toContain('xylophone');
    expect((await own.json(sessionsResult, ['session', 'list'])).sessions).toMatchObject([{ name: 'b' }]);
  });

  test('[HK-4] [SE-1] what hooks tell is a session, with the tools that were used', async () => {
    const own = await fresh();
    const hook = (event: string, input: object) =>
      own.run(['hook', 'claude-code', event], {
        input: JSON.stringify({ session_id: 's1', cwd: own.home, ...input }),
      });
    await own.run(['up']);
    await hook('prompt', { prompt: 'Run the okapi tests' });
    const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
    await hook('tool', { ...bash, tool_response: { exit_code: 1, stderr: 'one okapi failed' } });
    await hook('tool', { ...bash, tool_response: { stdout: 'fine' } });
    await hook('tool', { tool_name: 'mcp__cairn__memory_save', tool_input: { content: 'x' } });
    await hook('stop', { last_assistant_message: 'They pass.' });
    const show = ['session', 'show', 'claude-code:s1'];
    const shown = async () => (await own.json(sessionMessagesResult, show)).messages;
    // On a busy machine some turns arrive later, in a file that the next event imports.
    await waitUntil(
      async () => {
        await hook('session-end', {});
        return (await shown()).length >= 5;
      },
      { timeoutMs: 60_000, what: 'all messages' },
    );
    const messages = await shown();
    expect(messages.map(({ role, content }) => `${role}: ${content.split('\n', 1)[0]}`).sort()).toEqual([
      'assistant: They pass.',
      'tool: ',
      'tool: Bash command: npm test',
      'tool: Bash command: npm test',
      'user: Run the okapi tests',
    ]);
    expect(JSON.stringify(messages)).toContain('"toolResults":[{"name":"Bash","isError":true');
  });
});
