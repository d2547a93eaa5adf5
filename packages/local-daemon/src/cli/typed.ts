/** Whether a person typed a command: at a terminal, and in no shell of an agent. Their words have `source: user`. */
import type { Io } from './io.ts';

/** Set in the shells that agents start. */
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

export const isTyped = (io: Io): boolean => io.canAsk && !AGENT_SHELLS.some((name) => Boolean(io.env[name]));
