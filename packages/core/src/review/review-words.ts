/** English words by which a contradiction is told from two facts about the same thing. */

const listOf = (words: string): readonly string[] => words.split(/\s+/);
const setOf = (words: string): ReadonlySet<string> => new Set(listOf(words));

/** Say when or how surely, not what. */
export const FILLERS = setOf(
  `a an the this that now currently already actually also still always usually generally today just really very
   please note remember that's anymore longer mainly mostly only`,
);

export const NEGATIONS = setOf(
  `not never no none without don't doesn't didn't isn't aren't wasn't weren't won't can't cannot shouldn't mustn't
   stopped stop avoid avoids disabled`,
);

const FORMS: readonly (readonly [string, string])[] = [
  ['be', 'is are was were been being am became become becomes'],
  ['use', 'uses used using'],
  ['run', 'runs ran running'],
  ['live', 'lives lived living'],
  ['work', 'works worked working'],
  ['prefer', 'prefers preferred preferring'],
  ['deploy', 'deploys deployed deploying deployment deployments'],
  ['listen', 'listens listened listening'],
  ['host', 'hosts hosted hosting'],
  ['store', 'stores stored storing'],
  ['start', 'starts started starting'],
  ['end', 'ends ended ending'],
  ['need', 'needs needed require requires required'],
  ['own', 'owns owned'],
  ['lead', 'leads led'],
  ['manage', 'manages managed'],
  ['write', 'writes written wrote'],
  ['build', 'builds built building'],
  ['keep', 'keeps kept'],
  ['set', 'sets'],
  ['has', 'have had having'],
];
/** Word → the form under which it is compared. */
export const FOLDED: ReadonlyMap<string, string> = new Map(
  FORMS.flatMap(([form, words]) => listOf(words).map((word) => [word, form] as const)),
);

/** Verbs that have one object at a time, when their subject is the same. */
export const ONE_VALUED = setOf(
  `be use run live work prefer deploy listen host store start end need own lead manage write build keep set`,
);

/** Verbs that take many objects unless the text says what for. */
export const MANY_VALUED = setOf('use prefer need has keep own build run write');

/** Who says it or whom it concerns; two facts about the same person need not be about the same thing. */
export const GENERIC_SUBJECTS = setOf(
  `user we team project person they i you he she everyone company client customer app repo repository code codebase
   system service`,
);

/** Nouns that name a slot with one value. */
export const SLOT_NOUNS = setOf(
  `manager editor port version language database framework runner deadline owner branch theme color colour timezone zone
   address email phone birthday format formatter linter style indentation indent license region model shell os browser
   city name location office hostname host url domain limit timeout size length width height price budget salary role
   title employer job lead maintainer compiler bundler provider registry platform default schedule day time date
   frequency interval threshold currency locale encoding protocol method strategy primary status stage plan tier`,
);

/** The newer text says that something changed. */
export const CHANGE_PHRASES =
  /\b(?:no longer|any ?more|instead of|instead|switched|migrated|replaced|moved (?:from|to)|changed (?:from|to)|went from|rather than|used to|since then|from now on)\b|\bnow\b/;

/** What was left: group 1 or 2 holds the words after it. */
export const LEFT_BEHIND =
  /\b(?:switched|migrated|moved|changed|went) from ((?:\S+ ){0,2}?\S+) to\b|\b(?:instead of|rather than|no longer (?:use|uses|using|on|in|prefer|prefers|run|runs)|replaced|dropped|abandoned|stopped using) (\S+(?: \S+)?)/;

/** Numbers after these count things of which there are many. */
export const ORDINAL_NOUNS = setOf(
  `issue issues pr ticket bug step sprint week day chapter part phase episode milestone question task test case page
   line commit number item story epic lesson exercise section room level`,
);

/** A date is a value only of these. */
export const DATED_NOUNS = setOf(
  `deadline due release launch birthday start end expire expires expiry renewal kickoff freeze anniversary`,
);
