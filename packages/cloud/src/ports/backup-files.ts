/** Backups as files. Throws the file system's errors, with a `code`. */
export interface BackupFiles {
  /**
   * The file gets its name only after `fill` has resolved, complete and synced to disk. Only its owner can read it. If `fill` throws,
   * nothing remains. An existing file is never replaced: throws EEXIST.
   */
  write(path: string, fill: (write: (text: string) => Promise<void>) => Promise<void>): Promise<void>;
  /** Returns lines without their newline. */
  lines(path: string): AsyncIterable<string>;
}

/** The folder in which a server keeps its backups. Throws the file system's errors. */
export interface BackupFolder {
  /** Names of files and folders. */
  names(): Promise<readonly string[]>;
  pathOf(name: string): string;
  rename(from: string, to: string): Promise<void>;
  /** Does nothing if it does not exist. */
  remove(name: string): Promise<void>;
}
