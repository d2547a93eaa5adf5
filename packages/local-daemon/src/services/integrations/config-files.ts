/** Settings files of other programs. Nothing throws. A failure is a reason that is shown behind the file's name. */
export interface Failed {
  readonly kind: 'failed';
  readonly reason: string;
}

export interface Written {
  readonly kind: 'written';
  /** The outermost folder that was made, or null. */
  readonly made: string | null;
}

/** The file has changed since it was read, and nothing was written. */
export interface Changed {
  readonly kind: 'changed';
}

export interface ConfigFiles {
  exists(path: string): boolean;
  /** Returns the text unchanged, with its byte order mark. */
  read(path: string): { readonly kind: 'text'; readonly text: string } | { readonly kind: 'absent' } | Failed;
  /**
   * Writes the file atomically, and makes its folders. Follows symbolic links and keeps the file's mode (`mode` for a new file).
   * `expected`: the text that the file must still have, null for no file. `backup`: a text to keep beside the file, once.
   */
  write(
    path: string,
    text: string,
    how: { readonly expected: string | null; readonly mode: number; readonly backup: boolean },
  ): Written | Changed | Failed;
  /** Returns null on success. */
  remove(path: string, expected: string): Changed | Failed | null;
  readBackup(path: string): string | null;
  removeBackup(path: string): void;
  /** Removes the folder only when it is empty. */
  removeEmptyFolder(path: string): void;
}
