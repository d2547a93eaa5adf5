/** A memory ↔ the body that its register keeps. Every body is made here, and every one is read here. [SY-D3] */
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

/** The part of a row that its author said. Draft, import and body are made of these fields. */
export type Told = Pick<
  MemoryRow,
  NameField | 'content' | 'source' | 'createdAt' | 'deviceId' | 'deviceName' | 'tags' | 'pinned' | 'trust'
>;

/** Its tags and flags count only while the facets `tags` and `flags` have no register of their own. */
export const firstBody = (told: Told): BodyValue => ({
  ...wordsOf(told),
  tags: [...told.tags],
  pinned: told.pinned,
  trust: told.trust,
});

/** `before`: how many bodies came before it. [SY-M7] */
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

/** Another device wrote it, perhaps one that keeps no rules: names become one line. */
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
