/**
 * English words that say nothing about what is sought, contractions' ends included. Words of other languages are left to
 * their frequency. [F-1, F-9]
 */
const LIST = `a about after again all also am an and any anyone are aren as at be because been before being between both but by
can cannot could couldn d did didn do does doesn doing don down during each few for from further get gets got had hadn has hasn
have haven having he her here hers him his how i if in into is isn it its itself just ll m me might more most must my
no nor not of off on once only or other our ours out over own re s same she should shouldn so some such t than
that the their theirs them then there these they this those through to too under until up us ve very was wasn we were
weren what when where which while who whom whose why will with won would wouldn you your yours`;

export const STOP_WORDS: ReadonlySet<string> = new Set(LIST.split(/\s+/));

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);
