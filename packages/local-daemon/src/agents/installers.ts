/** Agents that `cairn install` supports, in the order of its list. */
import { claudeCodeInstaller } from './claude-code/install.ts';
import { codexInstaller } from './codex/install.ts';
import { copilotInstaller } from './copilot/install.ts';
import type { AgentInstaller, Place } from './installer.ts';
import {
  ampInstaller,
  claudeDesktopInstaller,
  clineInstaller,
  cursorInstaller,
  geminiInstaller,
  qwenInstaller,
  vscodeInstaller,
  windsurfInstaller,
  zedInstaller,
} from './installer-rows.ts';
import { opencodeInstaller } from './opencode/install.ts';
import { OTHER_NAMES } from './other-names.ts';

export const INSTALLERS: readonly AgentInstaller[] = [
  claudeCodeInstaller,
  codexInstaller,
  cursorInstaller,
  copilotInstaller,
  vscodeInstaller,
  geminiInstaller,
  qwenInstaller,
  opencodeInstaller,
  ampInstaller,
  clineInstaller,
  windsurfInstaller,
  zedInstaller,
  claudeDesktopInstaller,
];

export const installerOf = (agent: string): AgentInstaller | null =>
  INSTALLERS.find((installer) => installer.agent === (OTHER_NAMES.get(agent) ?? agent)) ?? null;

export const foundAgents = (place: Place): readonly AgentInstaller[] =>
  INSTALLERS.filter((installer) => installer.signs(place).some(place.exists));
