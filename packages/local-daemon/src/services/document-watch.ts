/** Looks now and then whether indexed files still say what they said: changed ones are indexed again, deleted ones leave. [M-11] */
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
}

export interface DocumentWatch {
  /** Looks every five minutes; a look at a file that is as it was reads nothing of it. */
  watch(): void;
  /** One look at every indexed file. */
  look(): Promise<void>;
  close(): void;
}

export interface DocumentWatchDeps {
  readonly engine: () => Pick<Engine, 'listSources' | 'indexDocument' | 'forgetSource'>;
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
