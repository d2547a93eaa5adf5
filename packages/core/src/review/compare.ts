/**
 * Decides with fixed rules whether two statements contradict each other. The rules are precise rather than complete: findings are
 * shown to a person or an agent, who decides. Nothing is merged. [M-4]
 */
import type { ContradictionReason } from '@cairn/schema';
import { jaccard } from '../search/similarity.ts';
import { haveOtherHomes } from './homes.ts';
import { GERMAN } from './languages/german.ts';
import { MANY_VALUED, ONE_PERSON, ONE_VALUED } from './languages/language.ts';
import {
  hasDigit,
  isTelling,
  ownIn,
  type Said,
  type Statement,
  statementOf,
  type Token,
} from './statement.ts';
import { isUnspaced, unspacedContradiction } from './unspaced.ts';

/** Returns why the newer statement contradicts the older one. Null when no rule finds a contradiction. */
export const contradictionOf = (older: Said, newer: Statement): ContradictionReason | null => {
  const [own, newerOwn] = [ownIn(older), ownIn(newer.said)];
  const [a, b] = [own ?? older.content, newerOwn ?? newer.said.content];
  if (isUnspaced(a) || isUnspaced(b)) return unspacedContradiction(a, b, own !== null && newerOwn !== null);
  if (haveOtherHomes(a, b)) return 'value';
  // Without rules for the newer text, the older one need not be parsed.
  const pair = newer.tongue === 'unknown' ? null : inOneLanguage(statementOf(older), newer);
  return pair === null ? null : contradictionIn(...pair);
};

/**
 * Returns both statements in one language. A text that reads alike in every language takes that of the other text. Null for two
 * different languages, or one without rules.
 */
const inOneLanguage = (older: Statement, newer: Statement): readonly [Statement, Statement] | null => {
  if (older.tongue === 'unknown') return null;
  if (older.language === newer.language) return [older, newer];
  if (older.tongue === 'any') return [statementOf(older.said, newer.language), newer];
  return newer.tongue === 'any' ? [older, statementOf(newer.said, older.language)] : null;
};

const contradictionIn = (older: Statement, newer: Statement): ContradictionReason | null => {
  if (isNegationOf(older, newer)) return 'negation';
  if (leavesBehind(older, newer)) return 'replaced';
  if (older.isNegated !== newer.isNegated) return null;
  if (haveOtherNumbers(older, newer)) return 'number';
  return haveOtherValues(older, newer) ? 'value' : null;
};

const OVERLAP_MIN = 0.6;

/** Whether both hold the same words, one of them negated. Other numbers are other things, as in "version 1.2" and "version 1.3". */
const isNegationOf = (older: Statement, newer: Statement): boolean =>
  older.isNegated !== newer.isNegated &&
  !haveUnlikeNumbers(older, newer) &&
  shared(older.telling, newer.telling).length >= (areOwn(older, newer) ? 1 : 2) &&
  !shared(older.telling, newer.telling).some((word) => newer.language.events.has(word)) &&
  jaccard([...older.telling], [...newer.telling]) >= OVERLAP_MIN;

/** Whether the person said both of themselves. */
const areOwn = (older: Statement, newer: Statement): boolean => older.isOwn && newer.isOwn;

const haveUnlikeNumbers = (older: Statement, newer: Statement): boolean => {
  const [a, b] = [numbersOf(older), numbersOf(newer)];
  return a.length > 0 && b.length > 0 && !a.some(({ word }) => b.some((other) => other.word === word));
};

/** Whether the newer text says "switched from X to Y" while the older one still mentions X. */
const leavesBehind = (older: Statement, newer: Statement): boolean => {
  const { change, leftBehind } = newer.language;
  const left = leftBehind
    .exec(newer.plain)
    ?.slice(1)
    .find((group) => group !== undefined)
    ?.split(' ')
    .at(0);
  const still = left === undefined ? null : sayingStill(older, left);
  if (left === undefined || still === null || change.test(older.plain)) return false;
  const at = older.tokens.findIndex(({ word, raw }) => word === left || raw.toLowerCase() === left);
  if (at < 0 || !isTelling(left, newer.language)) return false;
  const verb = older.tokens.slice(0, at).some(({ word }) => ONE_VALUED.has(word));
  const others = shared(older.telling, newer.telling).filter(
    (word) => word !== left && !ONE_VALUED.has(word),
  );
  return verb && (others.length > 0 || still.telling.size <= SHORT);
};

