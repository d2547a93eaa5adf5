/**
 * The names of a memory: the short texts that are said of it beside its content, each declared once. From its row follow the place
 * in the register and its limit, the column, the field of a draft, of every call, of an import and an export, the options that ask
 * for it, and its label. docs/how-to/field.md says what else a new one needs. No zod: the command line reads this file.
 */
import { LIMITS } from './limits.ts';

export interface MemoryName {
  readonly charsMax: number;
  /** Kept in the form of a key: lower case, dashes. */
  readonly isNormalised: boolean;
  /**
   * `body`: a part of every body. `by`: a part of the author, which no memory inherits. `added`: a part of bodies since a later
   * version; a body without it says null, and null is left out, so that earlier programs understand such a body.
   */
  readonly kept: 'body' | 'by' | 'added';
  /** Its label where a memory is shown; null where each place shows it in a way of its own. */
  readonly label: string | null;
  /** How an option of the command line and a field of an MCP tool ask for it; null where a save is not asked in this way. */
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

/** One value for each name. The compiler asks for a line when the table has a new row. */
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

/** Names that a save is asked for. */
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

/** A record of these keys. */
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
