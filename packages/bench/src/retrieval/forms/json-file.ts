/** A file of a set, parsed. */
export interface JsonFile {
  readonly name: string;
  readonly value: unknown;
}
