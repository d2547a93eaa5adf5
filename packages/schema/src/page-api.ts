/** Lets a browser in: `cairn open`. */
import * as z from 'zod';

/** `url` opens the page once, until `expiresAt`. */
export const openResult = z.object({ url: z.string(), expiresAt: z.string() });
export type OpenResult = z.infer<typeof openResult>;
/** The number of browsers that were shut out. */
export const openEnded = z.object({ ended: z.number().int().nonnegative() });
export type OpenEnded = z.infer<typeof openEnded>;

/** Each quarter of an hour with memories: its beginning in milliseconds since 1970, and their number. */
export const timesResult = z.object({ quarters: z.array(z.tuple([z.number().int(), z.number().int()])) });
export type TimesResult = z.infer<typeof timesResult>;
