import type { Agent } from '../agent.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';

export const AGENTS: readonly Agent[] = [claudeCode, codex, gemini, qwen, opencode, copilot];
