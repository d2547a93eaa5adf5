/** Opens stores in temporary folders, for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Migration } from '../libsql/migrate.ts';
import { type OpenedWriter, openReader, openWriter } from '../libsql/open-store.ts';
import type { ReadStore } from '../ports/store.ts';
import type { StorePair } from './memory-store.ts';

export interface TempFolder {
  readonly file: (name: string) => string;
  readonly remove: () => void;
}

/** Makes a folder whose name holds characters with a meaning in URLs. */
export const tempFolder = (): TempFolder => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn store #1 50%?'));
  return {
    file: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

export interface TempStore extends OpenedWriter {
  readonly reader: ReadStore;
  readonly folder: TempFolder;
  readonly path: string;
  dispose(): Promise<void>;
}

export const openTempStore = async (migrations?: readonly Migration[]): Promise<TempStore> => {
  const folder = tempFolder();
  const path = folder.file('cairn.db');
  const opened = await openWriter({
    path,
    nowMs: Date.now,
    ...(migrations === undefined ? {} : { migrations }),
  });
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

/** A store in a real file, for tests of other packages. */
export interface TempLibsqlStore extends StorePair {
  dispose(): Promise<void>;
}

export const openTempLibsqlStore = async (): Promise<TempLibsqlStore> => {
  const { store, reader, dispose } = await openTempStore();
  return { writer: store, reader, dispose };
};
