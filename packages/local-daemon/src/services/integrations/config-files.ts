/** Settings of other programs. A failure is a reason that goes behind the file's name; nothing throws. */
export interface Failed {
  readonly kind: 'failed';
  readonly reason: string;
}

export interface Written {
  readonly kind: 'written';
  /** The outermost folder that had to be made. */
  readonly made: string | null;
}

/** Its program has written it since it was read; nothing was done. */
export interface Changed {
  readonly kind: 'changed';
}

export interface ConfigFiles {
  exists(path: string): boolean;
  /** Text as it is, a byte order mark included. */
  read(path: string): { readonly kind: 'text'; readonly text: string } | { readonly kind: 'absent' } | Failed;
  /**
   * The whole file or nothing, with its folders; through symbolic links, with the mode it had (`mode` when it is new).
   * `expected`: what it must still be at the last moment, null for nothing. `backup`: that is kept beside it, once.
   */
  write(
    path: string,
    text: string,
    how: { readonly expected: string | null; readonly mode: number; readonly backup: boolean },
  ): Written | Changed | Failed;
  /** Null is success. */
  remove(path: string, expected: string): Changed | Failed | null;
  readBackup(path: string): string | null;
  removeBackup(path: string): void;
  /** Only when it is empty. */
  removeEmptyFolder(path: string): void;
}
