/**
 * Secrets in a text are replaced by `[redacted: kind]`. Known shapes first, then named values that look random. What only
 * talks about a secret, or stands for one (`$TOKEN`, `<password>`), stays. [G-1]
 */

export interface Redacted {
  readonly text: string;
  /** Names of what was found, each once. */
  readonly kinds: readonly string[];
}

interface Shape {
  readonly kind: string;
  readonly pattern: RegExp;
  /** Stands in every match; for a pattern that is slow to find nothing. */
  readonly hint?: string;
  /** Which group is the secret; 0 is the whole match. */
  readonly group?: number;
  readonly isSecret?: (secret: string) => boolean;
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

export const replaceSecrets = (text: string, markerOf: MarkerOf): string =>
  SHAPES.reduce((current, shape) => replaceShape(current, shape, markerOf), text);

const replaceShape = (
  text: string,
  { kind, pattern, hint, group, isSecret }: Shape,
  markerOf: MarkerOf,
): string => {
  if (hint !== undefined && !text.includes(hint)) return text;
  return text.replace(pattern, (...parts: readonly unknown[]) => {
    const whole = String(parts[0]);
    const secret = String(parts[group ?? 0] ?? '');
    if (secret === '' || isSecret?.(secret) === false) return whole;
    const at = whole.lastIndexOf(secret);
    return `${whole.slice(0, at)}${markerOf(kind, secret)}${whole.slice(at + secret.length)}`;
  });
};

/** Bits per character (Shannon). */
const entropyOf = (text: string): number => {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

const STANDS_FOR =
  /^(?:[$%{<[(*]|process\.env|os\.environ|env[(.:]|vault:|secrets?\.|op:\/\/|https?:\/\/|[./~]+[\w/]|x{4,}|\.{3}|your[-_]|my[-_]|example|changeme|placeholder|redacted|1password|lastpass|bitwarden|keepass|keychain)/i;

const looksRandom = (value: string): boolean =>
  !STANDS_FOR.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && entropyOf(value) >= 3;

/** A password that a person made up: a letter and a digit or sign, no place or variable. */
const looksChosen = (value: string): boolean =>
  !STANDS_FOR.test(value) && /[\p{L}]/u.test(value) && /[\d!@#$%^&*+=?~]/.test(value) && !/[()]/.test(value);

const isLiteral = (value: string): boolean => !STANDS_FOR.test(value);

const SHAPES: readonly Shape[] = [
  {
    kind: 'private key',
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { kind: 'age secret key', pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{40,}/g },
  { kind: 'AWS access key', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  {
    kind: 'AWS secret key',
    pattern:
      /\baws[\w.\s-]{0,20}secret[\w.\s-]{0,20}["']?\s*(?:=>|[:=]|is)\s*["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    group: 1,
  },
  { kind: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g },
  { kind: 'GitLab token', pattern: /\bgl(?:pat|dt|rt|ptt|soat)-[A-Za-z0-9_-]{20,}/g },
  { kind: 'Slack token', pattern: /\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}/g },
  {
    kind: 'Slack webhook',
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9/_-]{20,}/g,
  },
  { kind: 'Anthropic key', pattern: /\bsk-ant-[A-Za-z0-9_-]{16,}/g },
  { kind: 'OpenRouter key', pattern: /\bsk-or-[A-Za-z0-9_-]{16,}/g },
  { kind: 'Stripe key', pattern: /\b(?:(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9]{16,})/g },
  {
    kind: 'OpenAI key',
    pattern: /\bsk-(?:proj-|svcacct-|admin-|None-)?[A-Za-z0-9_-]{20,}/g,
    isSecret: (value) => /\d/.test(value) && /[A-Z]|\d.*\d.*\d/.test(value),
  },
  {
    kind: 'Google key',
    pattern: /\b(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,})/g,
  },
  { kind: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { kind: 'PyPI token', pattern: /\bpypi-[A-Za-z0-9_-]{40,}/g },
  { kind: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { kind: 'SendGrid key', pattern: /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g },
  { kind: 'Twilio key', pattern: /\bSK[0-9a-f]{32}\b/g },
  { kind: 'DigitalOcean token', pattern: /\bdo[opr]_v1_[a-f0-9]{40,}/g },
  { kind: 'Supabase key', pattern: /\bsb[p]?_(?:secret_)?[A-Za-z0-9_-]{30,}/g },
  { kind: 'Telegram bot token', pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{32,}/g },
  {
    kind: 'JSON Web Token',
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  },
  {
    kind: 'password in a URL',
    pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s/:@?#]*:([^\s@/]+)@/gi,
    hint: '://',
    group: 1,
    isSecret: isLiteral,
  },
  {
    kind: 'bearer token',
    pattern: /\bbearer\s+["']?([A-Za-z0-9._~+/=-]{16,})/gi,
    group: 1,
    isSecret: looksRandom,
  },
  {
    kind: 'basic credentials',
    pattern: /\bauthorization["']?\s*[:=]\s*["']?basic\s+([A-Za-z0-9+/]{8,}={0,2})/gi,
    group: 1,
  },
  {
    kind: 'password',
    pattern:
      /(?:passwords?|passwd|passphrase|\bpwd|PASSWORD|_PWD|_PASS|\bpass)["']?\s*(?:=>|:=|[:=])\s*["']?([^\s"'`,;]{6,})/gi,
    group: 1,
    isSecret: looksChosen,
  },
  {
    kind: 'password',
    pattern: /\b(?:password|passphrase|passwd)\s+is\s+["'`]?([^\s"'`,;]{6,})/gi,
    group: 1,
    isSecret: (value) => looksChosen(value) && /\d/.test(value),
  },
  {
    kind: 'secret value',
    pattern:
      /(?:api[_-]?key|apikey|access[_-]?key|secret[_-]?key|private[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|secret|token|credentials?)["']?\s*(?:=>|:=|[:=]|\bis\b)\s*["']?([A-Za-z0-9_./+=~-]{16,})/gi,
    group: 1,
    isSecret: looksRandom,
  },
];
