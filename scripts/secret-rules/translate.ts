// Translates a rule of gitleaks (RE2, for files) to a rule of the guard (JavaScript, for sentences).

import { reasonToLeaveOut, WEAK } from './choices.ts';

export interface SourceRule {
  readonly id: string;
  readonly regex?: string | undefined;
  readonly path?: string | undefined;
  /** Least entropy of a secret in bits per character, as in gitleaks. */
  readonly entropy?: number | undefined;
  readonly keywords: readonly string[];
}

/** A rule as the guard has it. The types of the guard's table check what is written. */
interface Rule {
  readonly id: string;
  readonly kind: string;
  readonly hints: readonly string[];
}
interface TokenRule extends Rule {
  readonly token: string;
  readonly ignoreCase?: boolean;
  readonly isWeak?: boolean;
}
interface NamedRule extends Rule {
  readonly name: string;
  readonly value: string;
}
export type Translated = TokenRule | NamedRule;
export interface LeftOut {
  readonly id: string;
  readonly reason: string;
}

export const isLeftOut = (one: Translated | LeftOut): one is LeftOut => 'reason' in one;

/**
 * gitleaks' frame around a value that is announced by a name: what precedes the name, what follows it, and what is before and after the
 * value.
 */
const BEFORE_NAME = '[\\w.-]{0,50}?';
const BEHIND_NAME = '(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}';
const BEFORE_VALUE = '(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60\'"\\s=]{0,5}';
const BEHIND_VALUE = '(?:[\\x60\'"\\s;]|\\\\[nr]|$)';

/** Ends that gitleaks requires. They do not fit a sentence, where a comma, a full stop or a bracket may follow. */
const ENDS = ['(?:[\\x60\'"\\s;]|\\\\[nr]|$|\\b)', '(?:[^\\w-]|$)', '(?:[^a-zA-Z0-9+/]|$)', '\\b'];

/** Translates a rule, or returns why it is left out. */
export const translate = (rule: SourceRule): readonly (Translated | LeftOut)[] => {
  if (rule.path !== undefined || rule.regex === undefined)
    return [{ id: rule.id, reason: "it needs a file's name" }];
  return rulesIn(rule).map((one) => {
    const reason = reasonToLeaveOut(one.id) ?? unfit(one);
    return reason === null ? one : { id: one.id, reason };
  });
};

/** Splits a rule. Most rules stay whole. A pattern with a named value and a token as alternatives becomes two. */
export const rulesIn = (rule: SourceRule): readonly Translated[] => {
  const regex = rule.regex ?? '';
  const parts = withoutRe2(regex).split(`${BEHIND_VALUE}|`);
  const ignoreCase = /\(\?i[):]/.test(regex);
  return parts.map((part, at) =>
    ruleOf(at === 0 ? rule : { ...rule, id: `${rule.id}-${at + 1}` }, part, ignoreCase),
  );
};

/** Replaces syntax that RE2 has and JavaScript lacks. When case is ignored in a part of the pattern, it is ignored in all of it. */
const withoutRe2 = (regex: string): string =>
  regex
    .replace(/\(\?-?i\)/g, '')
    .replace(/\(\?-?i:/g, '(?:')
    .replace(/\(\?P<\w+>/g, '(?:')
    .replaceAll('\\z', '$')
    // A dot between letters belongs to a host name.
    .replace(/(?<=[a-z])\.(?=[a-z])/g, '\\.')
    // The frame is in its own group, which ends before the text that precedes the value.
    .replace(`${BEFORE_NAME}(?:${BEFORE_NAME}`, BEFORE_NAME)
    .replace(`${BEHIND_NAME})${BEFORE_VALUE}`, `${BEHIND_NAME}${BEFORE_VALUE}`);

const ruleOf = ({ id, keywords }: SourceRule, part: string, ignoreCase: boolean): Translated => {
  const kind = kindOf(id);
  const text = part.endsWith(BEHIND_VALUE) ? part.slice(0, -BEHIND_VALUE.length) : part;
  const [announced, value] = text.split(`${BEHIND_NAME}${BEFORE_VALUE}`);
  if (announced !== undefined && value !== undefined && announced.startsWith(BEFORE_NAME)) {
    const name = withoutCase(uncaptured(announced.slice(BEFORE_NAME.length)));
    return { id, kind, hints: hintsOf(keywords, name), name, value: uncaptured(value) };
  }
  const token = uncaptured(trimmed(text));
  return {
    id,
    kind,
    hints: hintsOf(keywords, token),
    token,
    ...(ignoreCase ? { ignoreCase } : {}),
    ...(id in WEAK ? { isWeak: true } : {}),
  };
};

const trimmed = (text: string): string => {
  const start = text.replace(/^\\b/, '');
  const end = ENDS.find((one) => start.endsWith(one));
  return end === undefined ? start : start.slice(0, -end.length);
};

/** Simplifies names, which are matched in any case: `(?:[Oo]kta|OKTA)` becomes `okta`. */
const withoutCase = (name: string): string => {
  const folded = name.replace(/\[[A-Z]([a-z])\]/g, '$1').toLowerCase();
  if (!/^[a-z_|()?:]+$/.test(folded)) return name;
  return [...new Set(folded.match(/[a-z_]+/g))].join('|');
};

const uncaptured = (text: string): string => text.replace(/(?<!\\)\((?!\?)/g, '(?:');

/** Returns the keywords that belong to this part. */
const hintsOf = (keywords: readonly string[], pattern: string): readonly string[] => {
  const folded = pattern.toLowerCase().replaceAll('\\', '');
  const own = keywords.filter((word) => folded.includes(word.toLowerCase()));
  return (own.length > 0 ? own : keywords).map((word) => word.toLowerCase());
};

const WORDS: Readonly<Record<string, string>> = {
  api: 'API',
  aws: 'AWS',
  ca: 'CA',
  id: 'ID',
  jfrog: 'JFrog',
  jwt: 'JSON Web Token in',
  oauth: 'OAuth',
  rrt: 'runner token',
  tf: 'Terraform',
};

/** Returns the kind: `grafana-cloud-api-token` → `Grafana cloud API token`. */
const kindOf = (id: string): string => {
  const words = id.replace(/-v\d$/, '').split('-');
  const kind = words.map((word) => WORDS[word] ?? word).join(' ');
  return kind.charAt(0).toUpperCase() + kind.slice(1);
};

const unfit = (rule: Translated): string | null => {
  const pattern = 'token' in rule ? rule.token : `${rule.name}${rule.value}`;
  if (/\(\?(?!:)|\[\[:|\\[pPAzQ]/.test(pattern)) return 'it has what JavaScript patterns have not';
  if (/\.[*+]|\(\?:[^()]*\)[*+]/.test(pattern)) return 'it can take more than linear time';
  if (rule.hints.length === 0) return 'it has no keyword';
  try {
    new RegExp(pattern);
    return null;
  } catch {
    return 'it is no pattern in JavaScript';
  }
};
