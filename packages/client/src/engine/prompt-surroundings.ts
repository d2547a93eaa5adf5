/** The machine's facts and the workspace's files for a prompt that is made in this process. [CX-2] */
import { isAbsolute } from 'node:path';
import { type PromptSurroundings, WORKSPACE_FILES } from '@cairn/core';
import { cairnError, err, ok, type Result } from '@cairn/schema';
import { machine } from '../adapters/surroundings.ts';
import { machineZone } from '../adapters/system-time.ts';
import { readWorkspaceFile } from '../adapters/workspace-files.ts';
import type { MemoryFailure } from '../memory/memory-error.ts';
import { failureOf } from './parsed.ts';

/** Without a workspace no file is looked for. */
export const surroundingsOf = (workspace: string | undefined): Result<PromptSurroundings, MemoryFailure> => {
  if (workspace !== undefined && !isAbsolute(workspace)) return err(failureOf(NO_PATH));
  const files = WORKSPACE_FILES.flatMap((name) => {
    const found = readWorkspaceFile(name, { workspace: workspace ?? null, own: null });
    return found === null ? [] : [[name, found.text] as const];
  });
  return ok({ files: Object.fromEntries(files), machine: machine(), timezone: machineZone() });
};

const NO_PATH = cairnError('invalid_input', '`cwd` must be the absolute path of a folder.');
