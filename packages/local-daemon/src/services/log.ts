/** Log of the services. Fields hold short facts, never content, queries, keys or tokens. */
export interface Log {
  info(message: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
  warn(message: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
  error(message: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
}
