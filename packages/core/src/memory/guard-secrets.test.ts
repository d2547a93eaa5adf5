import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { guardText } from './guard.ts';
import { redactSecrets, replaceSecrets, SECRET_SHAPES } from './guard-secrets.ts';
import { NAMED_RULES, TOKEN_RULES } from './secret-rules.gen.ts';
import { looksRandom } from './secret-values.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
const ANY = `${LOWER}${LOWER.toUpperCase()}${DIGITS}`;

const random = createSeededRandom('tokens');
const some = (length: number, alphabet = ANY): string =>
  Array.from({ length }, () => random.pick([...alphabet])).join('');

/** Put together here, so that no scanner for tokens finds one in this file. */
const VENDORS: readonly (readonly [string, string, string])[] = [
  ['Groq', `gsk${'_'}${some(52)}`, 'Groq key'],
  ['xAI', `xai${'-'}${some(80)}`, 'xAI key'],
  ['Atlassian', `ATATT3${'x'}${some(185)}=${some(8, HEX.toUpperCase())}`, 'Atlassian token'],
  ['Vault', `hvs${'.'}${some(95)}`, 'Vault token'],
  ['Vault, short', `hvs${'.'}${some(24)}`, 'Vault token'],
  ['Vault, before 1.10', `s${'.'}${some(23)}7`, 'Vault token'],
  ['Notion', `ntn${'_'}${some(11, DIGITS)}${some(35)}`, 'Notion token'],
  ['Notion, older', `secret${'_'}${some(43)}`, 'Notion token'],
  ['Linear', `lin${'_api_'}${some(40)}`, 'Linear key'],
  ['Databricks', `dapi${some(32, HEX)}`, 'Databricks token'],
  ['Shopify', `shpat${'_'}${some(32, HEX)}`, 'Shopify token'],
  ['Azure', `${some(3)}8Q${'~'}${some(34)}`, 'Azure secret'],
  ['Azure storage', `AccountKey${'='}${some(86)}==`, 'Azure key'],
  ['Tailscale', `tskey${'-auth-'}${some(12)}CNTRL-${some(32)}`, 'Tailscale key'],
  ['Figma', `figd${'_'}${some(40)}`, 'Figma token'],
  ['Grafana', `glsa${'_'}${some(32)}_${some(8, HEX)}`, 'Grafana token'],
  ['Grafana cloud', `glc${'_eyJ'}${some(60)}`, 'Grafana token'],
  ['Replicate', `r8${'_'}${some(37)}`, 'Replicate token'],
  ['Perplexity', `pplx${'-'}${some(48)}`, 'Perplexity key'],
  ['Doppler', `dp${'.pt.'}${some(43)}`, 'Doppler token'],
  ['Doppler service', `dp${'.st.prd.'}${some(43)}`, 'Doppler token'],
  ['Postman', `PMAK${'-'}${some(24, HEX)}-${some(34, HEX)}`, 'Postman key'],
  ['Mailgun', `key${'-'}${some(32, HEX)}`, 'Mailgun key'],
  ['Pulumi', `pul${'-'}${some(40, HEX)}`, 'Pulumi token'],
  ['New Relic', `NRAK${'-'}${some(27, `${LOWER.toUpperCase()}${DIGITS}`)}`, 'New Relic key'],
  ['Sentry', `sntryu${'_'}${some(64, HEX)}`, 'Sentry token'],
  ['Sentry, of an organisation', `sntrys${'_eyJpYXQiO'}${some(80)}=_${some(43)}`, 'Sentry token'],
  ['GitHub', `ghp${'_'}${some(36)}`, 'GitHub token'],
  ['Slack', `xoxb${'-'}${some(12, DIGITS)}-${some(12, DIGITS)}-${some(24)}`, 'Slack token'],
  ['Stripe', `sk${'_live_'}${some(24)}`, 'Stripe key'],
  ['AWS', `AKIA${some(16, `${LOWER.toUpperCase()}234567`)}`, 'AWS access key'],
];

