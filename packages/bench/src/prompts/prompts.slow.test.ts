import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '../must.ts';
import { openEmbedding } from '../retrieval/embedding.ts';
import { type OpenStore, openStore } from '../retrieval/stored.ts';
import { ABROAD_SET } from './abroad.ts';
import { askSet } from './asked.ts';
import { FRESH_SET } from './fresh.ts';
import { HELD_OUT_SET } from './held-out.ts';
import { TUNE_SET } from './tune.ts';
import { fillAsked, makeAskedVault, PROJECT } from './vault.ts';

/** Results of the examples in help and getting-started, among a hundred other memories. */
const SHOWN = [
  { content: 'I prefer pnpm over npm', asked: 'which package manager should I use here?' },
  { content: 'I prefer pnpm over npm', asked: 'package manager' },
  { content: 'The staging database listens on port 5433', asked: 'how do I reach the staging database?' },
  { content: 'Always use APA for citations', asked: 'How should I list the sources?' },
] as const;

const DEPLOYED = 'We deploy on Thursdays, never on Fridays';

describe('what the documents show, with 100 memories around it', () => {
  let store: OpenStore;
  beforeAll(async () => {
    store = await openStore();
    await fillAsked(
      store.engine,
      makeAskedVault({ ...TUNE_SET, blocks: {}, templates: {} }, 'software', 100),
    );
    for (const content of new Set([DEPLOYED, ...SHOWN.map((one) => one.content)])) {
      must(await store.engine.remember({ content, project: PROJECT, source: 'user' }));
    }
  });
  afterAll(() => store.close());

  test.each(SHOWN)('[F-17] "$asked" finds "$content" among the first three', async ({ content, asked }) => {
    const found = await store.engine.search({ query: asked, project: PROJECT });
    const first = found.ok ? found.value.results.slice(0, 3) : [];
    expect(first.map((one) => one.content)).toContain(content);
  });

  test('[F-18] a word of the same trade is found beside one that stands there in another sense', async () => {
    const found = await store.engine.search({ query: 'when do we release?', project: PROJECT });
    const contents = found.ok ? found.value.results.map((one) => one.content) : [];
    expect(contents.slice(0, 3)).toContain(DEPLOYED);
  });

  test.each(SHOWN)('[CX-13] and as a prompt it brings it', async ({ content, asked }) => {
    const block = await store.engine.context({ project: PROJECT, query: asked });
    expect(block.ok && block.value.text).toContain(content);
  });

  test.each(['zzzqqq nonexistent', 'what is the weather in Paris', 'flurbel grommit vanx'])(
    '[F-19] nothing is found for "%s", and it says so',
    async (query) => {
      const found = await store.engine.search({ query, project: PROJECT });
      expect(found.ok && found.value).toMatchObject({ results: [], reason: expect.any(String) });
    },
  );
});

/** Lowest accepted shares of right answers, and the highest share of wrong ones. Each leaves room for one or two questions. */
const BOUNDS = [
  { set: TUNE_SET, firstMin: 0.76, topMin: 0.9, wrongMax: 0.05 },
  { set: HELD_OUT_SET, firstMin: 0.7, topMin: 0.85, wrongMax: 0.05 },
  { set: FRESH_SET, firstMin: 0.5, topMin: 0.68, wrongMax: 0.2 },
] as const;

describe('a tenth of the bench', () => {
  test.each(BOUNDS)(
    '[F-17, F-19] $set.name: first, top three, and nothing for nothing',
    async ({ set, firstMin, topMin, wrongMax }) => {
      const { answered, silent } = await askSet(set, 60, 'text', null, ['software']);
      const share = (count: number, of: number): number => count / of;
      const first = answered.filter(({ place }) => place === 0).length;
      const top = answered.filter(({ place }) => place !== null && place < 3).length;
      const wrong = silent.filter(({ found }) => found > 0).length;
      const shares = [
        share(first, answered.length),
        share(top, answered.length),
        share(wrong, silent.length),
      ];
      expect(shares[0]).toBeGreaterThanOrEqual(firstMin);
      expect(shares[1]).toBeGreaterThanOrEqual(topMin);
      expect(shares[2]).toBeLessThanOrEqual(wrongMax);
      expect(Math.max(...answered.map(({ tokens }) => tokens))).toBeLessThanOrEqual(400);
    },
  );
});

test('[F-4, F-19] questions find memories in another language, among 80', async () => {
  const embedding = openEmbedding();
  const { answered } = await askSet(ABROAD_SET, 80, 'hybrid', embedding).finally(() => embedding?.close());
  const first = answered.filter(({ place }) => place === 0).length;
  expect(answered).toHaveLength(20);
  expect(first).toBeGreaterThanOrEqual(15);
});
