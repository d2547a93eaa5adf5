/**
 * Reads and writes Markdown with YAML between two lines of dashes, as in Obsidian and basic-memory. Only this module imports the YAML
 * library.
 */
import { orElse } from '@cairn/schema';
import { parse, stringify } from 'yaml';
import { isObject } from './found.ts';

export interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** The line number of the body's first line. */
  readonly line: number;
}

/** A longer block is not front matter. */
const UNITS_MAX = 65_536;

export const splitFrontMatter = (raw: string): FrontMatter | null => {
  const text = raw.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  if (!text.startsWith('---\n')) return null;
  const end = /\n---[ \t]*(?:\n|$)/.exec(text.slice(0, UNITS_MAX));
  if (end === null) return null;
  const fields = parseFields(text.slice(4, end.index + 1));
  if (fields === null) return null;
  const bodyAt = end.index + end[0].length;
  return { fields, body: text.slice(bodyAt), line: text.slice(0, bodyAt).split('\n').length };
};

/** Matches a line of simple front matter. Many tools write values that are not YAML, such as `globs: *.ts`. */
const SIMPLE = /^(?:[\w-]+:(?:\s|$)|\s|$)/;

/** Returns whether these lines, between two lines of dashes, are front matter and not notes between two rules. */
export const isFrontMatter = (lines: readonly string[]): boolean => {
  if (lines.every((line) => SIMPLE.test(line))) return true;
  const yaml = lines.join('\n');
  const fields = yaml.length > UNITS_MAX ? null : parseFields(yaml);
  return fields !== null && Object.keys(fields).length > 0;
};

const parseFields = (yaml: string): Readonly<Record<string, unknown>> | null => {
  const fields: unknown = orElse(() => parse(yaml, { maxAliasCount: 20 }), undefined);
  return isObject(fields) ? fields : fields === null ? {} : null;
};

export const withFrontMatter = (fields: Readonly<Record<string, unknown>>, body: string): string =>
  `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${body}\n`;
