/** The word lists of a language for telling a contradiction from two facts about the same thing. All words are in lower case. */
import { recordOf } from '@cairn/schema';

export interface Language {
  /** Words that do not tell what a text is about. */
  readonly functionWords: ReadonlySet<string>;
  /** Words that say when or how certainly, and not what. */
  readonly fillers: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  /** Negations of several words, in a text with single spaces. */
  readonly negating: RegExp;
  /** Prefixes to cut off: "l'", "n'". */
  readonly elision: RegExp | null;
  /** Maps a word to the form in which it is compared. Verbs map to the English verb. */
  readonly folded: ReadonlyMap<string, string>;
  /** The speaker or the person concerned. Two facts about one person may be about different things. */
  readonly genericSubjects: ReadonlySet<string>;
  /** Nouns for a property with one value. */
  readonly slotNouns: ReadonlySet<string>;
  /** Nouns whose number is one of many, as in "page 3". */
  readonly ordinalNouns: ReadonlySet<string>;
  /** Nouns for which a date is a value. */
  readonly datedNouns: ReadonlySet<string>;
  /** Verbs for what happens on one day and not on another: "Marco has called". */
  readonly events: ReadonlySet<string>;
  /** Matches a text that says that something changed. */
  readonly change: RegExp;
  /** Matches what was replaced. The matching group begins with the replaced thing. */
  readonly leftBehind: RegExp;
}

/** Verbs with one object at a time for the same subject. */
export const ONE_VALUED: ReadonlySet<string> = new Set(
  'be use run live work prefer deploy listen host store start end need own lead manage write build keep set'.split(
    ' ',
  ),
);

/** Verbs that take many objects, unless the text says for what. */
export const MANY_VALUED: ReadonlySet<string> = new Set(
  'use prefer need has keep own build run write lead manage work'.split(' '),
);

/** Nouns for somebody of whom a person has one at a time, in six languages. Another name is another person, another word may be a remark. */
export const ONE_PERSON: ReadonlySet<string> = new Set(
  `dentist doctor gp boss landlord landlady wife husband spouse vet hairdresser accountant therapist
   zahnarzt zahnärztin hausarzt hausärztin vermieter vermieterin frau mann tierarzt tierärztin friseur friseurin steuerberater steuerberaterin
   dentiste médecin patron patronne propriétaire femme mari comptable vétérinaire
   dentista médico médica jefe jefa casero casera esposa marido esposo veterinario veterinaria
   medico capo moglie marito veterinario commercialista
   chefe veterinário veterinária contador contadora`.split(/\s+/),
);

const listOf = (words: string): readonly string[] => words.trim().split(/\s+/);

const LISTS = [
  ...(['functionWords', 'fillers', 'negations'] as const),
  ...(['genericSubjects', 'slotNouns', 'ordinalNouns', 'datedNouns', 'events'] as const),
] as const;
type Lists = (typeof LISTS)[number];
type Words = Omit<Language, Lists | 'folded'> &
  Readonly<Record<Lists, string> & { folded: Readonly<Record<string, string>> }>;

/** Reads the lists from texts. `folded`: each line is a form with the words that fold to it. */
export const languageFrom = ({ folded, ...words }: Words): Language => ({
  ...words,
  ...recordOf(LISTS, (list) => new Set(listOf(words[list]))),
  folded: new Map(
    Object.entries(folded).flatMap(([form, forms]) => listOf(forms).map((word) => [word, form] as const)),
  ),
});
