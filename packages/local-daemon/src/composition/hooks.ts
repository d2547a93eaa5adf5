/** Composes the hooks' service with its files. */

import { homedir } from 'node:os';
import type { Paths } from '@cairn/client/device';
import { withoutSecrets } from '@cairn/core';
import { spoolFiles } from '../adapters/hook-files.ts';
import { readSaid } from '../adapters/transcript-file.ts';
import { isNoProject } from '../mcp-pipe/working-folder.ts';
import type { Branches } from '../services/branches.ts';
import {
  createHookEvents,
  type HookEvents,
  type HookEventsDeps,
  sessionOf,
} from '../services/hook-events.ts';
import { createHookSpool } from '../services/hook-spool.ts';
import type { ProjectFinder } from '../services/resolve-project.ts';
import type { Turns } from '../services/turns.ts';

type HookPartsDeps = Omit<HookEventsDeps, 'spool' | 'guard' | 'isNoProject' | 'readSaid'> & {
  readonly branches: Pick<Branches, 'note'>;
};

export const createHookParts = (
  paths: Pick<Paths, 'hooks'>,
  { branches, ...deps }: HookPartsDeps,
): HookEvents => {
  const events = createHookEvents({
    ...deps,
    spool: createHookSpool(spoolFiles(paths), deps.log),
    guard: withoutSecrets,
    readSaid,
    isNoProject: (folder) => isNoProject(folder, homedir()),
  });
  return {
    ...events,
    async handle(adapter, event, request) {
      const folder = event.cwd !== null && !isNoProject(event.cwd, homedir()) ? event.cwd : null;
      const there = folder === null ? null : await deps.scopes?.of({ project: '.', cwd: folder });
      if (there?.ok === false) return there;
      if (there?.value != null) return there.value.hooks.handle(adapter, event, request);
      branches.note(sessionOf(event), event.cwd);
      return events.handle(adapter, event, request);
    },
  };
};

/** Makes a function that returns the current turn, as hooks report it, of an agent that calls MCP from a folder. [MC-6] */
export const createTurnOf =
  (turns: Turns, projects: ProjectFinder) =>
  async ({ agent, cwd }: { readonly agent: string | null; readonly cwd: string | null }) => {
    if (agent === null || cwd === null) return null;
    const project = isNoProject(cwd, homedir()) ? null : await projects.projectOf(cwd);
    return turns.of({ agent, project });
  };
