/**
 * Matches a path against a `.gitignore` as git does. A folder's patterns are untrusted, so none becomes a regular
 * expression. A match takes at most pattern × path steps, and the steps are counted. [TR-12]
 */
import { FOLDER_LIMITS } from '@cairn/schema';

export interface IgnoreRule {
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  /** Whether the pattern matches the whole path instead of only the name. */
  readonly isAnchored: boolean;
  /** One pattern for each part of a path. Null matches any number of parts. */
  readonly parts: readonly (readonly Token[] | null)[];
}

/** Remaining steps. Below zero nothing matches. */
export interface Work {
  left: number;
}

type Token =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'class'; readonly isNegated: boolean; readonly has: readonly string[] };

/**
 * Parses the rules. `text` has one character for each byte of the file. Returns null if there are too many rules, or a
 * rule is too long.
 */
export const parseIgnore = (text: string, isCaseless: boolean): readonly IgnoreRule[] | null => {
  const rules: IgnoreRule[] = [];
  for (const line of text.replace(/^\u00EF\u00BB\u00BF/, '').split('\n')) {
    if (line.length > FOLDER_LIMITS.ignoreRuleCharsMax) return null;
    const rule = ruleOf(isCaseless ? line.toLowerCase() : line);
    if (rule !== null) rules.push(rule);
    if (rules.length > FOLDER_LIMITS.ignoreRulesMax) return null;
  }
  return rules;
};

const ruleOf = (line: string): IgnoreRule | null => {
  let text = withoutTrailingBlanks(line.replace(/\r$/, ''));
  if (text === '' || text.startsWith('#')) return null;
  const isNegated = text.startsWith('!');
  if (isNegated) text = text.slice(1);
  const isForFolders = text.endsWith('/');
  if (isForFolders) text = text.slice(0, -1);
  const isAnchored = text.includes('/');
  if (text.startsWith('/')) text = text.slice(1);
  if (text === '') return null;
  const parts = partsOf(isAnchored ? text.split('/') : [text], isAnchored);
  return parts === null ? null : { isNegated, isForFolders, isAnchored, parts };
};

/** Removes trailing spaces. A space after a backslash stays. */
const withoutTrailingBlanks = (text: string): string => {
  let end = text.length;
  while (end > 0 && text[end - 1] === ' ') end--;
  const isEscaped = end < text.length && backslashesBefore(text, end) % 2 === 1;
  return text.slice(0, isEscaped ? end + 1 : end);
};

const backslashesBefore = (text: string, end: number): number => {
  let at = end;
  while (at > 0 && text[at - 1] === '\\') at--;
  return end - at;
};

/**
 * Splits a pattern into its parts. Returns null for a pattern that matches nothing in git. `**` at the end matches the
 * content of a folder, not the folder.
 */
const partsOf = (texts: readonly string[], isPath: boolean): IgnoreRule['parts'] | null => {
  const parts: (readonly Token[] | null)[] = [];
  for (const text of texts) {
    if (isPath && text === '**') {
      if (parts.at(-1) !== null) parts.push(null);
      continue;
    }
    const tokens = tokensOf(text);
    if (tokens === null) return null;
    parts.push(tokens);
  }
  if (parts.at(-1) === null) parts.push([{ kind: 'star' }]);
  return parts;
};

const tokensOf = (text: string): readonly Token[] | null => {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (char === '?') tokens.push({ kind: 'any' });
    else if (char === '[') {
      const found = classAt(text, at + 1);
      if (found === null) return null;
      tokens.push(found.token);
      at = found.end;
    } else if (char === '\\') {
      if (at + 1 === text.length) return null;
      tokens.push({ kind: 'char', char: text.charAt(++at) });
    } else tokens.push({ kind: 'char', char });
  }
  return tokens;
};

/** Named classes. A range is its first and its last character. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  alnum: ['09', 'AZ', 'az'],
  alpha: ['AZ', 'az'],
  blank: ['  ', '\t\t'],
  cntrl: ['\0\x1f', '\x7f\x7f'],
  digit: ['09'],
  graph: ['!~'],
  lower: ['az'],
  print: [' ~'],
  punct: ['!/', ':@', '[`', '{~'],
  space: ['\t\r', '  '],
  upper: ['AZ'],
  xdigit: ['09', 'AF', 'af'],
};

/** Returns the character class that begins here and the position of its closing bracket, or null if none closes it. */
const classAt = (text: string, from: number): { readonly token: Token; readonly end: number } | null => {
  const isNegated = text[from] === '!' || text[from] === '^';
  const first = isNegated ? from + 1 : from;
  const has: string[] = [];
  for (let at = first; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === ']' && at > first) return { token: { kind: 'class', isNegated, has }, end: at };
    if (char === '[' && text[at + 1] === ':') {
      const close = text.indexOf(':]', at + 2);
      const named = close < 0 ? undefined : NAMED[text.slice(at + 2, close)];
      if (named === undefined) return null;
      has.push(...named);
      at = close + 1;
      continue;
    }
    const low = char === '\\' ? text.charAt(++at) : char;
    if (low === '') return null;
    if (text[at + 1] !== '-' || at + 2 >= text.length || text[at + 2] === ']') {
      has.push(low + low);
      continue;
    }
    at += 2;
    const high = text[at] === '\\' ? text.charAt(++at) : text.charAt(at);
    if (high === '') return null;
    has.push(low + high);
  }
  return null;
};

/** Rules of one file, and the depth of that file in the path. */
export interface IgnoreLevel {
  readonly depth: number;
  readonly rules: readonly IgnoreRule[];
}

/** Whether the path is ignored. The last matching rule of the nearest file decides. */
export const isIgnored = (
  levels: readonly IgnoreLevel[],
  path: readonly string[],
  isFolder: boolean,
  work: Work,
): boolean => {
  for (const { depth, rules } of levels.toReversed()) {
    const below = path.slice(depth);
    const rule = rules.findLast((one) => (isFolder || !one.isForFolders) && fits(one, below, work));
    if (rule !== undefined) return !rule.isNegated;
  }
  return false;
};

const fits = ({ isAnchored, parts }: IgnoreRule, path: readonly string[], work: Work): boolean =>
  fitsInOrder(
    parts,
    isAnchored ? path : path.slice(-1),
    (part) => part === null,
    work,
    (part, name) =>
      part === null ? false : fitsInOrder(part, name, ({ kind }) => kind === 'star', work, fitsChar),
  );

/**
 * Matches from left to right. A mismatch backtracks only to the last star, which suffices and takes at most pattern ×
 * text steps.
 */
const fitsInOrder = <P, T>(
  pattern: readonly P[],
  text: ArrayLike<T>,
  isStar: (one: P) => boolean,
  work: Work,
  fitsOne: (one: P, item: T) => boolean,
): boolean => {
  let at = 0;
  let star = -1;
  let starAt = 0;
  let n = 0;
  while (n < text.length) {
    if (work.left-- < 0) return false;
    const one = pattern[at];
    const item = text[n];
    if (one !== undefined && isStar(one)) {
      star = at++;
      starAt = n;
    } else if (one !== undefined && item !== undefined && fitsOne(one, item)) {
      at++;
      n++;
    } else if (star >= 0) {
      at = star + 1;
      n = ++starAt;
    } else return false;
  }
  return pattern.slice(at).every(isStar);
};

const fitsChar = (token: Token, char: string): boolean => {
  if (token.kind === 'char') return token.char === char;
  if (token.kind === 'any') return true;
  if (token.kind === 'star') return false;
  return token.has.some(([low = '', high = '']) => low <= char && char <= high) !== token.isNegated;
};
