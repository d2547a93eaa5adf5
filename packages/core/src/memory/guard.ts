/**
 * The guard, which runs on every path before a text is written, spooled or uploaded. It drops `<private>` parts, redacts secrets, and
 * refuses orders to the assistant or lowers their trust. [G-1]
 */
import {
  type CairnError,
  type Checked,
  cairnError,
  err,
  LIMITS,
  ok,
  printable,
  REDACTIONS,
  type Revealed,
  revealHidden,
  type Source,
  type Trust,
  withoutHidden,
} from '@cairn/schema';
import { replaced, withoutOwnBlocks } from '../context/echo.ts';
import type { MemoryRow } from '../ports/memory-row.ts';
import { countChars } from './clean-text.ts';
import { findCommand } from './guard-commands.ts';
import { findInjection, type Injection } from './guard-injection.ts';
import { redactSecrets } from './guard-secrets.ts';
import { grouped, invalid } from './invalid-input.ts';

export interface Guarded extends Pick<MemoryRow, 'content' | 'trust'> {
  /** Sentences for the caller that saved the memory. */
  readonly warnings: readonly string[];
}

/** Guards a text. `names`: its tags, key, namespace and other names. A bad name is refused and never repaired. */
export const guardText = (
  content: string,
  source: Source,
  names: readonly string[] = [],
): Checked<Guarded> => {
  const named = guardNames(names);
  if (named !== null) return err(named);
  if (content.length > LIMITS.rawTextUnitsMax) return tooLong(content.length);
  const revealed = revealHidden(content);
  // Blanks may stand beside what was left out.
  const open = dropPrivate(revealed.text).trim();
  const redacted = redact(open);
  if (redacted.text.replace(REDACTIONS, '').trim() === '') return err(nothingLeft(open, redacted.kinds));
  if (redacted.text.length > LIMITS.judgedUnitsMax) return tooLong(redacted.text.length);
  const injection = worseOf(findInjection(redacted.text), smuggledIn(revealed));
  if (injection?.level === 'hard') return err(injectionError('The text', injection.what));
  const warnings = [
    ...redacted.kinds.map((kind) => `Redacted: ${kind}. Save where a secret is kept, not the secret itself.`),
    ...(revealed.taken === 0
      ? []
      : [
          `Left out: ${revealed.taken} ${revealed.taken === 1 ? 'character' : 'characters'} that cannot be seen.`,
        ]),
  ];
  const order = injection?.what ?? (SPEAKS_FOR_ITSELF.includes(source) ? null : findCommand(redacted.text));
  if (order === null) return ok({ content: redacted.text, trust: TRUST_OF[source], warnings });
  const trust: Trust = source === 'user' || source === 'agent' ? 'low' : 'held';
  const consequence =
    trust === 'held'
      ? 'so it is held for review and not found until a person approves it'
      : 'so it is found by search, but not put into a context by itself';
  return ok({
    content: redacted.text,
    trust,
    warnings: [...warnings, `It reads like an order to the assistant (${order}), ${consequence}.`],
  });
};

/** The error for a text over the limit. The parser has checked all other lengths; only texts of models come here unchecked. [TR-9] */
const tooLong = (units: number) => invalid(`The text is ${grouped(units)} characters long: shorten it.`);

const HIDDEN_LETTERS_MIN = 8;
const HIDDEN_SHOWN_CHARS = 80;
const HIDDEN_JUDGED_CHARS = 4_000;

/**
 * Judges hidden characters, which only a model reads, as text. Eight hidden letters are suspect whatever their text, because no
 * person types them by accident. [TR-10]
 */
const smuggledIn = ({ hidden, taken, carries }: Revealed): Injection | null => {
  const unread: Injection | null = carries
    ? { level: 'soft', what: `${taken} invisible characters, which may spell one` }
    : null;
  if (hidden === '') return unread;
  const said = findInjection(hidden.slice(0, HIDDEN_JUDGED_CHARS));
  if (said?.level === 'hard') return { level: 'hard', what: `${said.what} in invisible characters` };
  const letters = hidden.match(/\p{L}/gu)?.length ?? 0;
  if (letters < HIDDEN_LETTERS_MIN) return said ?? unread;
  const shown = printable([...hidden].slice(0, HIDDEN_SHOWN_CHARS).join(''));
  return { level: 'soft', what: `"${shown}" in invisible characters` };
};

const worseOf = (a: Injection | null, b: Injection | null): Injection | null =>
  b?.level === 'hard' || a === null ? b : a;

