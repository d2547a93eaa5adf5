/**
 * Looks now and then whether indexed files still say what they said: changed ones are indexed again, deleted ones leave, and new
 * ones of a folder that was indexed as a whole come in. [M-11]
 */
import type { Engine } from '@cairn/core';
import type { SourceEntry } from '@cairn/schema';
import type { Housekeeper } from './housekeeping/housekeeping.ts';

/** The machine's files; `adapters/document-files` asks it. They throw when the system does not let them look. */
export interface DocumentFiles {
  /** Null when the file is gone. */
  look(path: string): { readonly modifiedAt: number; readonly bytes: number } | null;
  read(
    path: string,
  ):
    | { readonly kind: 'text'; readonly text: string; readonly modifiedAt: number }
    | { readonly kind: 'skipped' };
  /** The files of a folder that are to be indexed. Empty when the folder is away. */
  list(folder: string): Promise<readonly string[]>;
}

export interface DocumentWatch {
  /** Looks every five minutes; a look at a file that is as it was reads nothing of it. */
  watch(): void;
  /** One look at every indexed file and folder. */
  look(): Promise<void>;
  close(): void;
}

export interface DocumentWatchDeps {
  readonly engine: () => Pick<Engine, 'listSources' | 'indexedFolders' | 'indexDocument' | 'forgetSource'>;
  readonly files: DocumentFiles;
  readonly housekeeper: Housekeeper;
}

const LOOK_MS = 300_000;

export const createDocumentWatch = ({ engine, files, housekeeper }: DocumentWatchDeps): DocumentWatch => {
  let stop: () => void = () => undefined;
  let isClosed = false;

  /** False: it is as it was. */
  const lookAt = async ({ id, name, project, bytes, modifiedAt }: SourceEntry): Promise<boolean> => {
    const file = files.look(name);
    if (file !== null && file.bytes === bytes && file.modifiedAt === Date.parse(modifiedAt)) return false;
    const found = file === null ? null : files.read(name);
    if (found === null || found.kind === 'skipped') await engine().forgetSource(id);
    else
      await engine().indexDocument({ path: name, project, text: found.text, modifiedAt: found.modifiedAt });
    return true;
  };

  /** Files that are no text, by what they looked like: they are not read again before they change. */
  const skipped = new Map<string, string>();
  const takeIn = async (path: string, project: string | null): Promise<boolean> => {
    const file = files.look(path);
    if (file === null) return false;
    const looks = `${file.modifiedAt} ${file.bytes}`;
    if (skipped.get(path) === looks) return false;
    const found = files.read(path);
    if (found.kind === 'skipped') {
      skipped.set(path, looks);
      return false;
    }
    await engine().indexDocument({ path, project, text: found.text, modifiedAt: found.modifiedAt });
    return true;
  };

  const lookForNew = async (known: ReadonlySet<string>): Promise<number> => {
    let taken = 0;
    for (const { path, project, except } of await engine().indexedFolders()) {
      const left = new Set(except);
      for (const file of await files.list(path)) {
        if (isClosed) return taken;
        if (known.has(file) || left.has(file)) continue;
        try {
          if (await takeIn(file, project)) taken++;
        } catch {
          // As of the others: another look may be allowed.
        }
      }
    }
    return taken;
  };

  /** How many files were not as they were. */
  const lookAtAll = async (): Promise<number> => {
    let changed = 0;
    const { sources } = await engine().listSources('document');
    for (const source of sources) {
      if (isClosed) return changed;
      try {
        if (await lookAt(source)) changed++;
      } catch {
        // No permission, or a disk that is away: what is known of it stays.
      }
    }
    return changed + (await lookForNew(new Set(sources.map(({ name }) => name))));
  };

  return {
    watch() {
      stop();
      stop = housekeeper.add({
        ...{ id: 'sys_documents', name: 'look at indexed files', everyMs: LOOK_MS, firstMs: LOOK_MS },
        run: async () => {
          const changed = await lookAtAll();
          return changed === 0 ? null : { status: 'ok', said: `${changed} files had changed.` };
        },
      });
    },
    async look() {
      await lookAtAll();
    },
    close() {
      isClosed = true;
      stop();
    },
  };
};
