import { orElse } from './result.ts';

/** Parses JSON. Returns undefined if the text is not JSON. No JSON value is undefined. */
export const parseJson = (text: string): unknown => orElse((): unknown => JSON.parse(text), undefined);

/** Whether the value is an object and no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
