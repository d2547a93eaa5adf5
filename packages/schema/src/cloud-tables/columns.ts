/** Column types of the server's database that programs use in another form. An unreadable value is a bug, and throws. */
import { sql } from 'drizzle-orm';
import { customType } from 'drizzle-orm/pg-core';
import type * as z from 'zod';

/** Bytes as lower-case hex. Sent as text, which every client library encodes alike. */
export const hex = customType<{ data: string; driverData: unknown }>({
  dataType: () => 'bytea',
  toDriver: (value) => sql`decode(${value}, 'hex')`,
  fromDriver(value) {
    if (!(value instanceof Uint8Array)) throw new Error('a column of bytes holds something else');
    return Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('');
  },
});

/** A value as JSON in a column of text. */
export const json = <T>(schema: z.ZodType<T>) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text) => schema.parse(JSON.parse(text)),
  });
