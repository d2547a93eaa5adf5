/** Errors about what a caller sent. */
export { refuseInput as invalid } from '@cairn/schema';

/** Writes a number as sentences do: `12,000`. */
export const grouped = (count: number): string => count.toLocaleString('en-US');
