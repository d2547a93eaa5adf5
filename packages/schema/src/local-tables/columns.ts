/**
 * Column types that check values as they are read, because a file may be damaged, or another program may have written it. [TR-6] A check
 * costs as much as a reader. So tables of hot paths use Drizzle's columns, and core reads them.
 */
import { customType } from 'drizzle-orm/sqlite-core';
import type * as z from 'zod';
import { parseJson } from '../parse-json.ts';

/** A stored value does not fit its column. The error does not contain the value, which may be part of a memory. */
export class DamagedValue extends Error {
  override readonly name = 'DamagedValue';
}

const damaged = (expected: string, value: unknown): never => {
  throw new DamagedValue(`a stored value is not ${expected} but of type ${typeof value}`);
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : damaged('text', value));

export const text = customType<{ data: string; driverData: unknown }>({
  dataType: () => 'text',
  fromDriver: textOf,
});

/** A number beyond the safe integers is read as the nearest of them. */
export const integer = customType<{ data: number; driverData: unknown }>({
  dataType: () => 'integer',
  fromDriver: (value) =>
    typeof value === 'number' && Number.isInteger(value)
      ? Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, value))
      : damaged('an integer', value),
});

/** One text of a closed set. */
export const oneOf = <const T extends string>(set: readonly T[]) =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => 'text',
    fromDriver: (value) => set.find((one) => one === value) ?? damaged(`one of ${set.join(', ')}`, value),
  });

/** A value as JSON. */
export const json = <T>(schema: z.ZodType<T>) =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver(value) {
      const parsed = schema.safeParse(parseJson(textOf(value)));
      return parsed.success ? parsed.data : damaged('JSON of the shape that was written', value);
    },
  });
