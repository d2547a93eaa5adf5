/** The folder that a server keeps its backups in. Errors of the file system are thrown. */
export interface BackupFolder {
  /** Names of files and folders. */
  names(): Promise<readonly string[]>;
  pathOf(name: string): string;
  rename(from: string, to: string): Promise<void>;
  /** Nothing happens when it is not there. */
  remove(name: string): Promise<void>;
}
