/**
 * The guard: runs before anything is written, spooled or uploaded, on every path. `<private>` parts are dropped, secrets are
 * redacted, orders to the assistant are refused or mistrusted. [G-1]
 */
import { type CairnError, cairnError, err, ok, type Result, type Source, type Trust } from '@cairn/schema';
import { findCommand } from './guard-commands.ts';
import { findInjection } from './guard-injection.ts';
import { redactSecrets } from './guard-secrets.ts';

export interface Guarded {
  readonly content: string;
  readonly trust: Trust;
  /** Sentences for whoever saved it. */
  readonly warnings: readonly string[];
}

/** `names`: the other texts that come with it (tags, key, namespace, …); they are refused rather than mended. */
export const guardText = (
  content: string,
  source: Source,
  names: readonly string[] = [],
): Result<Guarded, CairnError> => {
  const named = guardNames(names);
  if (named !== null) return err(named);
  const open = dropPrivate(content);
  const redacted = redact(open);
  if (withoutMarkers(redacted.text) === '') return err(nothingLeft(open, redacted.kinds));
  const injection = findInjection(redacted.text);
  if (injection?.level === 'hard') return err(injectionError('The text', injection.what));
  const warnings = redacted.kinds.map(
    (kind) => `Redacted: ${kind}. Save where a secret is kept, not the secret itself.`,
  );
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

/** A person may give orders in their own notes, and what they bring from elsewhere they have chosen themselves. */
const SPEAKS_FOR_ITSELF: readonly Source[] = ['user', 'import'];

/** M-9 */
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
/** Names that hold nothing: the same tags, projects and agents come with memory after memory, and an import's with each. */
const cleanNames = new Set<string>();

const guardNames = (names: readonly string[]): CairnError | null => {
  for (const name of names) {
    if (cleanNames.has(name)) continue;
    const injection = findInjection(name);
    if (injection?.level === 'hard') return injectionError('A tag, key or name', injection.what);
    const [kind] = redact(name).kinds;
    if (kind !== undefined) {
      return cairnError(
        'refused',
        `A tag, key or name holds a secret (${kind}). Take it out and save again.`,
      );
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
        `It is nothing but a secret (${kinds.join(', ')}). Save where it is kept, not the secret itself.`,
      );

const MARKER = /\[redacted: [^\]]*\]/g;
const withoutMarkers = (text: string): string => text.replace(MARKER, '').trim();

/** Invisible characters are removed only when they hid a secret. */
const redact = (text: string): { readonly text: string; readonly kinds: readonly string[] } => {
  const plain = redactSecrets(text);
  if (!/\p{Cf}/u.test(plain.text)) return plain;
  const bare = redactSecrets(plain.text.replace(/\p{Cf}/gu, ''));
  return bare.kinds.length === 0
    ? plain
    : { text: bare.text, kinds: [...new Set([...plain.kinds, ...bare.kinds])] };
};

/** For what is kept as it was said and not as a memory: private parts are gone, secrets are their markers. */
export const withoutSecrets = (text: string): string => redact(dropPrivate(text)).text;

const PRIVATE_TAG = /<\s*(\/?)\s*private(?:\s[^<>]*)?>/giu;

/** From the opening tag behind the closing one, nested ones included; one that is never closed reaches to the end. */
export const privateSpans = (text: string): readonly { readonly start: number; readonly end: number }[] => {
  const spans: { readonly start: number; readonly end: number }[] = [];
  let depth = 0;
  let start = 0;
  for (const tag of text.matchAll(PRIVATE_TAG)) {
    if (depth === 0) start = tag.index;
    const isClosing = tag[1] === '/';
    depth = isClosing ? Math.max(0, depth - 1) : depth + 1;
    // A closing tag with nothing open is taken out too.
    if (depth === 0) spans.push({ start, end: tag.index + tag[0].length });
  }
  if (depth > 0) spans.push({ start, end: text.length });
  return spans;
};

/** Without `<private>…</private>`. */
export const dropPrivate = (text: string): string => {
  const spans = privateSpans(text);
  if (spans.length === 0) return text;
  const ends = [0, ...spans.map(({ end }) => end)];
  const starts = [...spans.map(({ start }) => start), text.length];
  return ends
    .map((end, at) => text.slice(end, starts[at]))
    .join('')
    .trim();
};
