/** Errors about what a caller sent. */
import { type CairnError, cairnError, err } from '@cairn/schema';

export const invalid = (message: string): { readonly ok: false; readonly error: CairnError } =>
  err(cairnError('invalid_input', message));

/** Writes a number as sentences do: `12,000`. */
export const grouped = (count: number): string => count.toLocaleString('en-US');
