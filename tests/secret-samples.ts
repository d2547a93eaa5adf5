// Samples of secrets for gitleaks' rules. Each is made from the rule's own pattern and is found by it.

import fc from 'fast-check';
import type { SourceRule } from '../scripts/secret-rules/translate.ts';

export interface Sample {
  /** Line that the rule searches. */
  readonly line: string;
  readonly secret: string;
}

/** gitleaks' frame: what may precede a name, what is between the name and the value, and what ends a value. */
const BEFORE_NAME = '[\\w.-]{0,50}?';
const BEHIND_NAME = '(?:[ \\t\\w.-]{0,20})[\\s\'"]{0,3}';
const BEHIND_VALUE = '(?:[\\x60\'"\\s;]|\\\\[nr]|$)';

/** Returns a stricter pattern: the rule matches every text that it matches. Case is not ignored. */
const strictly = (regex: string): string =>
  regex
    .replace(/\(\?-?i\)/g, '')
    .replace(/\(\?-?i:|\(\?P<\w+>/g, '(?:')
    .replaceAll('(?s:.)', '[^]')
    .replaceAll('\\z', '$')
    // A dot between letters belongs to a host name.
    .replace(/(?<=[a-z])\.(?=[a-z])/g, '\\.');

/** Returns the parts of a pattern. Each is a frame around a value, or a token. */
const partsOf = (regex: string): readonly string[] =>
  strictly(regex)
    .split(`${BEHIND_VALUE}|`)
    .map((part, at, { length }) => (at < length - 1 ? part + BEHIND_VALUE : part));

/** Returns the start and end of the first capturing group; null when the whole match is the secret. */
const capturedIn = (pattern: string): readonly [number, number] | null => {
  const open: number[] = [];
  let isClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at++;
    else if (isClass) isClass = char !== ']';
    else if (char === '[') isClass = true;
    else if (char === '(') open.push(at);
    else if (char === ')') {
      const from = open.pop();
      if (from === undefined) continue;
      const isCaptured = pattern[from + 1] !== '?' && !'{*+?'.includes(pattern[at + 1] ?? ' ');
      if (isCaptured && open.every((outer) => pattern[outer + 1] === '?')) return [from, at + 1];
    }
  }
  return null;
};

/** Returns the pattern without its conditions on the surrounding text. */
const secretIn = (part: string): string => {
  const value = part.split(BEHIND_NAME).at(-1) ?? part;
  const captured = capturedIn(value);
  const secret = captured === null ? value : value.slice(...captured);
  return secret.replace(/\\b/g, '').replace(/\(\?:\[\^[^\]]*\]\|\$\)$/, '');
};

const nameIn = (part: string): string | null => {
  const [name, ...value] = part.split(BEHIND_NAME);
  if (name === undefined || value.length === 0 || !name.startsWith(BEFORE_NAME)) return null;
  const bare = name.slice(BEFORE_NAME.length);
  return bare.startsWith(`(?:${BEFORE_NAME}`) ? bare.slice(`(?:${BEFORE_NAME}`.length) : bare;
};

const drawn = (pattern: string, count: number): readonly string[] =>
  fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { seed: 14, numRuns: count });

/** Returns the entropy in bits per character, as gitleaks computes it. */
const entropyOf = (text: string): number => {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  return [...counts.values()].reduce((bits, n) => bits - (n / text.length) * Math.log2(n / text.length), 0);
};

/** Least entropy. Drawn samples often repeat a few characters, which no vendor's secret does. */
const VARIED_BITS = 3;
const isVaried = (secret: string, bits: number): boolean =>
  entropyOf(secret) > Math.max(bits, VARIED_BITS) && /[a-z]/i.test(secret) && !/^[./~]/.test(secret);

/** Keeps samples like those of vendors. Most have digits, and a few have only letters. */
const likely = (samples: readonly Sample[]): readonly Sample[] => {
  const numbered = samples.filter(({ secret }) => /\d/.test(secret));
  return numbered.length > 0 ? numbered : samples;
};

