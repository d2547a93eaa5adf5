/** Converts a memory to the body in its register, and back. No other file writes or reads bodies. [SY-D3] */
import {
  ADDED_NAMES,
  type AddedName,
  AUTHOR_NAMES,
  BODY_NAMES,
  type BodyValue,
  LIMITS,
  type NameField,
  nameIn,
  nameRow,
  namesOf,
  oneLine,
  recordOf,
} from '@cairn/schema';
import type { MemoryRow } from '../ports/store.ts';

/** The fields of a row that the author gave. Drafts, imports and bodies consist of these fields. */
export type Told = Pick<
  MemoryRow,
  NameField | 'content' | 'source' | 'createdAt' | 'deviceId' | 'deviceName' | 'tags' | 'pinned' | 'trust'
>;

/** Returns the body of a new memory. Its tags and flags count only while the facets `tags` and `flags` have no register. */
export const firstBody = (told: Told): BodyValue => ({
  ...wordsOf(told),
  tags: [...told.tags],
  pinned: told.pinned,
  trust: told.trust,
});

/** Returns the body that replaces the text of a key. `before`: number of earlier bodies. [SY-M7] */
export const rewrittenBody = (told: Told, before: number): BodyValue => ({
  ...wordsOf(told),
  rewrite: Math.min(before + 1, LIMITS.rewritesMax),
});

const wordsOf = (told: Told): BodyValue => ({
  content: told.content,
  ...recordOf(BODY_NAMES, (name) => told[name]),
  source: told.source,
  createdAt: told.createdAt,
  by: {
    device: told.deviceId,
    name: told.deviceName,
    ...recordOf(AUTHOR_NAMES, (name) => told[name]),
  },
  ...addedNames(told),
});

const addedNames = (told: Told): { readonly [N in AddedName]?: string } => {
  const added: { [N in AddedName]?: string } = {};
  for (const name of ADDED_NAMES) if (told[name] !== null) added[name] = told[name];
  return added;
};

/** Returns the author's fields of a body. Makes each name one line, because another device may have sent line breaks. */
export const toldBy = (body: BodyValue): Omit<Told, 'tags' | 'pinned' | 'trust'> => ({
  content: body.content,
  ...namesOf((name) => lineOrNull(nameIn(body, name), nameRow(name).isNormalised)),
  source: body.source,
  createdAt: body.createdAt,
  deviceId: body.by.device,
  deviceName: oneLine(body.by.name),
});

const lineOrNull = (text: string | null, isNormalised: boolean): string | null =>
  text === null || isNormalised ? text : oneLine(text);
