/**
 * Replaces secrets in a text by `[redacted: kind]`: first known shapes, then named values that look random. A text that only mentions
 * a secret, or a placeholder (`$TOKEN`, `<password>`), stays. [G-1, TR-14]
 */
import { redactionOf } from '@cairn/schema';
import { replaceRecoveryWords } from './recovery-words.ts';
import { NAMED_RULES, TOKEN_RULES } from './secret-rules.gen.ts';
import { inOrder, type Shape } from './secret-shapes.ts';
import { createWordScan } from './word-scan.ts';

export interface Redacted {
  readonly text: string;
  /** The kinds of secrets that were found, deduplicated. */
  readonly kinds: readonly string[];
}

export const redactSecrets = (text: string): Redacted => {
  const kinds = new Set<string>();
  const redacted = replaceSecrets(text, (kind) => {
    kinds.add(kind);
    return redactionOf(kind);
  });
  return { text: redacted, kinds: [...kinds] };
};

/** Returns the text that replaces a secret. Like `redactionOf`, it begins with `[`. */
export type Replacement = (kind: string, secret: string) => string;

/** All shapes of secrets, in the order in which they are looked for. */
export const SECRET_SHAPES: readonly Shape[] = inOrder(TOKEN_RULES, NAMED_RULES);

const scanHints = createWordScan(
  SECRET_SHAPES.flatMap(({ hints }, id) => hints.map((word) => ({ word, id }))),
);

export const replaceSecrets = (text: string, replacement: Replacement): string => {
  const hinted = new Uint8Array(SECRET_SHAPES.length);
  scanHints(text, hinted);
  const plain = SECRET_SHAPES.reduce(
    (current, shape, id) => (hinted[id] === 1 ? replaceShape(current, shape, replacement) : current),
    text,
  );
  return replaceRecoveryWords(plain, (words) => replacement('recovery words', words));
};

const replaceShape = (
  text: string,
  { kind, pattern, group, isSecret }: Shape,
  replacement: Replacement,
): string =>
  text.replace(pattern, (...parts: readonly unknown[]) => {
    const whole = String(parts[0]);
    const secret = String(parts[group ?? 0] ?? '');
    if (secret === '' || isSecret?.(secret, whole) === false) return whole;
    const at = whole.lastIndexOf(secret);
    return `${whole.slice(0, at)}${replacement(kind, secret)}${whole.slice(at + secret.length)}`;
  });
