/** Schemas of errors on the wire. They are separate from `errors.ts`, so that a program that only creates errors does not load zod. */
import * as z from 'zod';
import { SERVER_ERROR_KINDS } from './errors.ts';

/** A problem document of RFC 9457. It may have more members: `epoch` with `epoch_changed`, `retryAfterS` with `rate_limited`. */
export const problemDocument = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  kind: z.string(),
});

export const serverErrorKindSchema = z.enum(SERVER_ERROR_KINDS);
