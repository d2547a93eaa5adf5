/** Stored facts about a scope. [SP-1] */

export interface ScopeFile {
  /** Names of the scope's projects on this device. A project is in one scope at most. */
  readonly projects: readonly string[];
  /** Ids of memories with an unfinished move between this scope and another file. [SP-4] */
  readonly moving: readonly string[];
}

export interface ScopeFiles {
  /** Null stands for facts that cannot be read. */
  list(): readonly (readonly [name: string, file: ScopeFile | null])[];
  write(name: string, file: ScopeFile): void;
  /** Deletes the scope's facts and keeps its folder, which may have a database from before. */
  unlist(name: string): void;
  remove(name: string): void;
}

/** Name of the home's own file, which is no scope. */
export const PERSONAL = 'personal';

/** Returns the name, or null if it is not allowed. The name is also that of a folder and the value of a header. */
export const scopeName = (name: string): string | null =>
  /^[a-z0-9][a-z0-9-]{0,31}$/.test(name) && name !== PERSONAL ? name : null;
