import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SECRET_SHAPES } from './guard-secrets.ts';
import { NAMED_RULES } from './secret-rules.gen.ts';
import type { Shape } from './secret-shapes.ts';

const CHARS = 1_000_000;
const LIMIT_MS = 50;
/** The number of rounds, of which the quickest counts. Processor time is measured, because other programs run too. */
const ROUNDS = 5;
const processorMs = (): number => process.cpuUsage().user / 1_000;

const filled = (part: string): string => part.repeat(Math.ceil(CHARS / part.length)).slice(0, CHARS);

const sampleOf = (pattern: string): string => {
  const bare = pattern.replace(/\(\?<?[!=](?:\[[^\]]*\]|\\.|[^()\\[])*\)|\\b/g, '').replaceAll('(?:|)', '');
  return fc.sample(fc.stringMatching(new RegExp(`^(?:${bare})$`)), { seed: 5, numRuns: 1 })[0] ?? '';
};

const namedSamples = new Map(
  NAMED_RULES.map(({ kind, name, value }) => [kind, `${sampleOf(name)}_key = ${sampleOf(value)}`]),
);

/** Returns texts that may be slow for a pattern: they begin like a match, and then never end or fail late. */
const attacksOn = ({ kind, pattern, hints }: Shape): readonly string[] => {
  const sample = namedSamples.get(kind) ?? sampleOf(pattern.source);
  const [hint = ''] = hints;
  const letters = ['A', '0', '-', '.', '=', ' ', '/', 'a.', 'A-', '"'];
  return [
    ...hints.map(filled),
    ...hints.map((one) => filled(`${one}-`)),
    ...hints.map((one) => filled(one.toUpperCase())),
    ...letters.map((one) => hint + filled(one)),
    ...[1, 2, 5].map((cut) => filled(sample.slice(0, -cut) || 'a')),
    ...[2, 3].map((parts) => filled(sample.slice(0, Math.ceil(sample.length / parts)))),
    ...['-', '.', ' ', 'A'].map((end) => filled(sample.slice(0, -1) + end)),
    sample.slice(0, -1) + filled(sample.slice(-2, -1) || 'a'),
  ];
};

const costOf = (pattern: RegExp, text: string): number => {
  let quickest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && quickest > LIMIT_MS; round += 1) {
    const start = processorMs();
    text.replace(pattern, '');
    quickest = Math.min(quickest, processorMs() - start);
  }
  return quickest;
};

describe('[TR-14] a megabyte that is made to be slow takes under 50 ms', () => {
  test.each(SECRET_SHAPES)('$kind', (shape) => {
    for (const attack of attacksOn(shape))
      expect(costOf(shape.pattern, attack), attack.slice(0, 60)).toBeLessThan(LIMIT_MS);
  });
});
