/** Agents whose hooks are supported, by their names in `cairn hook` and in the route. */
import { claudeCodeHook, codexHook, opencodeHook } from './claude-style-hook.ts';
import { copilotHook } from './copilot/hook.ts';
import { cursorHook } from './cursor/hook.ts';
import { geminiHook } from './gemini/hook.ts';
import type { HookAdapter } from './hook-event.ts';
import { OTHER_NAMES } from './other-names.ts';
import { qwenHook } from './qwen/hook.ts';
import { windsurfHook } from './windsurf/hook.ts';

export const HOOK_ADAPTERS: readonly HookAdapter[] = [
  claudeCodeHook,
  codexHook,
  cursorHook,
  geminiHook,
  qwenHook,
  copilotHook,
  opencodeHook,
  windsurfHook,
];

export const hookAdapterOf = (agent: string): HookAdapter | null => {
  const name = OTHER_NAMES.get(agent) ?? agent;
  return HOOK_ADAPTERS.find((adapter) => adapter.agent === name) ?? null;
};
