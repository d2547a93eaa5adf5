import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../ports/store.ts';
import { isStoreFailure } from '../ports/store-failure.ts';
import { parseOperators, wantedTerms } from '../search/operators.ts';
import { operatorQuery, planQueries, rowBudget } from '../search/plan.ts';
import { parseQuery } from '../search/query.ts';
import { sampleId, sampleRow } from '../testing/sample-memories.ts';
import { openTempStore, type TempStore } from '../testing/temp-store.ts';

const TEXTS = [
  'The staging database listens on port 5433',
  'Anna prefers tabs; her editor is Vim',
  'Deploys run every Friday at noon',
  '東京タワーは赤いです',
  'ฉันชอบกินข้าวผัด',
  'أحب القهوة في الصباح',
  'हिन्दी में लिखा हुआ नोट',
  '𠮷野家で食べた',
  'The marker is ZX-81-QUUX, not ZX-82-QUUX',
  'ＦＵＬＬ width letters',
  'Naïve café owners',
  '🎉 party notes with emoji',
  '我用Яндекс搜索',
];

let store: TempStore;
beforeAll(async () => {
  store = await openTempStore();
  const memories = TEXTS.map((text, n) =>
    sampleRow(sampleId(n), text, { project: n % 2 === 0 ? null : 'p' }),
  );
  await store.store.write((tx) => tx.apply({ memories }));
});
afterAll(() => store.dispose());

const ask = async (text: string, scope: Scope = {}): Promise<readonly string[]> => {
  const { terms } = parseQuery(text);
  const size = await store.reader.size();
  const frequencies = await store.reader.documentFrequencies(terms, rowBudget(size) + 1);
  for (const query of planQueries({ terms, frequencies, size, projects: scope.projects })) {
    const matches = await store.reader.matchText(query, scope, 10);
    if (matches.length > 0) return matches.map(({ memory }) => memory.content);
  }
  return [];
};

const askWithOperators = async (text: string, scope: Scope = {}): Promise<readonly string[] | null> => {
  const read = parseOperators(text);
  if (!read.ok) return null;
  const terms = wantedTerms(read.value);
  const size = await store.reader.size();
  const frequencies = await store.reader.documentFrequencies(terms, rowBudget(size) + 1);
  const query = operatorQuery(read.value, { terms, frequencies, size, projects: scope.projects });
  return (await store.reader.matchText(query, scope, 20)).map(({ memory }) => memory.content).sort();
};

describe('questions with operators to the index', () => {
  test.each([
    ['marker OR vim', [TEXTS[1], TEXTS[8]]],
    ['(marker OR vim) NOT tabs', [TEXTS[8]]],
    ['marker NOT ZX-82-QUUX', []],
    ['the port', [TEXTS[0]]],
    ['the NOT port', [TEXTS[8]]],
    ['東京 NOT 食べた', [TEXTS[3]]],
    ['cafe AND owner', [TEXTS[10]]],
    ['deploying NOT monday', [TEXTS[2]]],
  ])('[F-14] %s', async (text, expected) => {
    expect(await askWithOperators(text)).toEqual([...expected].sort());
  });

  test('[F-14] finds nothing outside the projects, and p0 is a word', async () => {
    expect(await askWithOperators('anna NOT zebra', { projects: [null] })).toEqual([]);
    expect(await askWithOperators('anna NOT zebra', { projects: ['p'] })).toEqual([TEXTS[1]]);
    expect(await askWithOperators('anna NOT p0')).toEqual([TEXTS[1]]);
  });

  test('[F-14] no question breaks the index', async () => {
    const parts = ['port', 'anna', 'NOT', 'AND', 'OR', '(', ')', '"', '"the port"', 'x'.repeat(900), '東京'];
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.array(fc.constantFrom(...parts), { maxLength: 24 }).map((chosen) => chosen.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        const found = await askWithOperators(text);
        expect(found === null || found.length <= TEXTS.length).toBe(true);
      }),
      { seed: 14, numRuns: 300 },
    );
  });
});