/** Returns what the text says of the word without denying it: "We use npm, not yarn" says that of npm. Else null. */
const sayingStill = (older: Statement, word: string): Statement | null => {
  if (!older.isNegated) return older;
  const [clause = ''] = (ownIn(older.said) ?? older.said.content).split(/[,;]/u, 1);
  const first = statementOf({ content: clause, key: null }, older.language);
  return !first.isNegated && ` ${first.plain} `.includes(` ${word} `) ? first : null;
};

/** The most telling words of a text that says only one thing. */
const SHORT = 4;

/** Whether both hold the same words around different numbers. */
const haveOtherNumbers = (older: Statement, newer: Statement): boolean => {
  const { genericSubjects, datedNouns, ordinalNouns } = newer.language;
  const [a, b] = [numbersOf(older), numbersOf(newer)];
  const [first, second] = [a[0], b[0]];
  if (a.length !== 1 || b.length !== 1 || first === undefined || second === undefined) return false;
  if (first.word === second.word || haveOtherUnits(older, newer)) return false;
  const [wordsA, wordsB] = [wordsBut(older, first), wordsBut(newer, second)];
  const same = shared(new Set(wordsA), new Set(wordsB)).filter((word) => !genericSubjects.has(word));
  if (ownWords(wordsA, wordsB).length > 0 && ownWords(wordsB, wordsA).length > 0) return false;
  if (same.length < 2 || jaccard(wordsA, wordsB) < OVERLAP_MIN) return false;
  if (isDate(first.word) || isDate(second.word)) return same.some((word) => datedNouns.has(word));
  return !same.some((word) => ordinalNouns.has(word));
};

/**
 * Returns the words that only the first text has; verbs do not count. Two texts that each have one, such as "Lyon" and "Nantes", are
 * about two things.
 */
const ownWords = (words: readonly string[], others: readonly string[]): readonly string[] =>
  words.filter((word) => !others.includes(word) && !ONE_VALUED.has(word));

/** Whether the numbers count other things, as in "12 pages", "3 annexes", or in "before 9", "after 18". */
const haveOtherUnits = (older: Statement, newer: Statement): boolean => {
  const [a, b] = [aroundNumber(older), aroundNumber(newer)];
  const isSmall = (token: Token | undefined): boolean =>
    token !== undefined && newer.language.functionWords.has(token.word);
  const differ = (x: Token | undefined, y: Token | undefined): boolean =>
    x !== undefined && y !== undefined && x.word !== y.word;
  return differ(a.after, b.after) || (isSmall(a.before) && isSmall(b.before) && differ(a.before, b.before));
};

const aroundNumber = ({ tokens }: Statement) => {
  const at = tokens.findIndex(({ word }) => hasDigit(word));
  return { before: at > 0 ? tokens[at - 1] : undefined, after: tokens[at + 1] };
};

const numbersOf = ({ plain, tokens }: Statement): readonly Token[] =>
  hasDigit(plain) ? tokens.filter(({ word }) => hasDigit(word)) : [];
const wordsBut = ({ telling }: Statement, number: Token): readonly string[] =>
  [...telling].filter((word) => word !== number.word);
const isDate = (word: string): boolean =>
  /^\d{4}-\d{2}-\d{2}|^\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?$|^(?:19|20)\d{2}$|^\d{1,2}(?:st|nd|rd|th)$/.test(
    word,
  );

/** Whether both hold the same words around different values. */
const haveOtherValues = (older: Statement, newer: Statement): boolean => {
  const { genericSubjects, slotNouns, ordinalNouns, change } = newer.language;
  const isTold = ({ word }: Token): boolean => isTelling(word, newer.language);
  const parts = alignment(older.tokens, newer.tokens);
  const [a, b] = [parts.older, parts.newer];
  if (!isValue(a, isTold) || !isValue(b, isTold) || haveOtherScopes(a, b, isTold)) return false;
  const frame = [...parts.before, ...parts.after];
  const subject = frame
    .filter(isTold)
    .map(({ word }) => word)
    .filter((word) => !ONE_VALUED.has(word));
  const specific = subject.filter((word) => !genericSubjects.has(word));
  const verbs = parts.before.map(({ word }) => word).filter((word) => ONE_VALUED.has(word));
  // Many things are true of "I" and "the user", but they live in one place.
  if (verbs.length === 0) return false;
  if (specific.length === 0 && !verbs.includes('live') && !areOwn(older, newer)) return false;
  if (ordinalNouns.has(parts.before.at(-1)?.word ?? '')) return false;
  if (change.test(newer.plain) && subject.length >= 2) return true;
  if (specific.some((word) => slotNouns.has(word))) return areAlike(a, b, isTold) || a.length + b.length <= 4;
  if (specific.some((word) => ONE_PERSON.has(word))) return areNames(a, b, newer, isTold);
  const topic = parts.after.some((token) => isTold(token) && !genericSubjects.has(token.word));
  const isOpen = verbs.every((verb) => verb === 'be' || MANY_VALUED.has(verb));
  return topic
    ? areAlike(a, b, isTold) || verbs.some((verb) => verb !== 'be')
    : areAlike(a, b, isTold) && !(isOpen && !areNear(a, b, isTold));
};