/** Sources that may give orders. A person may write orders in a note, and chose the texts of an import. */
const SPEAKS_FOR_ITSELF: readonly Source[] = ['user', 'import'];

/** M-9: the trust of a new memory by its source. */
const TRUST_OF: Readonly<Record<Source, Trust>> = {
  user: 'high',
  agent: 'normal',
  auto: 'normal',
  import: 'normal',
  tool: 'low',
  web: 'low',
};

const CLEAN_NAMES_MAX = 1_000;
const CLEAN_NAME_CHARS_MAX = 100;
/** A cache of names that passed the guard. The same tags, projects and agents come with many memories. */
const cleanNames = new Set<string>();

const guardNames = (names: readonly string[]): CairnError | null => {
  for (const name of names) {
    if (cleanNames.has(name)) continue;
    const injection = findInjection(name);
    if (injection?.level === 'hard') return injectionError('A tag, key or name', injection.what);
    const [kind] = redact(name).kinds;
    if (kind !== undefined) {
      return cairnError('refused', `A tag, key or name holds a secret (${kind}). Remove it and save again.`);
    }
    if (name.length > CLEAN_NAME_CHARS_MAX) continue;
    if (cleanNames.size >= CLEAN_NAMES_MAX) cleanNames.clear();
    cleanNames.add(name);
  }
  return null;
};

const injectionError = (subject: string, what: string): CairnError =>
  cairnError(
    'refused',
    `${subject} holds ${what}, which assistants could take for an order. Say the fact in other words.`,
  );

const nothingLeft = (open: string, kinds: readonly string[]): CairnError =>
  open.trim() === ''
    ? cairnError('refused', 'Everything in it is marked private, so there is nothing to save.')
    : cairnError(
        'refused',
        `It is only a secret (${kinds.join(', ')}). Save where it is kept, not the secret itself.`,
      );

/** Redacts secrets. Invisible characters are removed only when they hid a secret. */
const redact = (text: string): { readonly text: string; readonly kinds: readonly string[] } => {
  const plain = redactSecrets(text);
  if (!/\p{Cf}/u.test(plain.text)) return plain;
  const bare = redactSecrets(plain.text.replace(/\p{Cf}/gu, ''));
  return bare.kinds.length === 0
    ? plain
    : { text: bare.text, kinds: [...new Set([...plain.kinds, ...bare.kinds])] };
};

/**
 * Returns a text that is kept as it was said, and not as a memory. Secrets are redacted. Private parts, invisible characters and
 * blocks that Cairn wrote are removed.
 */
export const withoutSecrets = (text: string): string =>
  redact(dropPrivate(withoutOwnBlocks(withoutHidden(text)))).text;

/** Allows marks of direction in a tag, which stay beside right-to-left text. */
const PRIVATE_TAG = /<[\s\p{Cf}]*(?:(\/)[\s\p{Cf}]*)?private(?:[\s\p{Cf}][^<>]*)?>/giu;

/** Returns the private spans, tags included. A span includes nested ones; an unclosed span ends with the text. */
export const privateSpans = (text: string): readonly { readonly start: number; readonly end: number }[] => {
  const spans: { readonly start: number; readonly end: number }[] = [];
  let depth = 0;
  let start = 0;
  for (const tag of text.matchAll(PRIVATE_TAG)) {
    if (depth === 0) start = tag.index;
    const isClosing = tag[1] === '/';
    depth = isClosing ? Math.max(0, depth - 1) : depth + 1;
    // A closing tag without an opening one is a span of its own.
    if (depth === 0) spans.push({ start, end: tag.index + tag[0].length });
  }
  if (depth > 0) spans.push({ start, end: text.length });
  return spans;
};

/**
 * Counts the characters of a text without its private parts. A text over the limit is counted whole. [TR-9] A redaction
 * counts as one character, because it may be longer than its secret was. So a text that was accepted is accepted again.
 */
export const countOpen = (text: string): number => {
  if (text.length > LIMITS.rawTextUnitsMax) return countChars(text);
  const open = dropPrivate(text);
  const [whole, bare] = [countChars(open), countChars(open.replace(REDACTIONS, '*'))];
  return whole > bare * LIMITS.redactedGrowthMax ? whole : bare;
};

/** Returns the text without `<private>…</private>`. */
export const dropPrivate = (text: string): string => {
  const spans = privateSpans(text);
  return spans.length === 0 ? text : replaced(text, spans, () => '').trim();
};
