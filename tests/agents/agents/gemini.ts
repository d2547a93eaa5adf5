import { join } from 'node:path';
import type { Agent } from '../agent.ts';

export const gemini: Agent = {
  name: 'gemini',
  npm: '@google/gemini-cli',
  version: '0.61.0',
  program: 'gemini',
  settings: ({ home }) => ({
    [join(home, '.gemini/settings.json')]: `{
  // my own settings
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "privacy": { "usageStatisticsEnabled": false },
  "general": { "disableAutoUpdate": true, "disableUpdateNag": true }
}
`,
  }),
  env: ({ url }) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
  }),
  args: (prompt, isResumed) => [
    ...['-m', 'gemini-2.5-flash', '--approval-mode=yolo'],
    ...(isResumed ? ['--resume', 'latest'] : []),
    ...['-p', prompt],
  ],
  shell: (command) => ({ call: 'run_shell_command', args: { command, description: 'run it' } }),
  forms: [['extensions', 'validate', 'integrations/gemini']],
  sessions: (home) => join(home, '.gemini/tmp'),
};
