/**
 * Finds statements that a person explicitly asked to be remembered, without a model. They begin with a set phrase.
 * Doubtful sentences are left out. [X-4]
 */
import { LIMITS, REDACTION_START } from '@cairn/schema';
import { sentencesOf } from '../summary/sentences.ts';
import { isOfProject } from './category.ts';
import type { Finding } from './check-items.ts';
import { groundOf, isGrounded } from './grounding.ts';
import { type Message, ownWords, withoutQuotedSentences } from './message.ts';
import { CHINESE_PHRASES } from './phrases/chinese.ts';
import { ENGLISH_PHRASES } from './phrases/english.ts';
import { FRENCH_PHRASES } from './phrases/french.ts';
import { GERMAN_PHRASES } from './phrases/german.ts';
import { ITALIAN_PHRASES } from './phrases/italian.ts';
import { JAPANESE_PHRASES } from './phrases/japanese.ts';
import type { Phrases } from './phrases/language.ts';
import { PORTUGUESE_PHRASES } from './phrases/portuguese.ts';
import { RUSSIAN_PHRASES } from './phrases/russian.ts';
import { SPANISH_PHRASES } from './phrases/spanish.ts';
import { quotedOf } from './quoted.ts';
import { sentencesOfOwn } from './worked-texts.ts';

export type StatementKind = 'fact' | 'preference' | 'correction';

export interface Statement extends Pick<Finding, 'content'> {
  readonly kind: StatementKind;
}

const LANGUAGES: readonly Phrases[] = [
  ENGLISH_PHRASES,
  GERMAN_PHRASES,
  FRENCH_PHRASES,
  SPANISH_PHRASES,
  ITALIAN_PHRASES,
  PORTUGUESE_PHRASES,
  CHINESE_PHRASES,
  JAPANESE_PHRASES,
  RUSSIAN_PHRASES,
];
/** A joke: "I'm allergic to meetings, haha." */
const JOKE =
  /(?<![\p{L}])(?:(?:ha|he|hi){2,}h?|a?(?:hah)+a?|(?:ja|je){2,}|k{3,}|(?:rs){2,}|mdr+|ptdr|lol|xd|jk|just kidding)(?![\p{L}])|[😂🤣😜😉]|哈哈|呵呵|[（(]笑[）)]|[笑草][。.!！]?$|w{2,}[。.!！]?$/iu;
const ALLERGY = /allerg|alerg|intoler|unverträglich|аллерг|[过過]敏|アレルギー/iu;
const LEAD_INS_MAX = 4;
const WORDS_MIN = 3;
const NAME_WORDS_MIN = 2;
const CHARS_MIN = 10;
/** For a language without spaces between words. */
const UNSPACED_CHARS_MIN = 3;

/** Returns the statements in one message of the person. */
export const statementsIn = (text: string): readonly Statement[] => {
  const sentences = sentencesOf(withoutQuotedSentences(ownWords(text)));
  const told = sentences.map((sentence) =>
    statementIn(sentence.replace(/^[\s*•–¡-]+/u, '').replaceAll('’', "'")),
  );
  // Most messages tell nothing, and need no look at whose words they are.
  if (told.every((statement) => statement === null)) return [];
  const found: Statement[] = [];
  for (const statement of told.slice(0, sentencesOfOwn(sentences).length)) {
    if (statement !== null && !found.some(({ content }) => content === statement.content))
      found.push(statement);
    if (found.length === LIMITS.statementsMax) break;
  }
  return found;
};

const statementIn = (sentence: string): Statement | null => {
  if (
    sentence.length > LIMITS.statementCharsMax ||
    /[?？]["'”)]{0,8}$/u.test(sentence) ||
    sentence.includes(REDACTION_START) ||
    JOKE.test(sentence)
  )
    return null;
  // Romance languages share forms such as "usa sempre", so the words of all languages for the moment count.
  if (LANGUAGES.some(({ passing, refusal }) => passing.test(sentence) || refusal.test(sentence))) return null;
  for (const phrases of LANGUAGES) {
    const found = matchIn(phrases, sentence);
    if (found !== null) return found;
  }
  return null;
};

const matchIn = (phrases: Phrases, sentence: string): Statement | null => {
  let rest = sentence;
  for (let count = 0; count <= LEAD_INS_MAX; count++) {
    const kept = firstMatch(phrases, rest);
    if (kept !== null) return tellable(phrases, kept);
    const shorter = rest.replace(phrases.leadIn, '');
    if (shorter === rest) return null;
    rest = shorter;
  }
  return null;
};

interface Match extends Statement {
  readonly wordsMin: number;
}

const firstMatch = (phrases: Phrases, text: string): Match | null => {
  const kinds = [
    ['correction', phrases.corrections, WORDS_MIN],
    ['fact', phrases.facts, WORDS_MIN],
    ['preference', phrases.standing, WORDS_MIN],
    ['preference', phrases.names, NAME_WORDS_MIN],
  ] as const;
  for (const [kind, patterns, wordsMin] of kinds)
    for (const pattern of patterns) {
      const match = pattern.exec(text);
      if (match === null) continue;
      // The person asked for what a group holds. An allergy is kept on any condition.
      const isAsked = match[1] !== undefined || kind !== 'fact';
      if (!isAsked && phrases.condition.test(text) && !ALLERGY.test(text)) return null;
      return { kind, content: (match[1] ?? text).trim(), wordsMin };
    }
  return null;
};

/** Keeps the person's own words. Marks words in the first person as the user's. Returns null for a text that is too short. */
const tellable = (
  { firstPerson, isUnspaced }: Phrases,
  { kind, content, wordsMin }: Match,
): Statement | null => {
  const plain = content.replace(/(?<![\s.!。！])[\s.!。！]+$/u, '');
  const isShort = isUnspaced
    ? plain.length < UNSPACED_CHARS_MIN
    : plain.split(/\s+/).length < wordsMin || plain.length < CHARS_MIN;
  if (isShort) return null;
  const text = isUnspaced ? plain : `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
  return { kind, content: firstPerson.test(plain) ? quotedOf(text) : text };
};

const TAGS: Readonly<Record<StatementKind, readonly string[]>> = {
  fact: ['remembered'],
  preference: ['preference'],
  correction: ['preference', 'correction'],
};

/** Whether one of the findings says the same as the statement. */
export const isCovered = (statement: Finding, findings: readonly Finding[]): boolean =>
  findings.some(({ content }) => isGrounded(statement.content, groundOf([content])));

/** Returns the findings in the person's messages after `extractedUpto`, oldest first. */
export const findStatements = (messages: readonly Message[], extractedUpto: number): readonly Finding[] =>
  messages
    .filter(({ role, sequence }) => role === 'user' && sequence > extractedUpto)
    .flatMap(({ content }) => statementsIn(content))
    .map(({ kind, content }) => ({
      namespace: kind === 'fact' ? null : 'tacit/preferences',
      key: null,
      content,
      tags: TAGS[kind],
      ofProject: isOfProject(null, content),
      trust: 'normal',
    }));
