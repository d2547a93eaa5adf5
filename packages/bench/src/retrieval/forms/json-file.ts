import type * as z from 'zod';
import type { Category, Conversation, Question } from '../conversation.ts';

/** A parsed file of a data set. */
export interface JsonFile {
  readonly name: string;
  readonly value: unknown;
}

/** Reads the files of a data set that have this shape. */
export type Form = (files: readonly JsonFile[]) => readonly Conversation[];

export const formOf =
  <T>(shape: z.ZodType<T>, conversationOf: (data: T, name: string) => Conversation): Form =>
  (files) =>
    files.flatMap(({ name, value }) => {
      const parsed = shape.safeParse(value);
      return parsed.success ? [conversationOf(parsed.data, name)] : [];
    });

/** Returns a question with the evidence that is known, once each; nothing if there is none. */
export const questionOf = (
  text: string,
  category: Category,
  evidence: readonly string[],
  known: ReadonlySet<string>,
): readonly Question[] => {
  const refs = [...new Set(evidence)].filter((ref) => known.has(ref));
  return refs.length === 0 ? [] : [{ text, category, evidence: refs }];
};

/** Parses a time that a data set writes in its own way. `iso`: the same in ISO 8601, by the groups of the pattern. */
export const timeOf = (text: string, pattern: RegExp, iso: string): number => {
  const at = pattern.test(text) ? Date.parse(text.replace(pattern, iso)) : Number.NaN;
  if (Number.isNaN(at)) throw new Error(`not a time: ${text}`);
  return at;
};
