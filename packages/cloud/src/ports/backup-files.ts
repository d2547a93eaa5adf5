/** Backups as files. Errors of the file system are thrown, with a `code`. */
export interface BackupFiles {
  /**
   * The file appears under its name only when `fill` has resolved, whole and synced to disk; it is readable by its owner alone.
   * When `fill` throws nothing is left. An existing file is never replaced: throws EEXIST.
   */
  write(path: string, fill: (write: (text: string) => Promise<void>) => Promise<void>): Promise<void>;
  /** Lines without their newline. */
  lines(path: string): AsyncIterable<string>;
}

/** The folder that a server keeps its backups in. Errors of the file system are thrown. */
export interface BackupFolder {
  /** Names of files and folders. */
  names(): Promise<readonly string[]>;
  pathOf(name: string): string;
  rename(from: string, to: string): Promise<void>;
  /** Nothing happens when it is not there. */
  remove(name: string): Promise<void>;
}