const SENTENCES: readonly ((token: string) => string)[] = [
  (token) => `We use ${token} for the deploys.`,
  (token) => `Ada said the one for staging is ${token}.`,
  (token) => `Not the old one (${token}), which expired`,
  (token) => `"${token}", said Ben`,
  (token) => `${token}: that is the one of the build machine`,
  (token) => `It is __${token}__, or _${token}_`,
  (token) => `{"text":"as Ben said:\\n${token}\\nand so on"}`,
  (token) => `トークンは${token}です`,
];

describe('[TR-14] a token in a bare sentence is replaced by its kind', () => {
  test.each(VENDORS)('%s', (_, token, kind) => {
    const secret = token.replace(/^AccountKey=/, '');
    for (const sentence of SENTENCES) {
      const verdict = guardText(sentence(token), 'agent');
      if (!verdict.ok) throw new Error(verdict.error.message);
      expect(verdict.value.content).toContain(`[redacted: ${kind}]`);
      expect(verdict.value.content).not.toContain(secret.slice(8, 24));
      expect(verdict.value.content).not.toContain(secret.slice(-8));
      expect(verdict.value.warnings.join(' ')).toContain(kind);
    }
  });

  test('whatever its case and length: vendors lengthen theirs', () => {
    for (const token of [
      `gsk${'_'}${'A1b2'.repeat(8)}`,
      `pplx${'-'}${'a1B2'.repeat(30)}`,
      `dapi${'0f'.repeat(16)}`,
    ])
      expect(redactSecrets(`it is ${token} now`).text).toMatch(/^it is \[redacted: [\w ]+\] now$/);
  });
});

/** Returns strings that a pattern matches. What it requires of the surrounding text is left out; the sentence supplies it. */
const samplesOf = (pattern: string, seed: number, count = 20): readonly string[] =>
  fc.sample(fc.stringMatching(new RegExp(`^(?:${withoutSurroundings(pattern)})$`)), {
    seed,
    numRuns: count,
  });

const withoutSurroundings = (pattern: string): string =>
  pattern.replace(/\(\?<?[!=](?:\[[^\]]*\]|\\.|[^()\\[])*\)|\\b/g, '').replaceAll('(?:|)', '');

const hintIn = (hints: readonly string[], token: string): string =>
  hints.some((hint) => token.toLowerCase().includes(hint)) ? '' : `${hints[0]} `;

describe('[TR-14] what a generated rule describes is replaced by its kind', () => {
  test.each(TOKEN_RULES)('$id', ({ token, kind, hints, isWeak }) => {
    const samples = samplesOf(token, 14).filter((sample) => isWeak !== true || looksRandom(sample));
    expect(samples.length).toBeGreaterThan(5);
    for (const sample of samples)
      expect(redactSecrets(`Use ${hintIn(hints, sample)}${sample}, then deploy.`)).toMatchObject({
        text: expect.not.stringContaining(sample),
        kinds: [kind],
      });
  });

  test.each(NAMED_RULES)('$id, after its name', ({ name, value, kind }) => {
    const [named = ''] = samplesOf(name, 14, 1);
    const samples = samplesOf(value, 14, 40).filter(looksRandom);
    expect(samples.length).toBeGreaterThan(5);
    for (const sample of samples)
      for (const before of [`${named}_api_key=`, `our ${named} token is `, `${named}-token: `]) {
        const { text, kinds } = redactSecrets(`Put ${before}${sample} there.`);
        expect(text).not.toContain(sample);
        expect(
          kinds.some((one) => kindsOfValue(kind).includes(one)),
          `${kinds}`,
        ).toBe(true);
      }
  });
});