type IsTold = (token: Token) => boolean;

/** Splits both texts into the common beginning and end, and the differing part between them. */
const alignment = (a: readonly Token[], b: readonly Token[]) => {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start]?.word === b[start]?.word) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end)?.word === b.at(-1 - end)?.word) end++;
  return {
    before: a.slice(0, start),
    older: a.slice(start, a.length - end),
    newer: b.slice(start, b.length - end),
    after: a.slice(a.length - end),
  };
};

const VALUE_TOKENS_MAX = 4;
/**
 * Whether the tokens can be a value. With a verb they are another predicate: "read-only" and "hosted in Frankfurt" are not values of
 * one thing.
 */
const isValue = (tokens: readonly Token[], isTold: IsTold): boolean =>
  tokens.length <= VALUE_TOKENS_MAX &&
  tokens.some(isTold) &&
  !tokens.some(({ word }) => ONE_VALUED.has(word));

/** Whether each value has a scope of its own, as in "14 days in staging" and "90 days in production". */
const haveOtherScopes = (a: readonly Token[], b: readonly Token[], isTold: IsTold): boolean =>
  [a, b].every((part) => {
    const small = part.findLastIndex((token) => !isTold(token));
    return part.slice(0, Math.max(0, small)).some(isTold) && part.slice(small + 1).some(isTold);
  });
const kindOf = ({ word, raw, isFirst }: Token): 'number' | 'name' | 'word' => {
  if (hasDigit(word)) return 'number';
  return !isFirst && /\p{Lu}/u.test(raw) ? 'name' : 'word';
};

/** Whether two values are of one kind: two numbers, two names, or similar spellings. */
const areAlike = (a: readonly Token[], b: readonly Token[], isTold: IsTold): boolean => {
  const [first, second] = [a.find(isTold), b.find(isTold)];
  if (first === undefined || second === undefined) return false;
  return (kindOf(first) === kindOf(second) && kindOf(first) !== 'word') || areNear(a, b, isTold);
};

/** "My boss is French" names nobody, and in German every noun has a capital. */
const NO_NAME = /(?:ish|ese|an|ch|ic|ist|im|'s)$/;
const GERMAN_NAME = /(?<![\p{L}])(?:hei(?:ß|ss)t|dr)(?![\p{L}])/u;

/** Whether both values are names of people. */
const areNames = (
  a: readonly Token[],
  b: readonly Token[],
  { language, plain }: Statement,
  isTold: IsTold,
): boolean =>
  (language !== GERMAN || GERMAN_NAME.test(plain)) &&
  [a, b].every((part) =>
    part.filter(isTold).every((token) => kindOf(token) === 'name' && !NO_NAME.test(token.raw)),
  );

/** Whether one spelling contains the other ("npm" and "pnpm"), or both begin alike ("Postgres 14" and "Postgres 16"). */
const areNear = (a: readonly Token[], b: readonly Token[], isTold: IsTold): boolean => {
  const [[first = '', unit], [second = '', other]] = [toldIn(a, isTold), toldIn(b, isTold)];
  if (hasDigit(first) && hasDigit(second))
    return unit === undefined || other === undefined || unit.startsWith(other) || other.startsWith(unit);
  return first.length >= 3 && second.length >= 3 && (first.includes(second) || second.includes(first));
};

const toldIn = (tokens: readonly Token[], isTold: IsTold): readonly string[] =>
  tokens.filter(isTold).map(({ word }) => word);

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): readonly string[] =>
  [...a].filter((word) => b.has(word));
