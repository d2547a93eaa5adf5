/**
 * Parses a model's answer to the extraction question as far as possible. Accepts the requested JSON, JSON in prose or a
 * fence, one object per line, or lines of `category: key = value`. Null means unreadable. An empty list means that
 * nothing was found. Each key and value occurs in the answer.
 */
import { isRecord, LIMITS, parseJson } from '@cairn/schema';
import { answerText } from '../summary/parse-answer.ts';
import { type Category, categoryOf, type ExtractedItem } from './category.ts';

const FENCE = /```[a-z]*[ \t]*\n?([\s\S]*?)(?:```|$)/gi;
const NOTHING =
  /^\W*(?:none|nothing(?: to (?:extract|remember|save))?|skip|no (?:facts|items|new facts)|n\/a|null)\W*$/i;
/** Most places in a text where a JSON value is tried, and most characters of all these values. */
const STARTS_MAX = 40;
const TRIED_CHARS_MAX = 500_000;

export const parseExtraction = (raw: string): readonly ExtractedItem[] | null => {
  const text = answerText(raw);
  if (text === null) return null;
  if (NOTHING.test(text)) return [];
  for (const candidate of [text, ...[...text.matchAll(FENCE)].map((match) => match[1] ?? '')]) {
    const value = listOrObject(candidate.trim());
    const items = value === undefined ? null : itemsIn(value);
    if (items !== null) return limited(items);
  }
  const embedded = embeddedItems(text) ?? lineItems(text);
  return embedded === null ? null : limited(embedded);
};

const limited = (items: readonly ExtractedItem[]): readonly ExtractedItem[] =>
  items.slice(0, LIMITS.extractItemsMax);

const listOrObject = (text: string): unknown => (/^[[{]/.test(text) ? parseJson(text) : undefined);

/** Reads every JSON value in the text. The first one alone may be an example of the requested format. */
const embeddedItems = (text: string): readonly ExtractedItem[] | null => {
  const found: ExtractedItem[] = [];
  let isAny = false;
  let tries = 0;
  let tried = 0;
  for (let at = text.search(/[[{]/); at >= 0 && tries < STARTS_MAX && tried < TRIED_CHARS_MAX; tries++) {
    const end = balancedEnd(text, at);
    tried += (end ?? text.length) - at;
    const value = end === null ? undefined : listOrObject(text.slice(at, end));
    const items = value === undefined ? null : itemsIn(value);
    isAny ||= items !== null;
    found.push(...(items ?? []));
    const from = items === null || end === null ? at + 1 : end;
    const next = text.slice(from).search(/[[{]/);
    at = next < 0 ? -1 : from + next;
  }
  return isAny ? found : null;
};

/** Returns the position after the bracket that closes the one at `start`, or null. */
const balancedEnd = (text: string, start: number): number | null => {
  let depth = 0;
  let isInText = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (isInText) {
      if (char === '\\') at++;
      else if (char === '"') isInText = false;
    } else if (char === '"') isInText = true;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return null;
};

/** Returns the items of a JSON value, or null for JSON of another shape. */
const itemsIn = (value: unknown): readonly ExtractedItem[] | null => {
  if (Array.isArray(value)) return value.length === 0 ? [] : itemsOfList(value);
  if (!isRecord(value)) return null;
  const entries = Object.entries(value);
  if (entries.length === 0) return [];
  const items: ExtractedItem[] = [];
  let isAny = false;
  for (const [name, inner] of entries) {
    const category = categoryOf(name);
    if (category === null) continue;
    isAny = true;
    items.push(...itemsOfCategory(category, inner));
  }
  if (isAny) return items;
  const single = labelledItem(value);
  if (single !== null) return [single];
  // One level of wrapping: {"facts": {…}}, {"result": […]}.
  const [only] = entries;
  return entries.length === 1 && only !== undefined && typeof only[1] === 'object' ? itemsIn(only[1]) : null;
};

const itemsOfList = (list: readonly unknown[]): readonly ExtractedItem[] | null => {
  const items = list
    .map((one) => (isRecord(one) ? labelledItem(one) : typeof one === 'string' ? lineItem(one) : null))
    .filter((item) => item !== null);
  return items.length === 0 ? null : items;
};

/** Reads `{category, key, value}` in one object. */
const labelledItem = (record: Readonly<Record<string, unknown>>): ExtractedItem | null => {
  const name = plain(record.category ?? record.type ?? record.kind);
  const category = name === null ? null : categoryOf(name);
  return category === null ? null : itemOf(category, record);
};

const itemsOfCategory = (category: Category, value: unknown): readonly ExtractedItem[] => {
  const list = Array.isArray(value)
    ? value
    : isRecord(value) && !('value' in value)
      ? Object.entries(value).map(([key, inner]) => ({ key, value: inner }))
      : [value];
  return list
    .map((one) => (isRecord(one) ? itemOf(category, one) : pairItem(category, plain(one) ?? '')))
    .filter((item) => item !== null);
};

const itemOf = (category: Category, record: Readonly<Record<string, unknown>>): ExtractedItem | null => {
  const key = plain(record.key ?? record.name ?? record.id ?? record.topic) ?? '';
  const value = plain(record.value ?? record.content ?? record.text ?? record.fact ?? record.description);
  return value === null ? null : { category, key, value };
};

/** Returns a value as text. Numbers and booleans stay as written, lists and objects become one line. Null for nothing. */
const plain = (value: unknown, depth = 3): string | null => {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (depth === 0 || typeof value !== 'object' || value === null) return null;
  const parts = Array.isArray(value)
    ? value.map((one) => plain(one, depth - 1))
    : Object.entries(value).map(([name, one]) => {
        const text = plain(one, depth - 1);
        return text === null ? null : `${name}: ${text}`;
      });
  const kept = parts.filter((part) => part !== null);
  return kept.length === 0 ? null : kept.join(', ');
};

const LINE = /^[\s>*•\-–\d.)]*(\p{L}[\p{L} _-]{2,29})\**\s*[:：]\s*(.+)$/u;

const lineItems = (text: string): readonly ExtractedItem[] | null => {
  const items = text
    .split('\n')
    .map(lineItem)
    .filter((item) => item !== null);
  return items.length === 0 ? null : items;
};

/** Reads `category: key = value`. */
const lineItem = (line: string): ExtractedItem | null => {
  const [, name = '', rest = ''] = LINE.exec(line) ?? [];
  const category = categoryOf(name);
  if (category === null || !/[=]/.test(rest)) return null;
  return pairItem(category, rest);
};

const PAIR = /^[\s"'`*]*([^\s=:"'`*](?:[^=:"`*]{0,126}[^\s=:"'`*])?)[\s"'`*]*[=:]\s*(.+)$/su;

/** Reads `key = value`, or a value alone. */
const pairItem = (category: Category, text: string): ExtractedItem | null => {
  const [, key = '', value = ''] = PAIR.exec(text) ?? [];
  const words = key.trim().split(/\s+/).length;
  const isPair = value !== '' && key.trim() !== '' && words <= 4;
  const spoken = (isPair ? value : text)
    .trim()
    .replace(/^(["'`])(.*)\1$/su, '$2')
    .trim();
  return spoken === '' ? null : { category, key: isPair ? key.trim() : '', value: spoken };
};
