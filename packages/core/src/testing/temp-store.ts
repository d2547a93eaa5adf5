/** Opens stores in temporary folders, for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Migration } from '@cairn/schema/migrations';
import { openReader, openWriter } from '../libsql/open-store.ts';
import type { StorePair } from './memory-store.ts';

/** Makes a folder whose name holds characters with a meaning in URLs. */
export const tempFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn store #1 50%?'));
  return {
    file: (name: string) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

export type TempFolder = ReturnType<typeof tempFolder>;

export const openTempStore = async (migrations?: readonly Migration[]) => {
  const folder = tempFolder();
  const path = folder.file('cairn.db');
  const opened = await openWriter({ path, nowMs: Date.now, migrations });
  const reader = await openReader(path);
  return {
    ...opened,
    reader,
    folder,
    path,
    async dispose() {
      await reader.close();
      await opened.store.close();
      folder.remove();
    },
  };
};

export type TempStore = Awaited<ReturnType<typeof openTempStore>>;

export interface OpenStore extends StorePair {
  /** Closes the store and removes its files. */
  dispose(): Promise<void>;
}

/** Opens a store in a real file, for tests of other packages. */
export const openTempLibsqlStore = async (): Promise<OpenStore> => {
  const { store, reader, dispose } = await openTempStore();
  return { writer: store, reader, dispose };
};
