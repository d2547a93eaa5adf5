import { join } from 'node:path';
import type { Agent } from '../agent.ts';

/** Codex asks for trust in hooks only in a terminal, so the check is bypassed. */
const TRUSTED = '--dangerously-bypass-hook-trust';

export const codex: Agent = {
  name: 'codex',
  npm: '@openai/codex',
  version: '0.169.0',
  program: 'codex',
  settings: ({ home, url, work }) => ({
    [join(home, '.codex/config.toml')]: `# my own settings
model = "fake-model"   # none that thinks
model_provider = "fake"

[model_providers.fake]
name = "Fake"
base_url = "${url}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"

[projects."${work}"]
trust_level = "trusted"
`,
  }),
  env: () => ({ FAKE_KEY: 'none' }),
  args: (prompt, isResumed) => [
    ...['exec', '--skip-git-repo-check', '-s', 'danger-full-access', TRUSTED],
    ...(isResumed ? ['resume', '--last'] : []),
    prompt,
  ],
  inputArgs: ['exec', '--skip-git-repo-check', '-s', 'danger-full-access', TRUSTED, '-'],
  shell: (cmd) => ({ call: 'exec_command', args: { cmd } }),
  forms: [
    ['plugin', 'marketplace', 'add', './'],
    ['plugin', 'add', 'cairn@cairn'],
  ],
  sessions: (home) => join(home, '.codex/sessions'),
};
