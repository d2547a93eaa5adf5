/**
 * Secrets in a text are replaced by `[redacted: kind]`. Known shapes first, then named values that look random. What only
 * talks about a secret, or stands for one (`$TOKEN`, `<password>`), stays. [G-1, TR-14]
 */
import { replaceRecoveryWords } from './recovery-words.ts';
import { NAMED_RULES, TOKEN_RULES } from './secret-rules.gen.ts';
import { inOrder, type Shape } from './secret-shapes.ts';
import { createWordScan } from './word-scan.ts';

export interface Redacted {
  readonly text: string;
  /** Names of what was found, each once. */
  readonly kinds: readonly string[];
}

export const redactSecrets = (text: string): Redacted => {
  const kinds = new Set<string>();
  const redacted = replaceSecrets(text, (kind) => {
    kinds.add(kind);
    return `[redacted: ${kind}]`;
  });
  return { text: redacted, kinds: [...kinds] };
};

/** What stands for a secret; it should begin with `[`, by which the shapes that come after know that it is none. */
export type MarkerOf = (kind: string, secret: string) => string;

/** All that is looked for, in order. */
export const SECRET_SHAPES: readonly Shape[] = inOrder(TOKEN_RULES, NAMED_RULES);

const scanHints = createWordScan(
  SECRET_SHAPES.flatMap(({ hints }, id) => hints.map((word) => ({ word, id }))),
);

export const replaceSecrets = (text: string, markerOf: MarkerOf): string => {
  const hinted = new Uint8Array(SECRET_SHAPES.length);
  scanHints(text, hinted);
  const plain = SECRET_SHAPES.reduce(
    (current, shape, id) => (hinted[id] === 1 ? replaceShape(current, shape, markerOf) : current),
    text,
  );
  return replaceRecoveryWords(plain, (words) => markerOf('recovery words', words));
};

const replaceShape = (text: string, { kind, pattern, group, isSecret }: Shape, markerOf: MarkerOf): string =>
  text.replace(pattern, (...parts: readonly unknown[]) => {
    const whole = String(parts[0]);
    const secret = String(parts[group ?? 0] ?? '');
    if (secret === '' || isSecret?.(secret, whole) === false) return whole;
    const at = whole.lastIndexOf(secret);
    return `${whole.slice(0, at)}${markerOf(kind, secret)}${whole.slice(at + secret.length)}`;
  });
