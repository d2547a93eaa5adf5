import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '@cairn/schema';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOOK_ADAPTERS, hookAdapterOf } from './hook-adapters.ts';
import { HOOK_KINDS, type HookEvent, hookKindOf } from './hook-event.ts';
import { emptyEvent } from './hook-fields.ts';
import { fileOf, hookMessageOf } from './hook-message.ts';
import { hookTurnOf } from './hook-turn.ts';

const folder = fileURLToPath(new URL('../../../../tests/fixtures/agents/hooks/', import.meta.url));
const parsedOf = (agent: string): Readonly<Record<string, HookEvent>> => {
  const inputs: Record<string, unknown> = JSON.parse(readFileSync(`${folder}${agent}.json`, 'utf8'));
  return Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => {
      const kind = hookKindOf(name);
      if (kind === null) throw new Error(`${agent}.json has ${name}`);
      return [kind, hookAdapterOf(agent)?.parse(kind, input) ?? emptyEvent(agent, kind)];
    }),
  );
};
const same = (text: string): string => text;

describe('[HK-1] an event as its agent writes it', () => {
  test('of Windsurf names the file that was written', () => {
    const tool_info = { cwd: '/shop', file_path: '/shop/cart.ts', edits: [] };
    const event = hookAdapterOf('windsurf')?.parse('tool', {
      ...{ agent_action_name: 'post_write_code', trajectory_id: 'tr-1', tool_info },
    });
    expect(fileOf(event?.tool ?? null)).toBe('/shop/cart.ts');
  });

  test.each([
    ['claude-code', '5f0c6f0e-9a51-4b7e-8a36-2f1f7f6a2b10', 'startup'],
    ['codex', '0199a213-81c0-7800-8aa1-bbab2a035a53', 'resume'],
    ['cursor', 'c0ffee00-1111-4222-8333-444455556666', null],
    ['gemini', '8a1d', 'clear'],
    ['qwen', 'ae08a80d-1936-43d7-b438-d156bb1809e8', 'startup'],
    ['copilot', '01HW2X3Y4Z', 'new'],
    ['opencode', 'ses_66a1', 'startup'],
    ['windsurf', 'tr-1', null],
  ])('of %s says which session, where, and what happened', (agent, session, source) => {
    const events = parsedOf(agent);
    for (const event of Object.values(events)) expect(event).toMatchObject({ agent, session });
    if (agent !== 'windsurf') {
      expect(events['session-start']).toMatchObject({ cwd: '/home/ada/shop', source });
    }
    expect(events.prompt?.prompt).toBe('Which port does billing use?');
    const { tool } = events;
    if (tool === undefined) throw new Error('no tool in the fixture');
    expect(tool.cwd).toBe('/home/ada/shop');
    const kept = hookTurnOf(tool, same);
    expect(kept?.author).toBe('tool');
    expect(kept?.text).toMatch(agent === 'windsurf' ? /npm test/ : /npm test[\s\S]*12 passed/);
    if (agent !== 'copilot' && agent !== 'opencode') {
      expect(events.stop && hookTurnOf(events.stop, same)).toEqual({
        author: 'assistant',
        text: 'The tests pass now.',
      });
    }
  });

  test('of Gemini is what was said: not what hooks had put before it, and no output of a tool twice', () => {
    const gemini = (kind: 'prompt' | 'tool', input: object) => hookAdapterOf('gemini')?.parse(kind, input);
    const context = '<hook_context>&lt;memory&gt;Ada uses tabs&lt;/memory&gt;</hook_context>\n\n';
    expect(gemini('prompt', { prompt: `${context}Which <b>?` })?.prompt).toBe('Which <b>?');
    expect(gemini('prompt', { prompt: context })?.prompt).toBeNull();
    for (const prompt of ['What is <hook_context>x</hook_context>?', '<hook_context>open'])
      expect(gemini('prompt', { prompt })?.prompt).toBe(prompt);
    const response = { llmContent: [{ text: '12 passed' }], returnDisplay: '12 passed' };
    const ran = gemini('tool', { tool_name: 'x', tool_response: response });
    expect(ran && hookTurnOf(ran, same)?.text).toBe('x\ntext: 12 passed');
    const other = gemini('tool', { tool_name: 'x', tool_response: { error: 'no' } });
    expect(other && hookTurnOf(other, same)?.text).toBe('x\nerror: no');
  });

  test('say which file a call was about and that it failed, also where an agent sends JSON as text', () => {
    const parsed = (agent: string, input: object) => hookAdapterOf(agent)?.parse('tool', input);
    const edit = parsed('copilot', { toolName: 'edit', toolArgs: '{"path":"/shop/cart.ts"}' });
    expect(fileOf(edit?.tool ?? null)).toBe('/shop/cart.ts');
    const response = { llmContent: 'It ended with 1', error: { message: 'ended', type: 'shell' } };
    for (const failed of [
      parsed('cursor', { tool_name: 'Shell', tool_output: '{"exitCode":1,"stdout":"1 failed"}' }),
      parsed('gemini', { tool_name: 'run_shell_command', tool_response: response }),
      parsed('qwen', { tool_name: 'run_shell_command', tool_response: response }),
    ])
      expect(failed && hookMessageOf(failed, same)?.toolResults).toMatchObject([{ isError: true }]);
    const fine = parsed('cursor', { tool_name: 'Shell', tool_output: '{"exitCode":0,"stdout":"ok"}' });
    expect(fine && hookMessageOf(fine, same)?.toolResults).toEqual([{ name: 'Shell' }]);
  });

  test('of Qwen Code is the prompt that was typed, and none before the output of a tool', () => {
    const qwen = (input: object) => hookAdapterOf('qwen')?.parse('prompt', input);
    expect(qwen({ prompt: '' })?.prompt).toBeNull();
    expect(qwen({ prompt: 'Which?\n<file>x</file>', submitted_prompt: 'Which?' })?.prompt).toBe('Which?');
  });

  test('may be called by our name or by its own, and the agent by the name that people use', () => {
    for (const kind of HOOK_KINDS) expect(hookKindOf(kind)).toBe(kind);
    const own = {
      SessionStart: 'session-start',
      'session.start': 'session-start',
      UserPromptSubmit: 'prompt',
      beforeSubmitPrompt: 'prompt',
      PostToolUse: 'tool',
      'tool.execute.after': 'tool',
      PreCompact: 'compact',
      'session.idle': 'stop',
      sessionEnd: 'session-end',
    };
    for (const [name, kind] of Object.entries(own)) expect(hookKindOf(name)).toBe(kind);
    for (const name of ['', 'SubagentStop', 'dance']) expect(hookKindOf(name)).toBeNull();
    expect(hookAdapterOf('claude')?.agent).toBe('claude-code');
    expect(hookAdapterOf('codex-cli')?.agent).toBe('codex');
    expect(hookAdapterOf('nobody')).toBeNull();
  });

  test('may lack anything or hold anything, and is still an event', () => {
    const kinds = fc.constantFrom(...HOOK_KINDS);
    void fc.assert(
      fc.property(fc.constantFrom(...HOOK_ADAPTERS), kinds, fc.jsonValue(), (adapter, kind, input) => {
        const event = adapter.parse(kind, input);
        expect(event).toMatchObject({ agent: adapter.agent, kind });
        hookTurnOf(event, same);
      }),
      { seed: 17, numRuns: 500 },
    );
    // An event without content becomes no turn.
    for (const adapter of HOOK_ADAPTERS)
      for (const kind of HOOK_KINDS) expect(hookTurnOf(adapter.parse(kind, {}), same)).toBeNull();
    const odd = { session_id: 7, cwd: ['/x'], prompt: { text: 'x' }, tool_name: '  ', source: null };
    expect(hookAdapterOf('claude-code')?.parse('prompt', odd)).toEqual(emptyEvent('claude-code', 'prompt'));
  });

  test('is answered in exactly the shape that the agent takes', () => {
    const rendered = (agent: string, kind: 'session-start' | 'prompt') =>
      hookAdapterOf(agent)?.render(kind, 'facts');
    for (const agent of ['claude-code', 'codex']) {
      expect(rendered(agent, 'session-start')).toEqual({
        hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'facts' },
      });
      expect(rendered(agent, 'prompt')).toEqual({
        hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'facts' },
      });
    }
    expect(rendered('qwen', 'prompt')).toEqual(rendered('claude-code', 'prompt'));
    expect(rendered('gemini', 'prompt')).toEqual({
      hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: 'facts' },
    });
    expect(rendered('cursor', 'session-start')).toEqual({ additional_context: 'facts' });
    expect(rendered('cursor', 'prompt')).toEqual({ continue: true, additional_context: 'facts' });
    expect(rendered('copilot', 'session-start')).toEqual({ additionalContext: 'facts' });
    expect(rendered('opencode', 'prompt')).toEqual({ context: 'facts' });
  });
});

