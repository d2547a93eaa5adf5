/** A parsed file of a data set. */
export interface JsonFile {
  readonly name: string;
  readonly value: unknown;
}
