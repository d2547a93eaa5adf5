import { orElse } from './result.ts';

/** Parses JSON. Returns undefined if the text is not JSON. No JSON value is undefined. */
export const parseJson = (text: string): unknown => orElse((): unknown => JSON.parse(text), undefined);
