import { join } from 'node:path';
import type { Agent } from '../agent.ts';

export const opencode: Agent = {
  name: 'opencode',
  npm: 'opencode-ai',
  version: '1.18.33',
  program: 'opencode',
  script: 'postinstall.mjs',
  settings: ({ home, url }) => ({
    [join(home, '.config/opencode/opencode.jsonc')]: `{
  // my own settings
  "$schema": "https://opencode.ai/config.json",
  "model": "fake/fake-model",
  "small_model": "fake/fake-model",
  "provider": {
    "fake": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "${url}/v1", "apiKey": "none" },
      "models": { "fake-model": { "name": "Fake", "tool_call": true, "limit": { "context": 128000, "output": 8000 } } },
    },
  },
}
`,
  }),
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  args: (prompt, isResumed) => ['run', ...(isResumed ? ['--continue'] : []), prompt],
  shell: (command) => ({ call: 'bash', args: { command, description: 'run it' } }),
  sessions: (home) => join(home, '.local/share/opencode'),
};