describe('questions to the index', () => {
  test.each([
    ['which port does the staging database use', TEXTS[0]],
    ["what is Anna's editor", TEXTS[1]],
    ['deploying', TEXTS[2]],
    ['東京', TEXTS[3]],
    ['яндекс', TEXTS[12]],
    ['赤い', TEXTS[3]],
    ['ข้าวผัด', TEXTS[4]],
    ['القهوة', TEXTS[5]],
    ['हिन्दी', TEXTS[6]],
    ['𠮷野家', TEXTS[7]],
    ['ZX-81-QUUX', TEXTS[8]],
    ['full', TEXTS[9]],
    ['cafe', TEXTS[10]],
    ['PARTY', TEXTS[11]],
  ])('[F-1] %s', async (question, expected) => {
    expect((await ask(question))[0]).toBe(expected);
  });

  test('[F-5] the scope is in the statement: a limit never hides what is inside it', async () => {
    expect(await ask('staging database', { projects: ['p'] })).toEqual([]);
    expect(await ask('staging database', { projects: [null] })).toEqual([TEXTS[0]]);
    expect(await ask('p0 p1', {})).toEqual([]);
  });

  test('[F-1] hostile questions neither fail nor find everything', async () => {
    const hostile = [
      '" OR 1=1 --',
      'body : x',
      'NEAR(a b, 2)',
      'a AND OR NOT b',
      '^start* (',
      '{scope} : p0',
      "'; DROP TABLE memories; --",
      'x\0y',
      '\ud800 lone',
      '*',
      '"unbalanced',
      '- {body} : "a"',
      'a'.repeat(5_000),
      '"'.repeat(999),
    ];
    for (const text of hostile) expect((await ask(text)).length).toBeLessThan(TEXTS.length);
    expect(await store.reader.size()).toBe(TEXTS.length);
  });

  test('[F-1] any text at all can be asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 80 }),
          fc.stringMatching(/^[-"*^(){}:+ANDORNEARTscope p0-9]{0,40}$/),
        ),
        async (text) => {
          await ask(text);
        },
      ),
      { seed: 17, numRuns: 150 },
    );
  });

  test('[F-7] a marker is found first among two thousand others that share its parts', async () => {
    const crowd = await openTempStore();
    const row = (n: number, text: string) => sampleRow(sampleId(n), text);
    const others = Array.from({ length: 5_000 }, (_, n) =>
      row(n, `ticket AB ${n} number QX in the queue 7741${n}`),
    );
    await crowd.store.write((tx) =>
      tx.apply({ memories: [...others, row(3_000, 'the token is AB-7741-QX today')] }),
    );
    const { terms } = parseQuery('where is the ticket number AB-7741-QX in the queue');
    const size = await crowd.reader.size();
    const frequencies = await crowd.reader.documentFrequencies(terms, rowBudget(size) + 1);
    const [query] = planQueries({ terms, frequencies, size });
    const matches = query === undefined ? [] : await crowd.reader.matchText(query, {}, 3);
    expect(matches[0]?.memory.content).toBe('the token is AB-7741-QX today');
    await crowd.dispose();
  });

  test('[F-9] too many to rank: the newest of them, and no bm25', async () => {
    const matches = await store.reader.matchText(
      { match: '(- {scope} : ("the"))', terms: ['the'], ideal: 1, rankedRowsMax: 1 },
      {},
      10,
    );
    expect(matches.map(({ bm25 }) => bm25)).toEqual([null, null]);
  });

  test('[F-6] a damaged index is told apart from a damaged database', async () => {
    const broken = await openTempStore();
    await broken.store.write((tx) => tx.apply({ memories: [sampleRow(sampleId(1), 'lighthouse')] }));
    await broken.store.exclusive(async (database) => {
      await database.run("UPDATE memory_fts_data SET block = x'0000' WHERE id > 10");
    });
    const query = { match: '"lighthouse"', terms: ['lighthouse'], ideal: 1, rankedRowsMax: null };
    const failure = await broken.reader.matchText(query, {}, 1).catch((error: unknown) => error);
    expect(isStoreFailure(failure) && failure.storeFailure).toBe('index_corrupt');
    expect(await broken.reader.matchLike(['lighthouse'], {}, 1)).toHaveLength(1);
    await broken.dispose();
  });
});