describe('[HK-4] what is kept of an event', () => {
  const tool = (name: string, input: unknown, output: unknown): HookEvent => ({
    ...emptyEvent('claude-code', 'tool'),
    tool: { name, input, output },
  });

  test('is not what a tool only read, nor what was asked of this memory', () => {
    for (const name of [
      'Read',
      'Grep',
      'Glob',
      'read_file',
      'search_file_content',
      'post_read_code',
      'WebFetch',
    ])
      expect(hookTurnOf(tool(name, { path: 'src/a.ts' }, 'SECRET BODY'), same)?.text).not.toContain('BODY');
    expect(hookTurnOf(tool('Read', { path: 'src/a.ts' }, 'x'), same)?.text).toBe('Read path: src/a.ts');
    for (const name of ['mcp__cairn__memory_save', 'MCP:memory_search', 'memory_get'])
      expect(hookTurnOf(tool(name, { content: 'x' }, 'y'), same)).toBeNull();
    expect(hookTurnOf(tool('Edit', { path: 'a' }, 'done'), same)?.text).toBe('Edit path: a\ndone');
  });

  test('goes through the guard as a person would have written it, before it is cut', () => {
    const seen: string[] = [];
    const guard = (text: string): string => {
      seen.push(text);
      return text.replaceAll('k9-secret', '[gone]');
    };
    const inner = JSON.stringify({ env: 'a\nb', key: `${'x'.repeat(3_970)} k9-secret and more` });
    const kept = hookTurnOf(tool('Bash', { command: inner }, null), guard);
    expect(seen[0]).toContain('env: a\nb');
    expect(kept?.text).not.toContain('k9');
    expect([...(kept?.text ?? '')]).toHaveLength(LIMITS.hookTurnCharsMax);
  });

  test('is whole characters, also where the agent cut an output within an emoji', () => {
    const output = 'done 🎉'.slice(0, -1);
    expect(output.isWellFormed()).toBe(false);
    const ran = hookMessageOf(tool('Bash', { command: 'ls' }, { is_error: true, error: output }), same);
    const texts = [ran?.content, JSON.stringify(ran?.toolResults)];
    for (const text of texts) expect(text).toContain('done \ufffd');
  });

  test('is short, however much there was, and nothing when nothing is left', () => {
    const prompt = (text: string): HookEvent => ({ ...emptyEvent('codex', 'prompt'), prompt: text });
    expect(hookTurnOf(prompt('x'.repeat(LIMITS.hookTurnCharsMax)), same)?.text).toHaveLength(
      LIMITS.hookTurnCharsMax,
    );
    const long = hookTurnOf(prompt('x'.repeat(LIMITS.hookTurnCharsMax + 1)), same)?.text;
    expect(long).toHaveLength(LIMITS.hookTurnCharsMax);
    expect(long?.endsWith('…')).toBe(true);
    expect(hookTurnOf(prompt('all private'), () => ' ')).toBeNull();
    let looked = 0;
    hookTurnOf(prompt('y'.repeat(LIMITS.hookTextCharsMax + 1)), (text) => {
      looked = text.length;
      return text;
    });
    expect(looked).toBe(LIMITS.hookTextCharsMax);
    const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`);
    expect(hookTurnOf(tool('Bash', deep, deep), same)?.text).toBe('Bash');
  });
});
