/**
 * Looks now and then whether indexed files still say what they said: changed ones are indexed again, deleted ones leave, and new
 * ones of a folder that was indexed as a whole come in. [M-11]
 */
import type { Engine, Timers } from '@cairn/core';
import type { SourceEntry } from '@cairn/schema';
import type { Log } from './log.ts';

/** The machine's files; `adapters/document-files` asks it. They throw when the system does not let them look. */
export interface DocumentFiles {
  /** Null when the file is gone. */
  look(path: string): { readonly modifiedAt: number; readonly bytes: number } | null;
  read(
    path: string,
  ):
    | { readonly kind: 'text'; readonly text: string; readonly modifiedAt: number }
    | { readonly kind: 'skipped' };
  /** What is to be indexed of a folder; nothing when it is away. */
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
  readonly timers: Timers;
  readonly log: Log;
}

const LOOK_MS = 300_000;

export const createDocumentWatch = ({ engine, files, timers, log }: DocumentWatchDeps): DocumentWatch => {
  let cancel: () => void = () => undefined;
  let isClosed = false;

  const lookAt = async ({ id, name, project, bytes, modifiedAt }: SourceEntry): Promise<void> => {
    const file = files.look(name);
    if (file !== null && file.bytes === bytes && file.modifiedAt === Date.parse(modifiedAt)) return;
    const found = file === null ? null : files.read(name);
    if (found === null || found.kind === 'skipped') await engine().forgetSource(id);
    else
      await engine().indexDocument({ path: name, project, text: found.text, modifiedAt: found.modifiedAt });
  };

  /** Files that are no text, by what they looked like: they are not read again before they change. */
  const skipped = new Map<string, string>();
  const takeIn = async (path: string, project: string | null): Promise<void> => {
    const file = files.look(path);
    if (file === null) return;
    const looks = `${file.modifiedAt} ${file.bytes}`;
    if (skipped.get(path) === looks) return;
    const found = files.read(path);
    if (found.kind === 'skipped') skipped.set(path, looks);
    else await engine().indexDocument({ path, project, text: found.text, modifiedAt: found.modifiedAt });
  };

  const lookForNew = async (known: ReadonlySet<string>): Promise<void> => {
    for (const { path, project, except } of await engine().indexedFolders()) {
      const left = new Set(except);
      for (const file of await files.list(path)) {
        if (isClosed) return;
        if (known.has(file) || left.has(file)) continue;
        try {
          await takeIn(file, project);
        } catch {
          // As of the others: another look may be allowed.
        }
      }
    }
  };

  const look = async (): Promise<void> => {
    const { sources } = await engine().listSources('document');
    for (const source of sources) {
      if (isClosed) return;
      try {
        await lookAt(source);
      } catch {
        // No permission, or a disk that is away: what is known of it stays.
      }
    }
    await lookForNew(new Set(sources.map(({ name }) => name)));
  };

  const watch = (): void => {
    cancel();
    cancel = timers.after(LOOK_MS, () => {
      look()
        .catch((error: unknown) => log.warn('indexed files could not be looked at', { error: String(error) }))
        .finally(() => {
          if (!isClosed) watch();
        });
    });
  };

  return {
    watch,
    look,
    close() {
      isClosed = true;
      cancel();
    },
  };
};
