import { join } from 'node:path';
import type { Agent } from '../agent.ts';

/** https://code.claude.com/docs/en/headless */
export const claudeCode: Agent = {
  name: 'claude-code',
  npm: '@anthropic-ai/claude-code',
  version: '2.1.330',
  program: 'claude',
  script: 'install.cjs',
  settings: ({ home }) => ({
    [join(home, '.claude.json')]:
      `${JSON.stringify({ hasCompletedOnboarding: true, mcpServers: { other: { type: 'stdio', command: 'true', args: [] } } }, null, 2)}\n`,
    [join(home, '.claude/settings.json')]: JSON.stringify(
      { model: 'sonnet', hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } },
      null,
      '\t',
    ),
  }),
  env: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  args: (prompt, isResumed) => [
    ...(isResumed ? ['--continue'] : []),
    ...['-p', prompt, '--output-format', 'json', '--allowedTools', 'mcp__cairn', 'Bash'],
  ],
  inputArgs: ['-p', '--output-format', 'json', '--allowedTools', 'mcp__cairn', 'Bash'],
  compactArgs: ['--continue', '-p', '/compact', '--output-format', 'json'],
  shell: (command) => ({ call: 'Bash', args: { command, description: 'run it' } }),
  forms: [
    ['plugin', 'validate', '.'],
    ['plugin', 'validate', 'integrations/claude-code'],
    ['plugin', 'marketplace', 'add', './'],
    ['plugin', 'install', 'cairn@cairn'],
  ],
  sessions: (home) => join(home, '.claude/projects'),
};
