import type { SaveInput, SearchInput } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { Meaning } from '../engine/api.ts';
import { createEngineBench, errorOf, mustBe } from '../testing/engine-bench.ts';
import { pointing } from '../testing/store-contract-vectors.ts';

const MODEL = { model: 'compass' };
const fusion = { rule: 'cosine', vectorWeight: 0.6, cosineMin: 0.3 } as const;
const towards = (dimension: number, aside = 0): Meaning => ({
  kind: 'vector',
  model: MODEL.model,
  vector: pointing(dimension, aside),
  fusion,
});

/** `directions`: the direction of a memory's vector, by its content. */
const setUp = (directions: Readonly<Record<string, number>>) => {
  const bench = createEngineBench();
  const embed = async () => {
    const { texts, known } = await bench.read.unembedded(MODEL.model, 100);
    const fresh = texts.filter(({ hash, text }) => !known.includes(hash) && directions[text] !== undefined);
    const vectors = fresh.map(({ hash, text }) => ({ hash, vector: pointing(directions[text] ?? 0) }));
    return mustBe(bench.write.keepVectors({ ...MODEL, vectors, owners: texts }));
  };
  const save = async (content: string, fields: Partial<SaveInput> = {}) => {
    bench.time.skip(1_000);
    return mustBe(bench.write.remember({ content, source: 'user', ...fields }));
  };
  const search = (query: string, meaning: Meaning, fields: Partial<SearchInput> = {}) =>
    mustBe(bench.read.search({ query, ...fields }, meaning));
  const found = async (query: string, meaning: Meaning, fields: Partial<SearchInput> = {}) =>
    (await search(query, meaning, fields)).results.map(({ content }) => content);
  return { ...bench, embed, save, search, found };
};

const HOME = { 'the cat sleeps': 1, 'a kitten naps': 1, 'deploy on friday': 4, 'the dog barks': 2 };
const home = async () => {
  const bench = setUp(HOME);
  for (const content of Object.keys(HOME)) await bench.save(content);
  await bench.embed();
  return bench;
};

describe('[F-4] search by words and by meaning', () => {
  test('finds what shares no word, after what is alike in both', async () => {
    const { found, search } = await home();
    expect(await found('where does the cat sleep', towards(1))).toEqual(['the cat sleeps', 'a kitten naps']);
    const [first, second] = (await search('where does the cat sleep', towards(1))).results;
    expect(first).toMatchObject({ vectorScore: expect.closeTo(1, 2) });
    expect(first?.score).toBeGreaterThan(0.8);
    expect(second).toMatchObject({ textScore: null, score: expect.closeTo(0.6, 1) });
  });

  test('[CX-1] a prompt is given what shares no word with it, when the caller knows what it means', async () => {
    const { read, search } = await home();
    const given = async (meaning?: Meaning) =>
      (
        await mustBe(
          read.context(
            { query: 'how is my gizmo?' },
            meaning === undefined ? {} : { found: (await search('how is my gizmo?', meaning)).results },
          ),
        )
      ).text;
    expect(await given()).toBe('');
    expect(await given(towards(4))).toContain('deploy on friday');
    expect(await given(towards(7))).toBe('');
  });

  test('a correction is first at once, before it has a vector', async () => {
    const { write, embed, save, found } = setUp(HOME);
    for (const content of ['the dog barks', 'a kitten naps']) await save(content);
    const { id } = await save('the cat sleeps');
    await embed();
    await mustBe(write.supersede(id, { content: 'the cat sleeps outside', source: 'user' }));
    expect((await found('where does the cat sleep', towards(1), { limit: 1 }))[0]).toBe(
      'the cat sleeps outside',
    );
  });

  test('[F-19] words and meaning are judged together where the embedder says how', async () => {
    const { found, save, search } = await home();
    const judged = (dimension: number): Meaning => {
      const meaning = towards(dimension, 0.5);
      const together = { cosine: 0.75, least: 0.5 };
      return meaning.kind === 'none'
        ? meaning
        : { ...meaning, fusion: { ...fusion, sureFrom: 1.1, together } };
    };
    const question = 'does the neighbour feed his cat salmon';
    const [byWords] = (await search(question, towards(7))).results;
    expect(byWords?.textScore).toBeGreaterThan(0.24);
    expect(byWords?.textScore).toBeLessThan(0.5);
    expect(await found(question, judged(7))).toEqual([]);
    expect((await found(question, judged(1)))[0]).toBe('the cat sleeps');
    await save('salmon was on the menu');
    expect(await found(question, judged(7))).toContain('salmon was on the menu');
  });

  test.each([
    ['what happened on 15 January', 4],
    ['was war am 15.01.2026', 4],
    ['what happened on 16 January', 0],
  ])('[F-19] a memory of the day that a question names is an answer: %s', async (query, count) => {
    const { search } = await home();
    const judged = { ...fusion, sureFrom: 0.9, together: { cosine: 2, least: 1 } };
    const far: Meaning = { kind: 'vector', ...MODEL, vector: pointing(7), fusion: judged };
    expect((await search(query, far)).results).toHaveLength(count);
  });

  test('[F-19] less meaning is enough between two languages, where no word can match', async () => {
    const content = 'the cat sleeps on the sofa';
    const { found, save, embed } = setUp({ [content]: 1 });
    await save(content);
    await embed();
    const meaning: Meaning = {
      kind: 'vector',
      ...MODEL,
      vector: pointing(1),
      fusion: { ...fusion, sureFrom: 1.1, sureAcrossFrom: 0.9 },
    };
    expect(await found('wo ist das Haustier', meaning)).toEqual([content]);
    expect(await found('where is the gizmo', meaning)).toEqual([]);
    expect(await found('Haustier', meaning)).toEqual([]);
  });

  test('what is not like the question is no answer', async () => {
    const { search } = await home();
    expect(await search('submarine', towards(6))).toMatchObject({
      results: [],
      reason: 'No current memory has these words.',
    });
  });

  test('in mode vector it says whether nothing is near, or nothing that was searched has a vector', async () => {
    const { search } = await home();
    const reasonFor = async (fields: Partial<SearchInput>) =>
      (await search('submarine', towards(6), { mode: 'vector', ...fields })).reason;
    const far = 'No current memory is near enough to the question.';
    const none = 'No memory that was searched has a vector yet.';
    expect(await reasonFor({})).toBe(far);
    expect(await reasonFor({ in: ['memories'] })).toBe(far);
    expect(await reasonFor({ tags: ['nowhere'] })).toBe(none);
    expect(await reasonFor({ in: ['sessions'] })).toBe(none);
  });

  test('in mode text the words count alone, in mode vector the meaning', async () => {
    const { found, search } = await home();
    expect(await found('the dog barks', towards(1), { mode: 'text' })).toEqual(['the dog barks']);
    expect([...(await found('the dog barks', towards(1), { mode: 'vector' }))].sort()).toEqual([
      'a kitten naps',
      'the cat sleeps',
    ]);
    const none: Meaning = { kind: 'none', reason: null };
    expect((await search('dog', none, { mode: 'vector' })).reason).toContain('There is no embedder');
    expect((await search('dog', none)).reason).toBeUndefined();
    const late: Meaning = { kind: 'none', reason: 'The embedder is still starting.' };
    expect((await search('dog', late)).reason).toBe(
      'The embedder is still starting. The search was by words.',
    );
    expect((await search('dog', late, { mode: 'text' })).reason).toBeUndefined();
  });

  test('before anything is embedded, and with a model that is not the present one, words rank alone', async () => {
    const bench = setUp(HOME);
    await bench.save('the cat sleeps');
    expect(await bench.found('cat', towards(1))).toEqual(['the cat sleeps']);
    await bench.embed();
    expect(await bench.found('cat', { ...towards(1), model: 'stars' } as Meaning)).toEqual([
      'the cat sleeps',
    ]);
  });

  test('explains the parts of each score', async () => {
    const { search } = await home();
    const { results } = await search('the cat', towards(1), { explain: true, limit: 2 });
    expect(results.map(({ why }) => why)).toMatchObject([
      { rank: 1, by: 'words', cosine: expect.closeTo(1, 2), fusion, isExact: false },
      { rank: 2, by: 'words', terms: ['cat'], cosine: expect.closeTo(1, 2) },
    ]);
  });
});

