/** The contract for vectors: found in scope, shared by equal text, deleted with the last row that has it. [F-2, F-5, ST-4] */
import { describe, expect, test } from 'vitest';
import type { Scope } from '../ports/store.ts';
import { unitVector } from '../vectors/unit-vector.ts';
import { sampleId, sampleKeyedId, sampleMs, sampleRow } from './sample-memories.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const [a, b, c, d] = [sampleId(1), sampleId(2), sampleId(3), sampleId(4)];
const MODEL = { model: 'compass', dimensions: 8 };

/** Returns a unit vector that points near the given dimension. */
export const pointing = (dimension: number, aside = 0): Float32Array => {
  const vector = new Float32Array(8).fill(0.05);
  vector[dimension] = 1;
  vector[(dimension + 1) % 8] = aside;
  return unitVector(vector) ?? vector;
};

export const vectorContract = ({ apply, failing, reader, save, tx }: StoreUnderTest): void => {
  const use = (model = MODEL.model): Promise<void> => tx.useEmbedder({ ...MODEL, model });
  const waiting = async (model = MODEL.model) =>
    (await reader().unembedded(model, 100)).map(({ text }) => text);
  /** Uses the model and embeds everything that waits: a text points along the dimension of its first digit. */
  const embed = async (model = MODEL.model): Promise<number> => {
    await use(model);
    const texts = await reader().unembedded(model, 100);
    const vectors = texts.map(({ text, hash }) => ({ hash, vector: pointing(Number(/\d/.exec(text)?.[0])) }));
    return tx.putVectors(vectors, texts);
  };
  const held = async (model = MODEL.model) => (await reader().vectorCounts(model)).vectors;
  const asking = (...at: Parameters<typeof pointing>) => ({ model: MODEL.model, vector: pointing(...at) });
  const nearest = async (dimension: number, scope: Scope = {}, limit = 10, model = MODEL.model) => {
    const { matches } = await reader().matchVector({ model, vector: pointing(dimension) }, scope, limit);
    return matches.map(({ memory }) => memory.content);
  };

  describe('vectors', () => {
    test('[F-2] what was saved waits until it is embedded, newest first', async () => {
      await save(sampleRow(a, 'to 1'), sampleRow(b, 'to 2'));
      expect(await waiting()).toEqual(['to 2', 'to 1']);
      expect(await reader().vectorCounts(MODEL.model)).toEqual({ waiting: 2, vectors: 0 });
      expect(await embed()).toBe(2);
      expect(await waiting()).toEqual([]);
      expect(await reader().vectorCounts(MODEL.model)).toEqual({ waiting: 0, vectors: 2 });
      await save(sampleRow(c, 'to 3'));
      expect(await waiting()).toEqual(['to 3']);
    });

    test('finds the nearest first, with their cosines, no more than the limit', async () => {
      await apply({ memories: [1, 2, 3].map((n) => sampleRow(sampleId(n), `to ${n}`)) });
      await embed();
      const question = asking(2, 0.5);
      const { matches, isComplete } = await reader().matchVector(question, {}, 2);
      expect(matches.map(({ memory }) => memory.content)).toEqual(['to 2', 'to 3']);
      expect(isComplete).toBe(true);
      const [nearest, next] = matches;
      expect(nearest?.cosine).toBeCloseTo(0.91, 1);
      expect(next?.cosine).toBeCloseTo(0.5, 1);
      const cosines = await reader().cosinesOf(question, [c, d, b]);
      expect(cosines[0]).toBeCloseTo(next?.cosine ?? 0, 5);
      expect(cosines[1]).toBeNull();
      expect(cosines[2]).toBeCloseTo(nearest?.cosine ?? 0, 5);
      expect(await reader().cosinesOf(question, [])).toEqual([]);
    });

    test('[F-3] zeros are near nothing: their text waits no more, and its cosine is none', async () => {
      await save(sampleRow(a, 'says nothing'), sampleRow(b, 'to 1'));
      await use();
      const texts = await reader().unembedded(MODEL.model, 100);
      const vectors = texts.map(({ text, hash }) => ({
        hash,
        vector: text === 'to 1' ? pointing(1) : new Float32Array(MODEL.dimensions),
      }));
      expect(await tx.putVectors(vectors, texts)).toBe(2);
      expect(await waiting()).toEqual([]);
      const question = asking(1);
      const { matches } = await reader().matchVector(question, {}, 10);
      expect(matches.map(({ memory, cosine }) => [memory.content, Math.round(cosine)])).toEqual([
        ['to 1', 1],
        ['says nothing', 0],
      ]);
      const [cosine = null] = await reader().cosinesOf(question, [a]);
      expect(cosine ?? 0).toBe(0);
    });

    test('[F-5] stays in its scope, and finds only what is current, or was', async () => {
      await save(
        sampleRow(a, '1 here', { project: 'p', tags: ['x'] }),
        sampleRow(b, '1 there', { project: 'q', createdAt: sampleMs(5) }),
        sampleRow(c, '1 old', { state: 1, supersededBy: b, supersededAt: sampleMs(5) }),
        sampleRow(d, '1 held', { state: 3, trust: 'held' }),
        sampleRow(sampleKeyedId(1), '1 keyed', { namespace: 'tacit/style', key: 'k' }),
      );
      await embed();
      const sorted = async (scope: Scope) => [...(await nearest(1, scope))].sort();
      expect(await sorted({})).toEqual(['1 here', '1 keyed', '1 there']);
      expect(await sorted({ projects: ['p'] })).toEqual(['1 here']);
      expect(await sorted({ projects: ['p', null] })).toEqual(['1 here', '1 keyed']);
      expect(await sorted({ tags: ['x'] })).toEqual(['1 here']);
      expect(await sorted({ namespacePrefix: 'tacit' })).toEqual(['1 keyed']);
      expect(await sorted({ since: sampleMs(5) })).toEqual(['1 there']);
      expect(await sorted({ until: sampleMs(5), tags: ['x'] })).toEqual(['1 here']);
      expect(await sorted({ asOf: sampleMs(4) })).toEqual(['1 here', '1 keyed', '1 old']);
    });

    test('[F-2] equal text is embedded once', async () => {
      await save(sampleRow(a, 'to 1', { project: 'p' }), sampleRow(b, 'to 1'));
      expect(await embed()).toBe(2);
      expect(await reader().vectorCounts(MODEL.model)).toEqual({ waiting: 0, vectors: 1 });
      await save(sampleRow(c, 'to 1', { project: 'q' }));
      const [text] = await reader().unembedded(MODEL.model, 1);
      if (text === undefined) throw new Error('nothing waits');
      expect(await reader().embeddedTexts(MODEL.model, [text.hash, 'other'])).toEqual([text.hash]);
      expect(await tx.putVectors([], [text])).toBe(1);
      expect(await nearest(1)).toHaveLength(3);
    });

    test('[ST-4] a vector goes with the last memory that says its text', async () => {
      await save(sampleRow(a, 'to 1', { project: 'p' }), sampleRow(b, 'to 1'));
      await embed();
      await apply({ eraseMemories: [a] });
      expect([await nearest(1), await held()]).toEqual([['to 1'], 1]);
      await apply({ eraseMemories: [b] });
      expect([await nearest(1), await held()]).toEqual([[], 0]);
    });

    test('[ST-4] a text that was changed or forgotten while it was embedded gets no vector', async () => {
      await save(sampleRow(a, 'to 1'), sampleRow(b, 'to 2'), sampleRow(c, 'to 3'));
      await use();
      const texts = await reader().unembedded(MODEL.model, 100);
      await apply({ eraseMemories: [a], memories: [sampleRow(b, 'to 5')] });
      const vectors = texts.map(({ hash }) => ({ hash, vector: pointing(1) }));
      expect(await tx.putVectors(vectors, texts)).toBe(1);
      expect([await nearest(1), await waiting()]).toEqual([['to 3'], ['to 5']]);
      expect(await held()).toBe(1);
    });

    test('a changed text waits again, and the vector of the old one is gone', async () => {
      const keyed = sampleKeyedId(2);
      await save(sampleRow(keyed, 'to 1', { key: 'way-home', namespace: 'n' }));
      await embed();
      expect(await nearest(1)).toEqual(['to 1']);
      await save(sampleRow(keyed, 'to 2', { key: 'way-home', namespace: 'n' }));
      expect([await nearest(1), await waiting()]).toEqual([[], ['way home: to 2']]);
      expect(await held()).toBe(0);
      await embed();
      await apply({ states: [{ id: keyed, state: 1 }] });
      expect([await nearest(2), await waiting()]).toEqual([[], []]);
    });

    test('[F-2] with another model everything waits, and what it made before is used again', async () => {
      await save(sampleRow(a, 'to 1'), sampleRow(b, 'to 2'));
      await embed();
      expect(await reader().vectorCounts('stars')).toEqual({ waiting: 2, vectors: 0 });
      await use('stars');
      expect([await nearest(1), [...(await waiting('stars'))].sort()]).toEqual([[], ['to 1', 'to 2']]);
      await embed('stars');
      expect([await nearest(1), await nearest(1, {}, 1, 'stars')]).toEqual([[], ['to 1']]);
      await use();
      const texts = await reader().unembedded(MODEL.model, 100);
      expect(texts).toHaveLength(2);
      const hashes = texts.map(({ hash }) => hash);
      expect(await reader().embeddedTexts(MODEL.model, hashes)).toHaveLength(2);
      expect(await tx.putVectors([], texts)).toBe(2);
      expect(await nearest(1, {}, 1)).toEqual(['to 1']);
      await apply({ eraseMemories: [a, b] });
      expect(await reader().vectorCounts(MODEL.model)).toEqual({ waiting: 0, vectors: 0 });
    });

    test('[F-2] a vector that nobody uses is erased after its time', async () => {
      await save(sampleRow(a, 'to 1'));
      await embed();
      await embed('stars');
      const evict = (nowMs: number, before: number) => tx.evictVectors(0, nowMs, before);
      const both = async () => [await held(), await held('stars')];
      await evict(1_000, 500);
      expect(await both()).toEqual([1, 1]);
      await evict(1_500, 900);
      expect(await both()).toEqual([1, 1]);
      await evict(2_000, 1_001);
      expect([await both(), await nearest(1, {}, 1, 'stars')]).toEqual([[0, 1], ['to 1']]);
      expect(await tx.evictVectors(99, 3_000, 2_999)).toBeNull();
    });

    test('vectors of another length, and a write that failed, leave nothing', async () => {
      await save(sampleRow(a, 'to 1'));
      await use();
      const [text] = await reader().unembedded(MODEL.model, 1);
      if (text === undefined) throw new Error('nothing waits');
      const short = [{ hash: text.hash, vector: new Float32Array([1, 0]) }];
      expect(await tx.putVectors(short, [text])).toBe(0);
      await failing((tx) => tx.putVectors([{ hash: text.hash, vector: pointing(1) }], [text]));
      expect(await reader().vectorCounts(MODEL.model)).toEqual({ waiting: 1, vectors: 0 });
    });
  });
};
