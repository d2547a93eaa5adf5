import type { SearchInput, TranscriptInput } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { Meaning } from '../engine/api.ts';
import { createEngineBench, errorOf, mustBe } from '../testing/engine-bench.ts';
import { pointing } from '../testing/store-contract-vectors.ts';
import { mixedVector } from '../vectors/embeddable.ts';

const MODEL = 'compass';
const AT = Date.UTC(2026, 0, 15);
const fusion = { rule: 'cosine', vectorWeight: 0.6, cosineMin: 0.3 } as const;
const towards = (dimension: number): Meaning => ({
  kind: 'vector',
  model: MODEL,
  vector: pointing(dimension),
  fusion,
});

/** `directions`: the direction of a text's vector, by words that the text holds. */
const setUp = (directions: Readonly<Record<string, number>>) => {
  const bench = createEngineBench();
  const vectorOf = (text: string): Float32Array => {
    const word = Object.keys(directions).find((one) => text.includes(one));
    return pointing(word === undefined ? 7 : (directions[word] ?? 7));
  };
  const embed = async (): Promise<void> => {
    const { texts } = await bench.read.unembedded(MODEL, 200);
    const vectors = texts.map((owner) => ({
      hash: owner.hash,
      vector: mixedVector(owner, vectorOf) ?? new Float32Array(),
    }));
    await mustBe(bench.write.keepVectors({ model: MODEL, vectors, owners: texts }));
  };
  const say = (turns: TranscriptInput['turns'], session = 's1') =>
    mustBe(bench.write.importTurns({ session, project: null, turns }));
  const index = (path: string, text: string) =>
    mustBe(bench.write.indexDocument({ path, project: null, text, modifiedAt: AT }));
  const search = (query: string, meaning: Meaning, fields: Partial<SearchInput> = {}) =>
    mustBe(bench.read.search({ query, ...fields }, meaning));
  const found = async (query: string, meaning: Meaning, fields: Partial<SearchInput> = {}) =>
    (await search(query, meaning, fields)).passages.map(({ text }) => text);
  return { ...bench, embed, say, index, search, found };
};
const said = (author: string, text: string): TranscriptInput['turns'][number] => ({ author, text, at: AT });

const ANIMALS = { cat: 1, kitten: 1, deploy: 4, invoice: 2 };
const animals = async () => {
  const bench = setUp(ANIMALS);
  await bench.index('/x/pets.md', 'A kitten naps.');
  await bench.say([said('Anna', 'The cat sleeps.')]);
  await bench.say([said('Anna', 'We deploy on friday.')], 's2');
  await bench.embed();
  return bench;
};

