/** Splits requests about several ids over the files that have them, and joins the answers. [SP-2] */
import { forgetResult, ok, removedRestored } from '@cairn/schema';
import type * as z from 'zod';

interface Parted {
  /** Returns the ids that an answer leaves to other files. */
  readonly left: (answer: unknown, ids: readonly string[]) => readonly string[];
  readonly join: (first: unknown, second: unknown) => unknown;
}

const parted = <T>(
  schema: z.ZodType<T>,
  left: (answer: T, ids: readonly string[]) => readonly string[],
  join: (first: T, second: T) => T,
): Parted => ({
  left: (answer, ids) => left(schema.parse(answer), ids),
  join: (first, second) => join(schema.parse(first), schema.parse(second)),
});

const PARTED: Readonly<Record<string, Parted>> = {
  '/v1/forget': parted(
    forgetResult,
    ({ notFound }) => notFound,
    (first, second) => {
      const replaced = (first.replaced ?? 0) + (second.replaced ?? 0);
      const forgotten = [...first.forgotten, ...second.forgotten];
      return { forgotten, notFound: second.notFound, ...(replaced === 0 ? {} : { replaced }) };
    },
  ),
  '/v1/trash/restore': parted(
    removedRestored,
    ({ restored, skipped }, ids) => {
      const found = new Set([...restored.map(({ from }) => from), ...skipped]);
      return ids.filter((id) => !found.has(id));
    },
    (first, second) => ({
      restored: [...first.restored, ...second.restored],
      skipped: [...first.skipped, ...second.skipped],
    }),
  ),
};

/** Returns the body with the ids that the answer left to other files. Null if it left none. */
export const bodyForOthers = (path: string, body: unknown, answer: unknown): object | null => {
  const asked: { readonly ids?: readonly string[]; readonly key?: unknown } = { ...Object(body) };
  if (asked.ids === undefined || asked.key !== undefined) return null;
  const ids = PARTED[path]?.left(answer, asked.ids) ?? [];
  return ids.length === 0 ? null : { ...asked, ids };
};

export const joinAnswers = (path: string, first: unknown, second: unknown) =>
  ok(PARTED[path]?.join(first, second) ?? second);
