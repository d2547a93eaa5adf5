/**
 * The names of a memory: short texts beside its content. One row of this table declares a name: its place in the register, limit,
 * column, label, options, and field in drafts, calls, imports and exports. docs/how-to/field.md says what else a new name needs. This
 * module does not use zod, because the command line loads it.
 */
import { LIMITS } from './limits.ts';

export interface MemoryName {
  readonly charsMax: number;
  /** Whether it is stored in the form of a key: lower case, with dashes. */
  readonly isNormalised: boolean;
  /**
   * `body`: part of every body. `by`: part of the author, which no memory inherits. `added`: part of bodies since a later version. A
   * body without it means null, and null is left out, so that older programs understand the body.
   */
  readonly kept: 'body' | 'by' | 'added';
  /** Its label where a memory is shown; null if each place shows it in its own way. */
  readonly label: string | null;
  /** The texts of its CLI option and its MCP field; null if a save does not take it in this way. */
  readonly asked: { readonly value: string; readonly person: string; readonly model: string } | null;
}

export const MEMORY_NAMES = {
  namespace: {
    charsMax: LIMITS.namespaceCharsMax,
    isNormalised: true,
    kept: 'body',
    label: null,
    asked: {
      value: 'NAME',
      person: 'where a key lives, for example "entity/people"',
      model: 'with key: where the key belongs, such as entity/people',
    },
  },
  key: {
    charsMax: LIMITS.keyCharsMax,
    isNormalised: true,
    kept: 'body',
    label: null,
    asked: {
      value: 'KEY',
      person: 'the name of a fact that has one value',
      model: 'a name for a value that will change; saving it again updates it',
    },
  },
  project: {
    charsMax: LIMITS.projectCharsMax,
    isNormalised: false,
    kept: 'body',
    label: null,
    asked: null,
  },
  session: {
    charsMax: LIMITS.sessionCharsMax,
    isNormalised: false,
    kept: 'by',
    label: 'Session',
    asked: null,
  },
  agent: { charsMax: LIMITS.agentCharsMax, isNormalised: false, kept: 'by', label: 'Agent', asked: null },
} as const satisfies Readonly<Record<string, MemoryName>>;

export type NameField = keyof typeof MEMORY_NAMES;
type NamesKept<W extends MemoryName['kept']> = {
  readonly [N in NameField]: (typeof MEMORY_NAMES)[N]['kept'] extends W ? N : never;
}[NameField];
export type BodyName = NamesKept<'body'>;
export type AuthorName = NamesKept<'by'>;
export type AddedName = NamesKept<'added'>;

export type Names<T = string | null> = { readonly [N in NameField]: T };

/** Returns one value for each name. If the table has a new row, this does not compile without a line for it. */
export const namesOf = <T>(make: (name: NameField) => T): Names<T> => ({
  namespace: make('namespace'),
  key: make('key'),
  project: make('project'),
  session: make('session'),
  agent: make('agent'),
});

export const NAME_FIELDS: readonly NameField[] = Object.values(namesOf((name) => name));
export const nameRow = (name: NameField): MemoryName => MEMORY_NAMES[name];

const isBodyName = (name: NameField): name is BodyName => nameRow(name).kept === 'body';
export const isAuthorName = (name: NameField): name is AuthorName => nameRow(name).kept === 'by';
const isAddedName = (name: NameField): name is AddedName => nameRow(name).kept === 'added';
export const BODY_NAMES = NAME_FIELDS.filter(isBodyName);
export const AUTHOR_NAMES = NAME_FIELDS.filter(isAuthorName);
export const ADDED_NAMES = NAME_FIELDS.filter(isAddedName);

/** Names that a save accepts as a CLI option and an MCP field. */
export type AskedName = {
  readonly [N in NameField]: (typeof MEMORY_NAMES)[N]['asked'] extends null ? never : N;
}[NameField];
const isAskedName = (name: NameField): name is AskedName => nameRow(name).asked !== null;
export const ASKED_NAMES = NAME_FIELDS.filter(isAskedName);
/** Names that are shown under a label. */
export const LABELLED_NAMES = NAME_FIELDS.flatMap((name) => {
  const { label } = nameRow(name);
  return label === null ? [] : [{ name, label }];
});

/** Returns a record with one value for each key. */
export const recordOf = <K extends string, T>(
  keys: readonly K[],
  make: (key: K) => T,
): { readonly [P in K]: T } => {
  const made: { [P in K]?: T } = {};
  for (const key of keys) made[key] = make(key);
  if (!hasAll(made, keys)) throw new Error('a key is missing');
  return made;
};
const hasAll = <K extends string, T>(
  made: { readonly [P in K]?: T },
  keys: readonly K[],
): made is { readonly [P in K]: T } => keys.every((key) => key in made);