const linesAround = (
  secret: string,
  names: readonly string[],
  [word = '']: readonly string[],
): readonly string[] =>
  names.length === 0
    ? [`Use ${secret} for it.`, `token="${secret}"`, `${secret}\n`, `${word}: ${secret}`]
    : names.flatMap((name) => [
        `${name}_api_key = "${secret}"`,
        `${name}_token=${secret}`,
        `${name}-secret: '${secret}'`,
      ]);

/** Whether gitleaks' rule finds this secret in this line. */
export const finds = ({ regex = '', keywords }: SourceRule, { line, secret }: Sample): boolean =>
  keywords.some((word) => line.toLowerCase().includes(word.toLowerCase())) &&
  [...line.matchAll(new RegExp(strictly(regex), 'gi'))].some((found) =>
    found.some((group) => group === secret),
  );

/** Returns samples for each part of the rule. */
export const samplesOf = (rule: SourceRule): readonly (readonly Sample[])[] =>
  partsOf(rule.regex ?? '').map((part) => {
    const name = nameIn(part);
    const names =
      name === null
        ? []
        : drawn(name, 20)
            .filter((one) => /^[\w.-]+$/.test(one))
            .slice(0, 2);
    const samples = drawn(secretIn(part), 60)
      .filter((secret) => isVaried(secret, rule.entropy ?? 0))
      .flatMap((secret) => linesAround(secret, names, rule.keywords).map((line) => ({ line, secret })))
      .filter((sample) => finds(rule, sample));
    return likely(samples);
  });

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const random = (length: number): string => 'q7Zt4Kx9Wm2Rb8'.repeat(12).slice(0, length);
const lines = (length: number): string => `${random(64)}\n`.repeat(length);

/**
 * Samples with an inner form or several lines, which cannot be drawn from a pattern. They are composed here, so that no file holds a
 * whole secret.
 */
const MADE: Readonly<Record<string, () => Sample>> = {
  // In texts drawn from this pattern, half of the characters are `-` and `=`.
  'okta-access-token': () => ({ line: `okta_api_key = "00${random(40)}"`, secret: `00${random(40)}` }),
  jwt: () => {
    const secret = [base64({ alg: 'HS256', typ: 'JWT' }), base64({ sub: '1234567890' }), random(43)].join(
      '.',
    );
    return { line: `Use ${secret} for it.`, secret };
  },
  'private-key': () => {
    const secret = `${'-----BEGIN RSA'} PRIVATE KEY-----\n${lines(4)}-----END RSA PRIVATE KEY-----`;
    return { line: `Here:\n${secret}\n`, secret };
  },
  'sidekiq-sensitive-url': () => {
    const [user, password] = ['0f3a9c27', 'b81e6d40'];
    return { line: `https://${user}:${password}@gems.contribsys.com/`, secret: `${user}:${password}` };
  },
  'curl-auth-header': () => {
    const secret = random(40);
    return { line: `curl https://api.example.com -H "Authorization: Bearer ${secret}"`, secret };
  },
  'curl-auth-user': () => {
    const secret = `ada:${random(20)}`;
    return { line: `curl https://api.example.com -u "${secret}"\n`, secret };
  },
  'freemius-secret-key': () => {
    const secret = `sk${'_'}${random(29)}`;
    return { line: `'secret_key' => '${secret}'`, secret };
  },
  'hashicorp-tf-password': () => {
    const secret = `"${random(16).toLowerCase()}"`;
    return { line: `administrator_login_password = ${secret}\n`, secret };
  },
  'kubernetes-secret-yaml': () => {
    const secret = `password: ${random(24)}`;
    return { line: `kind: Secret\ndata:\n  ${secret}\n`, secret };
  },
  'nuget-config-password': () => {
    const secret = random(20);
    return { line: `<add key="ClearTextPassword" value="${secret}" />`, secret };
  },
};

/** Returns the hand-made sample of the rule, if there is one. */
export const madeFor = ({ id }: SourceRule): Sample | null => MADE[id]?.() ?? null;
