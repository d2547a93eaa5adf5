/** The hooks' service with its files. */

import { homedir } from 'node:os';
import type { Paths } from '@cairn/client/device';
import { withoutSecrets } from '@cairn/core';
import { dropSpooled, listSpooled, readSpooled, spoolHookTurn } from '../adapters/hook-files.ts';
import { readSaid } from '../adapters/transcript-file.ts';
import { isNoProject } from '../mcp-pipe/working-folder.ts';
import { createHookEvents, type HookEvents, type HookEventsDeps } from '../services/hook-events.ts';
import { createHookSpool } from '../services/hook-spool.ts';

export const createHookParts = (
  paths: Pick<Paths, 'hooks'>,
  deps: Omit<HookEventsDeps, 'spool' | 'guard' | 'isNoProject' | 'readSaid'>,
): HookEvents => {
  const files = {
    list: () => listSpooled(paths),
    read: (name: string) => readSpooled(paths, name),
    drop: (name: string) => dropSpooled(paths, name),
    add: (atMs: number, unique: string, text: string) => spoolHookTurn(paths, atMs, unique, text),
  };
  return createHookEvents({
    ...deps,
    spool: createHookSpool(files, deps.log),
    guard: withoutSecrets,
    readSaid,
    isNoProject: (folder) => isNoProject(folder, homedir()),
  });
};
