/** The record of a scope. [SP-1] */

export interface ScopeFile {
  /** The projects' names here. A project is in one scope at most. */
  readonly projects: readonly string[];
  /** Ids of memories whose move to or from the personal file has begun and not ended. [SP-4] */
  readonly moving: readonly string[];
}

export interface ScopeFiles {
  list(): readonly (readonly [name: string, file: ScopeFile])[];
  write(name: string, file: ScopeFile): void;
  remove(name: string): void;
}

/** The home's own file, which is not a scope. */
export const PERSONAL = 'personal';

/** Returns null for a name that no scope can have. The name is used for a folder and in a header. */
export const scopeName = (name: string): string | null =>
  /^[a-z0-9][a-z0-9-]{0,31}$/.test(name) && name !== PERSONAL ? name : null;
