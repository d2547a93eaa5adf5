/** What is written down of a scope. [SP-1] */

export interface ScopeFile {
  /** Names under which they are known here; a project is in one scope at most. */
  readonly projects: readonly string[];
  /** Ids of memories whose move into it, or from it to the personal file, began and did not end. [SP-4] */
  readonly moving: readonly string[];
}

export interface ScopeFiles {
  list(): readonly (readonly [name: string, file: ScopeFile])[];
  write(name: string, file: ScopeFile): void;
  remove(name: string): void;
}

/** The home's own file, which is no scope. */
export const PERSONAL = 'personal';

/** Null: no scope can be called so. It is the name of a folder, and of a header's value. */
export const scopeName = (name: string): string | null =>
  /^[a-z0-9][a-z0-9-]{0,31}$/.test(name) && name !== PERSONAL ? name : null;
