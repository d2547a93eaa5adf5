import type { Meaning } from '@cairn/core';
import { createEngineBench, mustBe } from '@cairn/core/testing';
import type { SearchInput } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createFinding } from './finding.ts';

const MODEL = { model: 'flat', dimensions: 2 };
const meaning: Meaning = {
  kind: 'vector',
  model: MODEL.model,
  vector: new Float32Array([1, 0]),
  fusion: { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0 },
};

const TEXTS = ['the blue lamp', 'the red lamp', 'the green lamp', 'the lamp of ticket AB-12'];

/** Every memory has the same vector. `gains`: what a text's score gains; `judgements`: how many texts were judged each time. */
const setUp = async (gains: Readonly<Record<string, number>>) => {
  const { read, write, time } = createEngineBench();
  for (const content of TEXTS) {
    time.skip(1_000);
    await mustBe(write.remember({ content, source: 'user' }));
  }
  const { texts } = await read.unembedded(MODEL.model, 100);
  const vectors = texts.map(({ hash }) => ({ hash, vector: new Float32Array([1, 0]) }));
  await mustBe(write.keepVectors({ ...MODEL, vectors, owners: texts }));
  const judgements: number[] = [];
  const finding = createFinding({
    engine: () => ({ ...read, ...write }),
    meaningOf: async ({ mode }) => (mode === 'text' ? { kind: 'none', reason: null } : meaning),
    judge: async (_, judged) => {
      judgements.push(judged.length);
      return judged.map(({ content }) => gains[content] ?? 0);
    },
  });
  const found = async (input: SearchInput) => (await mustBe(finding.search(input))).results;
  return { finding, found, judgements, read };
};

test('[F-24] a judged memory rises above others, also from below the limit', async () => {
  const { found, judgements } = await setUp({ 'the blue lamp': 0.2 });
  const [first, ...others] = await found({ query: 'which lamp?', limit: 1 });
  expect([first?.content, others]).toEqual(['the blue lamp', []]);
  expect(first).not.toHaveProperty('why');
  expect(judgements).toEqual([4]);
});

test('[F-24] the reasons of a hit tell its rank and what the judgement added', async () => {
  const { found } = await setUp({ 'the blue lamp': 0.2 });
  const results = await found({ query: 'which lamp?', explain: true });
  expect(results.map(({ why }) => why?.rank)).toEqual([1, 2, 3, 4]);
  expect(results[0]?.why).toMatchObject({ judged: expect.closeTo(0.2, 5) });
});

test('[F-24] an exact name stays first, and no score leaves 0 to 1', async () => {
  const { found } = await setUp({ 'the blue lamp': 5, 'the red lamp': -5 });
  const results = await found({ query: 'which lamp has ticket AB-12?' });
  expect(results[0]?.content).toBe('the lamp of ticket AB-12');
  expect(results.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
  expect(results.at(-1)?.content).toBe('the red lamp');
});

test('[F-24] words or meaning alone are not judged', async () => {
  const { found, judgements } = await setUp({});
  expect(await found({ query: 'which lamp?', mode: 'text', limit: 2 })).toHaveLength(2);
  expect(await found({ query: 'which lamp?', mode: 'vector', limit: 2 })).toHaveLength(2);
  expect(judgements).toEqual([]);
});

test('[CX-13] a prompt gets the memories in the judged order', async () => {
  const { finding, read } = await setUp({
    ...Object.fromEntries(TEXTS.map((text) => [text, -0.4])),
    'the blue lamp': 0.1,
  });
  const asked = { query: 'which lamp is it?', project: null };
  const { found } = await finding.forPrompt(asked);
  expect(found?.[0]?.content).toBe('the blue lamp');
  const { text } = await mustBe(read.context(asked, { found: found ?? [] }));
  expect(text).toContain('the blue lamp');
  expect(text).not.toContain('the red lamp');
  expect(await finding.forPrompt({})).toEqual({});
});
