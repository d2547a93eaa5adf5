/**
 * Parses a question with AND, OR, NOT, brackets and quotes. Only quoted terms and Cairn's own operators reach the index. A question
 * that cannot be parsed gives an error with the place and the correct form. [F-14]
 */
import { type Checked, err, ok, type Result } from '@cairn/schema';
import { invalid } from '../memory/invalid-input.ts';
import { type Expression, quoteForms, TERMS_MAX, wholeTerms } from './query.ts';

/** The deepest nesting. Each bracket is a recursive call, and deeper ones are of no use. */
export const BRACKETS_MAX = 16;

export const parseOperators = (text: string): Checked<Expression> => {
  const plain = text.toWellFormed().replaceAll('\0', ' ').normalize('NFKC');
  const reading: Reading = { tokens: tokensOf(plain), at: 0, depth: 0, terms: 0 };
  const read = readAny(reading);
  if (!read.ok) return refused(plain, read.error);
  const left = reading.tokens[reading.at];
  return left === undefined ? read : refused(plain, { at: left.at, says: 'This ) has no opening bracket.' });
};

/** Returns the FTS5 expression on the row's own columns, because the words around a turn are not its own. */
export const matchOf = (expression: Expression): string => `({body grams} : (${written(expression)}))`;

/** Returns the terms that a result may hold, deduplicated. */
export const wantedTerms = (expression: Expression): readonly string[] => [...new Set(wantedIn(expression))];

const wantedIn = (expression: Expression): readonly string[] => {
  if (expression.kind === 'term') return [expression.term];
  return expression.kind === 'without' ? wantedIn(expression.wanted) : expression.parts.flatMap(wantedIn);
};

const written = (expression: Expression): string => {
  if (expression.kind === 'term') return quoteForms(expression.term);
  if (expression.kind === 'without')
    return `(${written(expression.wanted)} NOT ${written(expression.unwanted)})`;
  return `(${expression.parts.map(written).join(expression.kind === 'all' ? ' AND ' : ' OR ')})`;
};

type Operator = 'AND' | 'OR' | 'NOT' | '(' | ')';
interface Token {
  readonly operator: Operator | null;
  /** The text without its quotes. */
  readonly text: string;
  readonly isQuoted: boolean;
  /** Offset into the question in UTF-16 units. */
  readonly at: number;
}
interface Refusal {
  readonly at: number;
  readonly says: string;
}
interface Reading {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
  terms: number;
}

const TOKEN = /[()]|["“”]([^"“”]*)(["“”]|$)|[^\s()"“”]+/gu;
const OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', '(', ')'] satisfies Operator[]);
const isOperator = (text: string): text is Operator => OPERATORS.has(text);

const tokensOf = (text: string): readonly Token[] =>
  [...text.matchAll(TOKEN)].map((match) => {
    const [whole, quoted, end] = match;
    const isClosed = end !== undefined && end !== '';
    return {
      operator: isOperator(whole) ? whole : null,
      text: isClosed ? (quoted ?? '') : whole,
      isQuoted: isClosed,
      at: match.index,
    };
  });

type Read = Result<Expression, Refusal>;

/** Parses `a OR b OR c`. */
const readAny = (reading: Reading): Read => {
  const parts: Expression[] = [];
  for (;;) {
    const part = readAll(reading);
    if (!part.ok) return part;
    parts.push(part.value);
    if (reading.tokens[reading.at]?.operator !== 'OR') return ok(joined('any', parts));
    reading.at++;
  }
};

/** Parses `a b AND c NOT d`. Adjacent terms mean AND. NOT applies to the next word, phrase or bracket. */
const readAll = (reading: Reading): Read => {
  const begin = reading.at;
  const wanted: Expression[] = [];
  const unwanted: Expression[] = [];
  for (;;) {
    const isAnd = reading.tokens[reading.at]?.operator === 'AND' && reading.at > begin;
    if (isAnd) reading.at++;
    const isNot = reading.tokens[reading.at]?.operator === 'NOT';
    if (isNot) reading.at++;
    const next = reading.tokens[reading.at]?.operator;
    const isOver = reading.at >= reading.tokens.length || next === 'OR' || next === ')';
    if (isOver && !isAnd && !isNot && reading.at > begin) break;
    const part = readOne(reading);
    if (!part.ok) return part;
    (isNot ? unwanted : wanted).push(part.value);
  }
  if (wanted.length === 0)
    return err({
      at: reading.tokens[begin]?.at ?? 0,
      says: 'NOT excludes words, so write first what to find.',
    });
  const all = joined('all', wanted);
  return ok(
    unwanted.length === 0 ? all : { kind: 'without', wanted: all, unwanted: joined('any', unwanted) },
  );
};

const readOne = (reading: Reading): Read => {
  const token = reading.tokens[reading.at];
  if (token === undefined) return err({ at: -1, says: 'A word is missing at the end.' });
  if (token.operator === '(') return readBracket(reading, token.at);
  if (token.operator !== null)
    return err({ at: token.at, says: `A word is missing before ${token.operator}.` });
  reading.at++;
  const flaw = flawOf(token);
  if (flaw !== null) return err({ at: token.at, says: flaw });
  const terms = wholeTerms(token.text);
  if (terms.length === 0) return err({ at: token.at, says: 'This has no letter and no digit.' });
  reading.terms += terms.length;
  if (reading.terms > TERMS_MAX)
    return err({ at: token.at, says: `A question has at most ${TERMS_MAX} words.` });
  return ok(
    joined(
      'all',
      terms.map((term) => ({ kind: 'term', term })),
    ),
  );
};

const readBracket = (reading: Reading, at: number): Read => {
  if (++reading.depth > BRACKETS_MAX) return err({ at, says: `Brackets nest at most ${BRACKETS_MAX} deep.` });
  reading.at++;
  const inside = readAny(reading);
  if (!inside.ok) return inside;
  if (reading.tokens[reading.at]?.operator !== ')') return err({ at, says: 'This ( is never closed.' });
  reading.at++;
  reading.depth--;
  return inside;
};

/** Returns an error for signs that mean something in other search languages, and nothing or the opposite here. */
const flawOf = ({ text, isQuoted }: Token): string | null => {
  if (isQuoted) return null;
  if (/^["“”]/u.test(text)) return 'This quote is never closed.';
  if (/^-[\p{L}\p{N}]/u.test(text)) return 'To leave a word out, write NOT before it.';
  return text.endsWith('*') ? 'Leave * out: search finds other endings of a word anyway.' : null;
};

const joined = (kind: 'all' | 'any', parts: readonly Expression[]): Expression => {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : { kind, parts };
};

const SHOWN_CHARS = 20;

const refused = (text: string, { at, says }: Refusal): Checked<never> => {
  const rest = at < 0 ? [] : [...text.slice(at)];
  const shown = rest.slice(0, SHOWN_CHARS).join('');
  const place =
    at < 0 ? '' : ` It stands at character ${[...text.slice(0, at)].length + 1}: ${JSON.stringify(shown)}.`;
  return invalid(
    `${says}${place} Operators are AND, OR and NOT in capitals, brackets, and quotes: deploy NOT (staging OR test).`,
  );
};
