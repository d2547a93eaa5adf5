/**
 * Explains wrong arguments of a tool so that a model can correct them: the given value, the expected type, the allowed
 * values. [MC-3]
 */
import type * as z from 'zod';
import { shortened } from '../budget.ts';

export interface Refused {
  readonly tool: string;
  /** Schema from `tools/list`, with names, descriptions and limits. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly args: unknown;
  readonly issues: readonly z.core.$ZodIssue[];
}

/** A model would hardly read more sentences. */
const SENTENCES_MAX = 3;

export const refusalOf = ({ tool, inputSchema, args, issues }: Refused): string => {
  const known = propertiesOf(inputSchema);
  const names = Object.keys(known);
  const sentences = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownSentence(tool, key, names))
      : [issueSentence(issue, args, known)],
  );
  return [...sentences.slice(0, SENTENCES_MAX), `${tool} takes ${names.join(', ')}.`].join(' ');
};

interface Property {
  readonly description?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
}

const propertiesOf = ({ properties }: Refused['inputSchema']): Readonly<Record<string, Property>> =>
  typeof properties === 'object' && properties !== null ? { ...properties } : {};

const unknownSentence = (tool: string, key: string, names: readonly string[]): string => {
  const meant = names.find((name) => isLike(name, key));
  return `${tool} has no argument ${shown(key)}${meant === undefined ? '' : `; ${meant} may be meant`}.`;
};

/** Whether two names of arguments are similar, such as `tag` and `tags`. */
const isLike = (name: string, key: string): boolean => {
  const [a, b] = [lettersOf(name), lettersOf(key)];
  return Math.min(a.length, b.length) >= 2 && (a.startsWith(b) || b.startsWith(a));
};

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

const issueSentence = (
  issue: z.core.$ZodIssue,
  args: unknown,
  known: Readonly<Record<string, Property>>,
): string => {
  const [name] = issue.path;
  if (name === undefined) return `The arguments must be an object, not ${kindOf(args)}.`;
  const value = issue.path.reduce<unknown>((value, part) => Reflect.get(Object(value), part), args);
  const property = known[String(name)] ?? {};
  const where = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : String(part))).join('');
  if (value === undefined) return `${where} is missing${aboutOf(property)}.`;
  if (issue.code === 'invalid_type')
    return `${where} must be ${WANTED[issue.expected] ?? issue.expected}, not ${kindOf(value)}${hintOf(issue.expected, value)}.`;
  return issue.code === 'too_small' || issue.code === 'too_big'
    ? `${where} must be from ${property.minimum} to ${property.maximum}, not ${shown(value)}.`
    : `${where}: ${issue.message}.`;
};

const WANTED: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'a whole number',
  number: 'a whole number',
  boolean: 'true or false',
  array: 'a list of strings',
};

const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? `the string ${shown(value)}` : shown(value);
};

/** Returns a hint for a single value in place of a list, and for a quoted number or boolean. */
const hintOf = (expected: string, value: unknown): string => {
  if (typeof value !== 'string') return '';
  if (expected === 'array')
    return value !== '' && value.length < SHOWN_CHARS_MAX ? `: write [${JSON.stringify(value)}]` : '';
  return QUOTED[expected]?.test(value) === true ? `: write ${value}` : '';
};

const QUOTED: Readonly<Record<string, RegExp>> = { boolean: /^(?:true|false)$/, number: /^\d{1,9}$/ };

const aboutOf = ({ description }: Property): string =>
  typeof description === 'string' ? ` (${description})` : '';

const SHOWN_CHARS_MAX = 40;

const shown = (value: unknown): string => shortened(JSON.stringify(value) ?? String(value), SHOWN_CHARS_MAX);
