/** Parses input to a draft that keeps all limits and passed the guard, or to an error. [M-1, M-2, M-9, G-1] */
import {
  AUTHOR_NAMES,
  type AuthorName,
  type Checked,
  LIMITS,
  NAME_FIELDS,
  type NameField,
  type Names,
  nameRow,
  namesOf,
  ok,
  oneLine,
  recordOf,
  type SaveInput,
  type Source,
} from '@cairn/schema';
import type { Told } from './body-value.ts';
import { cleanText, countChars, countControls, isFarTooLong } from './clean-text.ts';
import { countOpen, guardText } from './guard.ts';
import { grouped, invalid } from './invalid-input.ts';
import { normaliseKey, normaliseTags } from './normalise-key.ts';

type Certain = 'content' | 'source' | 'trust' | 'key' | AuthorName;
type Inherited = Exclude<keyof Told, Certain | 'createdAt' | 'deviceId' | 'deviceName'>;
/** A parsed memory. `undefined` means that the caller gave no value: a memory that replaces another inherits the old value. */
export type MemoryDraft = Pick<Told, Certain> & { readonly [F in Inherited]: Told[F] | undefined } & {
  readonly turn: string | null;
  readonly warnings: readonly string[];
  /** When it was said, if that was before the save. */
  readonly saidAt?: number;
};

export type DraftInput = Omit<SaveInput, 'cwd' | 'supersedes'>;

/** M-10: the namespace of a key that is given without one. */
export const DEFAULT_NAMESPACE = 'default';
const DEFAULT_SOURCE: Source = 'agent';

export const parseDraft = (input: DraftInput): Checked<MemoryDraft> => {
  const names = parseNames(input);
  if (!names.ok) return names;
  const turn = parseName('turn', input.turn, LIMITS.turnCharsMax);
  if (!turn.ok) return turn;
  const tags = input.tags === undefined ? ok(undefined) : parseTags(input.tags);
  if (!tags.ok) return tags;
  const content = parseContent(input.content, names.value.key != null);
  if (!content.ok) return content;
  const source = input.source ?? DEFAULT_SOURCE;
  const { key = null, namespace } = names.value;
  const labels = Object.values(names.value).filter((name) => typeof name === 'string');
  const guarded = guardText(content.value, source, [...labels, ...(tags.value ?? [])]);
  if (!guarded.ok) return guarded;
  const { content: kept, trust } = guarded.value;
  const controls = countControls(input.content);
  const warnings = [...guarded.value.warnings, ...(controls === 0 ? [] : [leftOut(controls)])];
  return ok({
    content: kept,
    tags: tags.value,
    pinned: input.pin,
    ...names.value,
    ...recordOf(AUTHOR_NAMES, (name) => names.value[name] ?? null),
    namespace: key === null ? namespace : (namespace ?? DEFAULT_NAMESPACE),
    key,
    source,
    trust,
    turn: turn.value ?? null,
    warnings,
  });
};

const leftOut = (controls: number): string =>
  `Left out: ${controls} control ${controls === 1 ? 'character' : 'characters'}, such as NUL.`;

interface TextLimits {
  /** The subject of error sentences: "The goal". */
  readonly what: string;
  readonly charsMax: number;
  /** What to do instead of shortening a text that is too long. */
  readonly otherwise?: string;
  /** What to do about half a character. */
  readonly incomplete?: string;
  /** The error for a text without a visible character. */
  readonly empty: string;
}

/** Cleans and checks a text. Text that is marked private does not count towards the limit. */
export const parseText = (
  raw: string,
  { what, charsMax, otherwise, incomplete = 'Send it as valid Unicode', empty }: TextLimits,
): Checked<string> => {
  if (isFarTooLong(raw)) return invalid(tooLong(what, raw.length, charsMax, otherwise));
  const cleaned = cleanText(raw);
  if (!cleaned.ok)
    return invalid(`${what} contains an incomplete character (a lone surrogate). ${incomplete}.`);
  if (cleaned.value === '') return invalid(empty);
  const chars = countOpen(cleaned.value);
  return chars > charsMax ? invalid(tooLong(what, chars, charsMax, otherwise)) : cleaned;
};

const parseContent = (raw: string, isKeyed: boolean): Checked<string> => {
  const charsMax = isKeyed ? LIMITS.keyedContentCharsMax : LIMITS.contentCharsMax;
  return parseText(raw, {
    ...{ what: 'The text', charsMax, otherwise: ' or save it as several memories' },
    empty: `There is nothing to remember: the text is empty. Give 1 to ${grouped(charsMax)} characters.`,
  });
};

export const tooLong = (what: string, chars: number, max: number, otherwise = ''): string =>
  `${what} is ${grouped(chars)} characters long; the limit is ${grouped(max)}. Shorten it${otherwise}.`;

export const parseTags = (raw: readonly string[]): Checked<readonly string[]> => {
  const { tags, problem } = normaliseTags(raw);
  return problem === null ? ok(tags) : invalid(problem);
};

/** The names that the caller gave. `undefined`: not given. */
type NamesSaid = Names<string | null | undefined>;

const parseNames = (input: DraftInput): Checked<NamesSaid> => {
  const names: Record<NameField, string | null | undefined> = { ...namesOf(() => undefined) };
  for (const name of NAME_FIELDS) {
    const parsed = parseMemoryName(name, input[name]);
    if (!parsed.ok) return parsed;
    names[name] = parsed.value;
  }
  return ok(names);
};

const parseMemoryName = (
  name: NameField,
  raw: string | null | undefined,
): Checked<string | null | undefined> => {
  if (name === 'key') return parseKey(raw ?? null);
  return name === 'namespace' ? parseNamespace(raw) : parseName(name, raw, nameRow(name).charsMax);
};

/** Returns the name, trimmed and on one line. An empty name becomes null. */
export const parseName = (
  what: string,
  raw: string | null | undefined,
  charsMax: number,
): Checked<string | null | undefined> => {
  if (raw === undefined || raw === null) return ok(raw);
  if (isFarTooLong(raw)) return invalid(tooLong(`The ${what}`, raw.length, charsMax));
  const cleaned = cleanText(raw);
  if (!cleaned.ok) return invalid(`The ${what} contains an incomplete character. Send it as valid Unicode.`);
  return cleaned.value === '' ? ok(null) : withinLimit(what, oneLine(cleaned.value), charsMax);
};

/** Counts the text as it is stored: some letters grow when they are normalised. */
export const withinLimit = (what: string, text: string, charsMax: number): Checked<string> => {
  const chars = countChars(text);
  return chars > charsMax ? invalid(tooLong(`The ${what}`, chars, charsMax)) : ok(text);
};

/** M-2: returns the normalised key. */
export const parseKey = (raw: string | null): Checked<string | null> => {
  if (raw === null) return ok(null);
  const name = parseName('key', raw, LIMITS.keyCharsMax);
  if (!name.ok) return name;
  const key = normaliseKey(name.value ?? '');
  if (key === '') return invalid('The key is empty. Use letters and digits, like "preferred-editor".');
  return withinLimit('key', key, LIMITS.keyCharsMax);
};

/** Returns the namespace, normalised like a key. `undefined` stays `undefined`. */
export const parseNamespace = (raw: string | null | undefined): Checked<string | null | undefined> => {
  const name = parseName('namespace', raw, LIMITS.namespaceCharsMax);
  if (!name.ok || typeof name.value !== 'string') return name;
  const namespace = normaliseKey(name.value);
  return namespace === ''
    ? invalid('The namespace is empty. Use letters and digits, like "tacit/style".')
    : withinLimit('namespace', namespace, LIMITS.namespaceCharsMax);
};
