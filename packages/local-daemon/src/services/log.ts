/** Log of the services. Fields hold short facts, never content, queries, keys or tokens. */
export interface Log extends Readonly<Record<'info' | 'warn' | 'error', Write>> {}

type Write = (message: string, fields?: Readonly<Record<string, string | number | boolean | null>>) => void;

/** Makes a function that logs an error with this message. */
export const warningOf =
  ({ warn }: Pick<Log, 'warn'>, message: string) =>
  (error: unknown): void =>
    warn(message, { error: String(error) });