describe('[F-10] whom a question names', () => {
  test('what begins with them comes before what is as near, by words and by both', async () => {
    const { save, embed, found } = setUp({ 'Ben has a red boat': 1, 'Anna has a red boat': 1 });
    await save('Ben has a red boat');
    await save('Anna has a red boat');
    await embed();
    for (const mode of ['text', 'hybrid'] as const) {
      expect((await found('is the boat of Anna red', towards(1), { mode }))[0]).toBe('Anna has a red boat');
      expect((await found('is the boat of Ben red', towards(1), { mode }))[0]).toBe('Ben has a red boat');
    }
  });

  test('says so when it is asked why', async () => {
    const { save, search } = setUp({});
    await save('Ben has a red boat');
    await save('Anna has a red boat');
    const { results } = await search(
      'which boat has Anna',
      { kind: 'none', reason: null },
      { explain: true },
    );
    expect(results.map(({ why }) => why?.isNamed)).toEqual([true, false]);
  });
});

describe('[F-7] exact words always win', () => {
  test('a marker comes first, whatever is nearer in meaning', async () => {
    const directions: Record<string, number> = { 'the switch qz7f3k is off': 5 };
    const { save, embed, search } = setUp(directions);
    await save('the switch qz7f3k is off');
    for (let n = 0; n < 30; n++) {
      directions[`the state of switch number ${n}`] = 1;
      await save(`the state of switch number ${n}`);
    }
    await embed();
    for (const query of ['qz7f3k', 'what is the state of switch qz7f3k', 'state of "qz7f3k" please']) {
      const { results } = await search(query, towards(1));
      expect(results[0]?.content).toBe('the switch qz7f3k is off');
      expect(results).toHaveLength(10);
      const scores = results.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    }
  });
});

test('[F-2] vectors of another length under the same name are refused', async () => {
  const { write, save, embed, read } = setUp({ one: 1 });
  await save('one');
  await embed();
  await save('two');
  const { texts } = await read.unembedded(MODEL.model, 5);
  const vectors = texts.map(({ hash }) => ({ hash, vector: new Float32Array([1, 0]) }));
  const refused = await errorOf(write.keepVectors({ ...MODEL, vectors, owners: texts }));
  expect(refused.message).toContain('2 numbers; before, they had 8');
  expect((await read.vectorCounts('compass')).waiting).toBe(1);
});

test('[F-5] a superseded memory is not found by its meaning', async () => {
  const { save, embed, found, write } = setUp({ 'we use npm': 1, 'we use pnpm': 1 });
  const { id } = await save('we use npm');
  await mustBe(write.supersede(id, { content: 'we use pnpm' }));
  await embed();
  expect(await found('package manager', towards(1))).toEqual(['we use pnpm']);
});
