/** The words of a language that tell contradictions from two facts about the same thing. Words are folded to lower case. */

export interface Language {
  readonly name: string;
  /** Say nothing about what a text is about. */
  readonly functionWords: ReadonlySet<string>;
  /** Say when or how surely, not what. */
  readonly fillers: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  /** Negations of several words, in a text of single spaces. */
  readonly negating: RegExp;
  /** Begins words without being one: "l'", "n'". */
  readonly elision: RegExp | null;
  /** Word → the form under which it is compared; of verbs the English one. */
  readonly folded: ReadonlyMap<string, string>;
  /** The speaker or the person concerned; two facts about the same person need not be about the same thing. */
  readonly genericSubjects: ReadonlySet<string>;
  /** Nouns that name a slot with one value. */
  readonly slotNouns: ReadonlySet<string>;
  /** Numbers after these count things of which there are many. */
  readonly ordinalNouns: ReadonlySet<string>;
  /** A date is a value only of these. */
  readonly datedNouns: ReadonlySet<string>;
  /** The text says that something changed. */
  readonly change: RegExp;
  /** The thing that was left; the group that matched begins with it. */
  readonly leftBehind: RegExp;
}

/** Verbs that have one object at a time, when their subject is the same. */
export const ONE_VALUED: ReadonlySet<string> = new Set(
  'be use run live work prefer deploy listen host store start end need own lead manage write build keep set'.split(
    ' ',
  ),
);

/** Verbs that take many objects unless the text says what for. */
export const MANY_VALUED: ReadonlySet<string> = new Set(
  'use prefer need has keep own build run write lead manage work'.split(' '),
);

const listOf = (words: string): readonly string[] => words.trim().split(/\s+/);
export const setOf = (words: string): ReadonlySet<string> => new Set(listOf(words));
/** Lines of a form and the words that are folded to it. */
export const formsOf = (lines: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(lines).flatMap(([form, words]) => listOf(words).map((word) => [word, form] as const)),
  );
