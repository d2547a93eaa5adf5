/**
 * `@cairn/client/engine`: a memory in a file that this process opens, without a daemon. It uses two threads. It does not
 * sync or summarise, and searches by words only.
 */
import { dirname, resolve } from 'node:path';
import { openEngine } from '@cairn/core';
import { cairnError, errorText } from '@cairn/schema';
import { type FileLock, lockFile } from '../adapters/file-lock.ts';
import { isFolder, makePrivateFolder } from '../adapters/private-folder.ts';
import { hostName } from '../adapters/surroundings.ts';
import { type Argument, check, checkOptions, FIELDS, isTextIfGiven } from '../memory/checked.ts';
import { createMemory } from '../memory/create-memory.ts';
import type { Defaults, Memory } from '../memory/memory.ts';
import { MemoryError } from '../memory/memory-error.ts';
import { createEngineBackend } from './engine-backend.ts';

export type { CallOptions, Defaults, KeyName, Memory, MemoryRecord } from '../memory/memory.ts';
export { MemoryError, type MemoryErrorKind } from '../memory/memory-error.ts';
export type { AppendFields, Sessions } from '../memory/sessions.ts';

export interface OpenMemoryOptions extends Omit<Defaults, 'cwd'> {
  /** The database file. It and its folder are made if they are missing. One process at a time may open it. */
  readonly path: string;
  /** The device's name for a new file; the machine's name unless given. */
  readonly deviceName?: string | undefined;
  /** A folder with AGENTS.md, MEMORY.md and SOUL.md. A prompt uses them for parts of the profile that are not set. */
  readonly workspace?: string | undefined;
}

const isFilePath = (path: unknown): boolean => typeof path === 'string' && /^[^\0]+$/.test(path);

const OPENING: Argument = {
  is: '`{ path }`, the path of a file, with texts as `deviceName` and `workspace` if you give them',
  fits: (options) =>
    FIELDS.fits(options) &&
    isFilePath(Reflect.get(Object(options), 'path')) &&
    ['deviceName', 'workspace'].every((name) => isTextIfGiven(options, name)),
};

/**
 * Opens a file. The daemon can use it later, as `cairn.db` in the folder that `CAIRN_HOME` names.
 * @throws `MemoryError`: `storage_corrupt`, `storage_full`, `storage_read_only`, `storage_newer`, or `invalid_input` when
 * another process has the file open
 */
export const openMemory = async (options: OpenMemoryOptions): Promise<Memory> => {
  check(OPENING, options);
  checkOptions(options, ['path', 'deviceName', 'workspace']);
  const { path, deviceName, workspace, ...defaults } = options;
  const file = resolve(path);
  if (isFolder(file)) {
    const message = `${file} is a folder: give the path of a file in it.`;
    throw new MemoryError(cairnError('invalid_input', message));
  }
  const release = lockOrThrow(file);
  const opened = await openEngine({ path: file, deviceName: deviceName ?? hostName() }).catch(
    (error: unknown) => {
      release();
      throw error;
    },
  );
  if (!opened.ok) {
    release();
    throw new MemoryError(opened.error);
  }
  const files = workspace === undefined ? undefined : resolve(workspace);
  const backend = createEngineBackend({ engine: opened.value, release, workspace: files });
  return createMemory(backend, defaults);
};

const lockOrThrow = (file: string): (() => void) => {
  let lock: FileLock;
  try {
    makePrivateFolder(dirname(file));
    lock = lockFile(file);
  } catch (error) {
    const message = `${dirname(file)} cannot be written: ${errorText(error)}.`;
    throw new MemoryError(cairnError('storage_read_only', message));
  }
  if (lock.kind === 'taken') return lock.release;
  const held = `${file} is open in process ${lock.pid}. Use connectMemory() for the daemon's memory, or another file.`;
  throw new MemoryError(cairnError('invalid_input', held));
};
