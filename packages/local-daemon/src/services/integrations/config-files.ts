/** Failed access to a settings file of another program. Returned, not thrown. `reason` follows the file's name in a sentence. */
type Failed = { readonly kind: 'failed'; readonly reason: string };

/** Conflict: the owning program wrote the file after it was read, so nothing was done. */
type Changed = { readonly kind: 'changed' };

/** Returns a function that reads a file's text. Null without a readable file. */
export const textIn =
  (files: Pick<ConfigFiles, 'read'>) =>
  (path: string): string | null => {
    const found = files.read(path);
    return found.kind === 'text' ? found.text : null;
  };

export interface ConfigFiles {
  exists(path: string): boolean;
  /** Returns the text as it is, with its byte order mark. */
  read(path: string): { readonly kind: 'text'; readonly text: string } | { readonly kind: 'absent' } | Failed;
  /**
   * Writes the whole file or nothing, and creates its folders. Follows symbolic links and keeps the file's mode; `mode`
   * is for a new file. `expected` is the text that the file must still have at the last moment, or null for no file.
   * With `backup`, a copy of the expected text is kept beside the file, once. `made` is the outermost folder that was
   * created, or null.
   */
  write(
    path: string,
    text: string,
    how: { readonly expected: string | null; readonly mode: number; readonly backup: boolean },
  ): { readonly kind: 'written'; readonly made: string | null } | Changed | Failed;
  /** Deletes the file. Returns null on success. */
  remove(path: string, expected: string): Changed | Failed | null;
  readBackup(path: string): string | null;
  removeBackup(path: string): void;
  /** Deletes the folder if it is empty. */
  removeEmptyFolder(path: string): void;
}
