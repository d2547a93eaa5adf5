import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenStore, openStore } from '../retrieval/stored.ts';
import { askHalf } from './asked.ts';
import { HELD_OUT_HALF, TUNE_HALF } from './halves.ts';
import { fillAsked, makeAskedVault, PROJECT } from './vault.ts';

/** What help and getting-started show, among a hundred other memories. */
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
      makeAskedVault({ ...TUNE_HALF, blocks: {}, templates: {} }, 'software', 100),
    );
    for (const content of new Set([DEPLOYED, ...SHOWN.map((one) => one.content)])) {
      const saved = await store.engine.remember({ content, project: PROJECT, source: 'user' });
      if (!saved.ok) throw new Error(saved.error.message);
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

describe('a tenth of the bench', () => {
  test.each([TUNE_HALF, HELD_OUT_HALF])(
    '[F-17, F-19] $name: first, top three, and nothing for nothing',
    async (half) => {
      const { answered, silent } = await askHalf(half, 60, 'text', null, ['software']);
      const share = (count: number, of: number): number => count / of;
      const first = answered.filter(({ place }) => place === 0).length;
      const top = answered.filter(({ place }) => place !== null && place < 3).length;
      expect(share(first, answered.length)).toBeGreaterThanOrEqual(0.62);
      expect(share(top, answered.length)).toBeGreaterThanOrEqual(0.75);
      const wrong = silent.filter(({ found }) => found > 0).length;
      expect(share(wrong, silent.length)).toBeLessThanOrEqual(0.1);
      expect(Math.max(...answered.map(({ tokens }) => tokens))).toBeLessThanOrEqual(400);
    },
  );
});
