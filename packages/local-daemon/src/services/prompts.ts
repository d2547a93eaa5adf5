/**
 * Assembles prompts for agents that have no host. The engine writes them from the workspace's files and facts about the
 * machine. [CX-2]
 */
import { isAbsolute } from 'node:path';
import {
  type Answer,
  type Engine,
  HEARTBEAT_FILE,
  heartbeatTasks,
  type PromptSurroundings,
  WORKSPACE_FILES,
  type WorkspaceTexts,
} from '@cairn/core';
import {
  type Checked,
  type HeartbeatResult,
  ok,
  type PromptInput,
  type PromptResult,
  refuseInput,
} from '@cairn/schema';
import type { Finding } from './finding.ts';
import { type ProjectFinder, resolveProject } from './resolve-project.ts';
import type { PersonalFile } from './scopes/about-person.ts';

export interface PromptsDeps {
  readonly engine: () => Pick<Engine, 'prompt'>;
  readonly projects: ProjectFinder;
  readonly finding: Finding;
  readonly sync: { pullBriefly(): Promise<void> };
  /** Folder of Cairn's own settings, which is searched besides the workspace. */
  readonly configFolder: string;
  readonly readFile: (
    name: string,
    folders: { readonly workspace: string | null; readonly own: string | null },
  ) => { readonly path: string; readonly text: string } | null;
  readonly machine: NonNullable<PromptSurroundings['machine']>;
  readonly timezone: () => string;
  /** Access to the personal file; null outside a scope. [SP-3] */
  readonly personal: (() => PersonalFile) | null;
}

export type Prompts = ReturnType<typeof createPrompts>;

export const createPrompts = (deps: PromptsDeps) => {
  const { engine, projects, finding, sync, configFolder, readFile, machine, timezone, personal } = deps;
  const foldersOf = (cwd: string | undefined): Checked<Parameters<PromptsDeps['readFile']>[1]> => {
    if (cwd === undefined || isAbsolute(cwd)) return ok({ workspace: cwd ?? null, own: configFolder });
    return refuseInput('`cwd` must be the absolute path of a folder.');
  };
  return {
    async assemble(input: PromptInput): Answer<PromptResult> {
      const resolved = await resolveProject(projects, input);
      if (!resolved.ok) return resolved;
      const folders = foldersOf(input.cwd);
      if (!folders.ok) return folders;
      const files: WorkspaceTexts = Object.fromEntries(
        WORKSPACE_FILES.flatMap((name) => {
          const found = readFile(name, folders.value);
          return found === null ? [] : [[name, found.text]];
        }),
      );
      // Only the beginning of a conversation waits for other devices.
      if (!input.messages?.some(({ role }) => role === 'assistant')) await sync.pullBriefly();
      const person = personal === null ? {} : { person: await personal().promptPerson() };
      const found = await finding.forPrompt(resolved.value);
      const around = { files, machine, timezone: timezone(), ...person, ...found };
      return engine().prompt(resolved.value, around);
    },
    heartbeat(cwd: string | undefined): Checked<HeartbeatResult> {
      const folders = foldersOf(cwd);
      if (!folders.ok) return folders;
      const found = readFile(HEARTBEAT_FILE, folders.value);
      return ok(
        found === null
          ? { path: null, tasks: [] }
          : { path: found.path, tasks: [...heartbeatTasks(found.text)] },
      );
    },
  };
};
