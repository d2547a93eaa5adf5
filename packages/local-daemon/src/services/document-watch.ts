/**
 * Checks indexed files every five minutes. Changed files are indexed again. Deleted files leave the index at the second check. [M-11]
 * New files are added where a whole folder was indexed.
 */
import type { Engine } from '@cairn/core';
import type { SourceEntry } from '@cairn/schema';
import type { Housekeeper } from './housekeeping/housekeeping.ts';

export type FoundFile =
  | { readonly kind: 'text'; readonly text: string; readonly modifiedAt: number }
  | { readonly kind: 'skipped'; readonly reason: string };

/** The machine's files. Implemented by `adapters/document-files`. Calls throw when the system forbids access. */
export interface DocumentFiles {
  /** Returns null if the file was deleted after `seenAt`. Times are milliseconds since 1970. */
  look(path: string, seenAt: number): { readonly modifiedAt: number; readonly bytes: number } | null;
  read(path: string): FoundFile;
  /** Returns the files to index in a folder. Empty if the folder is missing. */
  list(folder: string): Promise<readonly string[]>;
}

export interface DocumentWatchDeps {
  readonly engine: () => Pick<Engine, 'listSources' | 'indexedFolders' | 'indexDocument' | 'forgetSource'>;
  readonly files: DocumentFiles;
  readonly housekeeper: Housekeeper;
}

const LOOK_MS = 300_000;

export const createDocumentWatch = ({ engine, files, housekeeper }: DocumentWatchDeps) => {
  let stop: () => void = () => undefined;
  let isClosed = false;

  /** Time and size of files that are not text, by path. Such a file is read again only after its time or size changed. */
  const skipped = new Map<string, string>();

  /** Returns the text of a file. Null if the file is not text. Undefined if an earlier check found so, and the file has not changed. */
  const readNew = (path: string, { modifiedAt, bytes }: { modifiedAt: number; bytes: number }) => {
    const timeAndSize = `${modifiedAt} ${bytes}`;
    if (skipped.get(path) === timeAndSize) return undefined;
    const found = files.read(path);
    if (found.kind === 'skipped') {
      skipped.set(path, timeAndSize);
      return null;
    }
    skipped.delete(path);
    return found;
  };

  /** Ids of documents whose files were missing at the last check. Git and editors delete a file and write it again. */
  const missing = new Set<string>();

  /**
   * Indexes a changed file again. A file that is not text stays in the index without text, so it is indexed again when it has some.
   * A file that is missing at two checks is forgotten. Returns whether the index changed.
   */
  const lookAt = async ({ id, name, project, bytes, ...times }: SourceEntry): Promise<boolean> => {
    const file = files.look(name, Date.parse(times.indexedAt));
    const wasMissing = missing.delete(id);
    if (file === null) {
      if (wasMissing) await engine().forgetSource(id);
      else missing.add(id);
      return wasMissing;
    }
    // A time before 1970 is kept as 1970.
    const modifiedAt = Math.max(0, file.modifiedAt);
    if (file.bytes === bytes && modifiedAt === Date.parse(times.modifiedAt)) return false;
    const found = readNew(name, file);
    if (found === undefined) return false;
    await engine().indexDocument({
      path: name,
      project,
      text: found?.text ?? '',
      modifiedAt: found?.modifiedAt ?? modifiedAt,
    });
    return true;
  };

  const indexNew = async (path: string, project: string | null): Promise<boolean> => {
    const file = files.look(path, 0);
    const found = file === null ? null : readNew(path, file);
    if (found == null) return false;
    await engine().indexDocument({ path, project, text: found.text, modifiedAt: found.modifiedAt });
    return true;
  };

  const lookForNew = async (known: ReadonlySet<string>): Promise<number> => {
    let indexed = 0;
    for (const { path, project, except } of await engine().indexedFolders()) {
      const takenOut = new Set(except);
      for (const file of await files.list(path)) {
        if (isClosed) return indexed;
        if (known.has(file) || takenOut.has(file)) continue;
        try {
          if (await indexNew(file, project)) indexed++;
        } catch {
          // The file cannot be read, or its disk is not mounted. The next check tries again.
        }
      }
    }
    return indexed;
  };

  /** Checks every indexed file and folder once. Returns how many files had changed. */
  const lookAtAll = async (): Promise<number> => {
    let changed = 0;
    const { sources } = await engine().listSources('document');
    for (const source of sources) {
      if (isClosed) return changed;
      try {
        if (await lookAt(source)) changed++;
      } catch {
        // The folder cannot be read, or its disk is not mounted. Its files stay indexed.
      }
    }
    return changed + (await lookForNew(new Set(sources.map(({ name }) => name))));
  };

  return {
    /** Starts the checks. A file with unchanged size and modification time is not read. */
    watch(): void {
      stop();
      stop = housekeeper.add({
        ...{ id: 'sys_documents', name: 'look at indexed files', everyMs: LOOK_MS, firstMs: LOOK_MS },
        run: async () => {
          const changed = await lookAtAll();
          return changed === 0
            ? null
            : { status: 'ok', said: changed === 1 ? '1 file had changed.' : `${changed} files had changed.` };
        },
      });
    },
    look: lookAtAll,
    close(): void {
      isClosed = true;
      stop();
    },
  };
};
