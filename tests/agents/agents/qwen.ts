import { join } from 'node:path';
import type { Agent } from '../agent.ts';

/** https://github.com/QwenLM/qwen-code */
export const qwen: Agent = {
  name: 'qwen',
  npm: '@qwen-code/qwen-code',
  version: '0.24.4',
  program: 'qwen',
  settings: ({ home }) => ({
    [join(home, '.qwen/settings.json')]: `{
  // my own settings
  "security": { "auth": { "selectedType": "openai" } },
  "privacy": { "usageStatisticsEnabled": false },
  "general": { "disableAutoUpdate": true }
}
`,
  }),
  env: ({ url }) => ({
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: 'fake',
    QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
  }),
  args: (prompt, isResumed) => [
    ...['--approval-mode', 'yolo'],
    ...(isResumed ? ['--continue'] : []),
    ...['-p', prompt],
  ],
  shell: (command) => ({
    call: 'run_shell_command',
    args: { command, description: 'run it', is_background: false },
  }),
  sessions: (home) => join(home, '.qwen/projects'),
};
