import { join } from 'node:path';
import type { Agent } from '../agent.ts';

export const copilot: Agent = {
  name: 'copilot',
  npm: '@github/copilot',
  version: '1.0.102',
  program: 'copilot',
  settings: ({ home }) => ({
    [join(home, '.copilot/mcp-config.json')]: `${JSON.stringify({ mcpServers: {} }, null, 2)}\n`,
  }),
  env: ({ url }) => ({
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: 'fake-model',
    COPILOT_OFFLINE: 'true',
  }),
  args: (prompt, isResumed) => [
    ...(isResumed ? ['--continue'] : []),
    ...['-p', prompt, '--allow-all-tools', '--no-auto-update'],
  ],
  shell: (command) => ({
    call: 'bash',
    args: { command, description: 'run it', mode: 'sync', initial_wait: 10 },
  }),
  sessions: (home) => join(home, '.copilot/session-state'),
};