describe('[TR-14] a value that nobody would write is a secret after a plain word', () => {
  const value = `Zq7${'kW3xR9tB'.repeat(3)}m2`;
  test.each([
    ...[`api key: ${value}`, `API key = ${value}`, `the api key is ${value}`, `secret key: ${value}`],
    ...[`access key: ${value}`, `private key: ${value}`, `client secret ${value}`, `our token ${value}`],
    ...[`OPENAI_API_KEY ${value}`, `password ${value}`, `setup token ${'0af3c85d9e7b1264'.repeat(4)}`],
    ...['passwort: Geheim123!', 'mot de passe: Secret123!', 'contraseña: Secreto123!'],
    ...['Type cairn join C2S2-FP31-9QXA-W5HC on the other one'],
  ])('%s', (text) => {
    expect(redactSecrets(text).kinds).toHaveLength(1);
  });

  test.each([
    'Our token budget 2000000000000000000000 is enough',
    'The password reset-flow-of-the-2024-redesign is documented',
    'token github.com/somebody/a-long-project-name-2',
    'Join 2024-2025-2026-2027 of the plan',
    'The api key is in 1Password',
    ...['Das Passwort ist 12-stellig', 'Das Kennwort ist SHA-256-gehasht', 'Het wachtwoord is 16-cijferig'],
    ...['The password is 12-digit', 'Le mot de passe est AES-256'],
  ])('and nothing else: %s', (text) => {
    expect(redactSecrets(text).kinds).toEqual([]);
  });
});

/**
 * Returns all kinds of one vendor. A vendor has values of one shape for several things, and the first in the table names the finding.
 */
const kindsOfValue = (kind: string): readonly string[] => {
  const vendor = kind.split(' ')[0] ?? '';
  return SECRET_SHAPES.map((shape) => shape.kind).filter((other) => other.startsWith(vendor));
};

describe('[TR-14] every shape of ours is found by one of its hints', () => {
  const generated = new Set([...TOKEN_RULES, ...NAMED_RULES].map(({ kind }) => kind));
  const shapes = SECRET_SHAPES.filter(({ kind }) => kind !== 'private key' && !generated.has(kind));
  test.each(shapes)('$kind', ({ pattern, hints, group, isSecret }) => {
    const samples = samplesOf(pattern.source, 3, 60).flatMap((sample) => {
      const text = `x ${hintIn(hints, sample)}${sample} y`;
      const found = [...text.matchAll(pattern)][0];
      const secret = found?.[group ?? 0];
      return secret === undefined || isSecret?.(secret, found?.[0] ?? '') === false ? [] : [{ text, secret }];
    });
    // Two patterns require preceding text, which the sample lacks.
    if (!/^\(\?<=/.test(pattern.source)) expect(samples.length).toBeGreaterThan(0);
    for (const { text, secret } of samples) expect(redactSecrets(text).text).not.toContain(secret);
  });
});

test('[TR-14] an offset after a token holds when its place is filled', () => {
  const token = `gsk${'_'}${some(52)}`;
  const masked = replaceSecrets(`a ${token} b`, (kind, { length }) => `[${kind}`.padEnd(length, '.'));
  expect(masked).toHaveLength(token.length + 4);
  expect(masked.endsWith('. b')).toBe(true);
});

describe('[TR-14] recovery words', () => {
  const words = wordlist.filter((_, at) => at % 83 === 5).slice(0, 24);
  const said = '[redacted: recovery words]';

  test.each([
    ['in a row', words.join(' ')],
    [
      'in capitals, numbered',
      words
        .map((word, at) => `${at + 1}. ${word.toUpperCase()}`)
        .join('\n')
        .slice(3),
    ],
    ['with commas', words.join(', ')],
    ['twelve of a wallet', words.slice(0, 12).join(' ')],
    ['twelve of a wallet, one of them twice', [...words.slice(0, 11), words[3]].join(' ')],
    ['twelve of a wallet, two of them twice', [words[1], ...words.slice(0, 10), words[7]].join(' ')],
  ])('%s are replaced, and what stands around them stays', (_, row) => {
    const { text, kinds } = redactSecrets(`Please write these down: ${row}. Thanks for it.`);
    expect(text).toBe(`Please write these down: ${said}. Thanks for it.`);
    expect(kinds).toEqual(['recovery words']);
  });

  test('eleven words, a word twelve times, and plain text stay', () => {
    for (const text of [
      words.slice(0, 11).join(' '),
      Array.from({ length: 24 }, () => words[0]).join(' '),
      'You can always have this story about that young person who will need more help when they come home again.',
    ])
      expect(redactSecrets(text)).toEqual({ text, kinds: [] });
  });
});