describe('[F-8] passages by words and by meaning', () => {
  test('[F-4] finds what shares no word, after what is alike in both', async () => {
    const { search } = await animals();
    const { passages } = await search('where does the cat sleep', towards(1), { explain: true });
    expect(passages.map(({ text }) => text)).toEqual(['The cat sleeps.', 'A kitten naps.']);
    expect(passages.map(({ why }) => why)).toMatchObject([
      { rank: 1, by: 'words', cosine: expect.closeTo(1, 2), fusion, isExact: false },
      { rank: 2, by: 'meaning', bm25: null, cosine: expect.closeTo(1, 2) },
    ]);
    // Five sixths are its own score. Its session has no other hit, so it adds a ninth of .6. [F-21]
    expect(passages[1]).toMatchObject({
      textScore: null,
      score: expect.closeTo((0.6 * 5) / 6 + 0.6 / 18, 5),
    });
  });

  test('in mode vector meaning counts alone, in mode text the words', async () => {
    const { found } = await animals();
    expect((await found('deploy', towards(1), { mode: 'vector' })).sort()).toEqual([
      'A kitten naps.',
      'The cat sleeps.',
    ]);
    expect(await found('deploy', towards(1), { mode: 'text' })).toEqual(['We deploy on friday.']);
    expect(await found('submarine', towards(6))).toEqual([]);
  });

  test('before anything is embedded words rank alone, and mode vector says so', async () => {
    const { say, found, search } = setUp(ANIMALS);
    await say([said('Anna', 'The cat sleeps.')]);
    expect(await found('cat', towards(1))).toEqual(['The cat sleeps.']);
    expect(await search('cat', towards(1), { mode: 'vector', in: ['sessions'] })).toMatchObject({
      passages: [],
      reason: 'No memory that was searched has a vector yet.',
    });
  });

  test('[F-5] looks only where it was asked to', async () => {
    const { found, read, write, embed } = await animals();
    expect(await found('cat', towards(1), { in: ['documents'] })).toEqual(['A kitten naps.']);
    expect(await found('cat', towards(1), { in: ['sessions'] })).toEqual(['The cat sleeps.']);
    expect(await found('cat', towards(1), { tags: ['pets'] })).toEqual([]);
    await mustBe(
      write.indexDocument({ path: '/y/other.md', project: 'q', text: 'Another kitten.', modifiedAt: AT }),
    );
    await embed();
    expect(await found('cat', towards(1), { project: 'p' })).toEqual(['The cat sleeps.', 'A kitten naps.']);
    expect((await read.listSources('document')).sources).toHaveLength(2);
  });

  test('[F-13] within one session by words and by meaning, each with what was said around it', async () => {
    const bench = await animals();
    const { say, embed, search, read } = bench;
    await say(
      [said('Ben', 'Where is it?'), said('Anna', 'My kitten sleeps.'), said('Ben', 'An invoice came.')],
      's3',
    );
    await embed();
    const within = async (query: string, meaning: Meaning, fields: Partial<SearchInput> = {}) =>
      (await search(query, meaning, { session: 's3', ...fields })).passages.map(
        ({ text, before, after }) => ({
          text,
          around: [before?.text, after?.text],
        }),
      );
    const kitten = { text: 'My kitten sleeps.', around: ['Where is it?', 'An invoice came.'] };
    expect((await within('cat', towards(1)))[0]).toEqual(kitten);
    expect((await within('kitten', { kind: 'none', reason: null }))[0]).toEqual(kitten);
    expect((await within('invoice', { kind: 'none', reason: null }))[0]).toEqual({
      text: 'An invoice came.',
      around: ['My kitten sleeps.', undefined],
    });
    expect(await within('deploy', { kind: 'none', reason: null })).toEqual([]);
    expect(await within('kitten', towards(1), { asOf: '2025-12-31' })).toEqual([]);
    const { results, passages } = await search('kitten', towards(1), { session: 'ses_s3' });
    expect([results, passages[0]?.before]).toEqual([[], { ordinal: 0, author: 'Ben', text: 'Where is it?' }]);
    expect((await search('cat', towards(1))).passages[0]).not.toHaveProperty('before');
    const refused: readonly (readonly [Partial<SearchInput>, string])[] = [
      [{ session: 'none' }, 'No session "none" is on this device'],
      [{ session: 's3', tags: ['x'] }, 'have no tag'],
      [{ session: 's3', in: ['memories'] }, 'leave the other places out'],
    ];
    for (const [fields, sentence] of refused)
      expect((await errorOf(read.search({ query: 'x', ...fields }))).message).toContain(sentence);
  });

  test('[F-10] who is named comes before others that are as near', async () => {
    const { say, embed, found } = setUp({ trip: 3 });
    await say([said('Ben', 'My trip was long.')], 's1');
    await say([said('Anna', 'My trip was short.')], 's2');
    await embed();
    expect((await found('how did Anna travel', towards(3)))[0]).toBe('My trip was short.');
    expect((await found('how did Ben travel', towards(3)))[0]).toBe('My trip was long.');
  });

  test('[F-7] a marker comes first, no matter who is named and what is nearer', async () => {
    const { say, embed, search } = setUp({ qz7f3k: 5 });
    await say([said('Ben', 'The switch qz7f3k is off.')], 's0');
    for (let n = 0; n < 30; n++) await say([said('Anna', `Anna sees switch number ${n}.`)], `s${n + 1}`);
    await embed();
    for (const query of ['qz7f3k', 'what did Anna say of switch qz7f3k', 'state of "qz7f3k" please']) {
      const { passages } = await search(query, towards(7));
      expect(passages[0]?.text).toBe('The switch qz7f3k is off.');
      const scores = passages.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }
  });

  test('[ST-4] what was taken out is not found by its meaning', async () => {
    const { found, read, write } = await animals();
    const [document] = (await read.listSources('document')).sources;
    await mustBe(write.forgetSource(document?.id ?? ''));
    expect(await found('cat', towards(1))).toEqual(['The cat sleeps.']);
  });
});

describe('[PG-37] a passage above the memories', () => {
  const above = async (meaning: Meaning, query = 'where does the kitten nap') => {
    const bench = await animals();
    await bench.say([said('Anna', 'Where does the kitten nap?')], 's3');
    await mustBe(bench.write.remember({ content: 'Anna cannot nap at noon', source: 'agent' }));
    await bench.embed();
    const { results, passages } = await bench.search(query, meaning);
    expect(results).toHaveLength(1);
    return passages.filter((passage) => passage.above === true).map(({ text }) => text);
  };

  test('is of a document that holds more by words and by meaning, not the question that was said', async () => {
    expect(await above(towards(1))).toEqual(['A kitten naps.']);
  });

  test('is none where a memory holds more, or words alone rank', async () => {
    expect(await above(towards(7), 'can Anna nap at noon')).toEqual([]);
    expect(await above({ kind: 'none', reason: null })).toEqual([]);
  });
});
