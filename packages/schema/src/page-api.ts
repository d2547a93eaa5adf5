/** Results for `cairn open`, which gives a browser access, and for the page. */
import * as z from 'zod';

/** `url` opens the page once, and only until `expiresAt`. */
export const openResult = z.object({ url: z.string(), expiresAt: z.string() });
/** `ended`: the number of browsers that lost access. */
export const openEnded = z.object({ ended: z.number().int().nonnegative() });

/** Each quarter of an hour with memories: its beginning in milliseconds since 1970, and their number. */
export const timesResult = z.object({ quarters: z.array(z.tuple([z.number().int(), z.number().int()])) });
export type TimesResult = z.infer<typeof timesResult>;
