/** Whether a person typed the command: on a terminal, and not in an agent's shell. Then texts are saved with `source: user`. */
import type { Io } from './io.ts';

/** Variables that agents set in the shells that they start. */
const AGENT_SHELLS = [
  'CLAUDECODE',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'CODEX_THREAD_ID',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'OPENCODE',
  'AI_AGENT',
  'AGENT',
];

export const isTyped = (io: Io): boolean => io.isAtTerminal && !AGENT_SHELLS.some((name) => io.env[name]);
