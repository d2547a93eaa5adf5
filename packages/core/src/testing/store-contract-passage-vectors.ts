/**
 * The contract for vectors of documents and transcripts. A turn's vector is made of three texts. All are deleted with their source.
 * [F-2, F-5, F-8, ST-4]
 */
import { describe, expect, test } from 'vitest';
import type { PassageScope } from '../ports/store.ts';
import type { UnembeddedText } from '../ports/vectors.ts';
import { mixedVector, textsOf } from '../vectors/embeddable.ts';
import { sampleId, sampleMs, sampleRow } from './sample-memories.ts';
import { sampleDocument, sampleSession, sampleTurns } from './sample-passages.ts';
import { pointing } from './store-contract-vectors.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const MODEL = { model: 'compass', dimensions: 8 };

export const passageVectorContract = ({ apply, reader, save, tx }: StoreUnderTest): void => {
  const use = (model = MODEL.model): Promise<void> => tx.useEmbedder({ ...MODEL, model });
  const waiting = (model = MODEL.model): Promise<readonly UnembeddedText[]> =>
    reader().unembedded(model, 100);
  const waitingTexts = async () => (await waiting()).map(({ text }) => text);
  /** Saves vectors: a text points along the dimension of its first digit. */
  const keep = (owners: readonly UnembeddedText[]): Promise<number> => {
    const vectors = owners.map((owner) => ({
      hash: owner.hash,
      vector: mixedVector(owner, (text) => pointing(Number(/\d/.exec(text)?.[0]))) ?? new Float32Array(),
    }));
    return tx.putVectors(vectors, owners);
  };
  const embed = async (model = MODEL.model): Promise<number> => {
    await use(model);
    return keep(await waiting(model));
  };
  const held = async () => (await reader().vectorCounts(MODEL.model)).vectors;
  const asking = (dimension: number) => ({ model: MODEL.model, vector: pointing(dimension) });
  const nearest = async (dimension: number, scope: PassageScope = {}, limit = 10) => {
    const { matches } = await reader().matchPassageVectors(asking(dimension), scope, limit);
    return matches.map(({ passage }) => passage.body);
  };

  describe('vectors of passages', () => {
    test('[F-8] a turn waits with the turns beside it, a piece of a document alone, and memories come first', async () => {
      await apply(sampleSession('s1', ['to 1', 'to 2', 'to 3']));
      await apply(sampleDocument('d1', 'to 5'));
      await save(sampleRow(sampleId(1), 'to 4'));
      const found = await waiting();
      expect(found.map(({ owner, text }) => [owner.kind, text])).toEqual([
        ['memory', 'to 4'],
        ['passage', 'to 5'],
        ['passage', 'anna: to 3'],
        ['passage', 'anna: to 2'],
        ['passage', 'anna: to 1'],
      ]);
      expect(found.map(textsOf)).toEqual([
        ['to 4'],
        ['to 5'],
        ['anna: to 3', 'anna: to 2'],
        ['anna: to 2', 'anna: to 1', 'anna: to 3'],
        ['anna: to 1', 'anna: to 2'],
      ]);
      expect(await reader().unembedded(MODEL.model, 2)).toEqual(found.slice(0, 2));
      expect(await embed()).toBe(5);
      expect([await waiting(), await held()]).toEqual([[], 5]);
    });

    test('[F-8] finds the nearest first, with their cosines, and what stands beside them', async () => {
      await apply(sampleSession('s1', ['to 1', 'to 3', 'to 5', 'to 7']));
      await embed();
      expect((await nearest(3, {}, 2)).sort()).toEqual(['to 3', 'to 5']);
      expect((await nearest(3))[0]).toBe('to 3');
      const question = asking(3);
      const { matches, isComplete } = await reader().matchPassageVectors(question, {}, 10);
      expect(isComplete).toBe(true);
      expect(matches[0]?.source).toEqual({ id: 's1', kind: 'session', name: 'name of s1' });
      const places = [2, 9, 1].map((ordinal) => ({ source: 's1', ordinal, part: 0 }));
      const cosines = await reader().passageCosines(question, places);
      expect(cosines[0]).toBeCloseTo(matches.find(({ passage }) => passage.ordinal === 2)?.cosine ?? 0, 5);
      expect(cosines[1]).toBeNull();
      expect(cosines[2]).toBeCloseTo(matches[0]?.cosine ?? 0, 5);
      expect(cosines[2]).toBeGreaterThan(cosines[0] ?? 1);
      expect(await reader().passageCosines(question, [])).toEqual([]);
      const other = await reader().matchPassageVectors({ ...question, model: 'stars' }, {}, 10);
      expect(other).toEqual({ matches: [], isComplete: true });
    });

    test('[F-5] stays in its scope, and is no memory', async () => {
      await apply(sampleSession('s1', ['1 here'], 'p'));
      await apply(sampleSession('s2', ['1 there'], 'q'));
      await apply(sampleDocument('d1', '1 everywhere'));
      await save(sampleRow(sampleId(1), '1 remembered'));
      await embed();
      const sorted = async (scope: PassageScope) => (await nearest(1, scope)).sort();
      expect(await sorted({})).toEqual(['1 everywhere', '1 here', '1 there']);
      expect(await sorted({ projects: ['p', null] })).toEqual(['1 everywhere', '1 here']);
      expect(await sorted({ projects: ['q'] })).toEqual(['1 there']);
      expect(await sorted({ kinds: ['turn'], projects: [null] })).toEqual([]);
      expect(await sorted({ kinds: ['document'] })).toEqual(['1 everywhere']);
      expect(await sorted({ asOf: sampleMs(2) })).toEqual(['1 here', '1 there']);
      const question = asking(1);
      const { matches } = await reader().matchVector(question, {}, 10);
      expect(matches.map(({ memory }) => memory.content)).toEqual(['1 remembered']);
    });

    test('[F-8] when a session goes on, the turn before waits again, and no other', async () => {
      await apply(sampleSession('s1', ['to 1', 'to 2', 'to 3']));
      await embed();
      const before = await tx.lastPassages('s1', 4);
      await apply({ passages: sampleTurns('s1', ['to 4'], { first: 3, before }) });
      expect(await waitingTexts()).toEqual(['anna: to 4', 'anna: to 3']);
      expect(await reader().vectorCounts(MODEL.model)).toEqual({ waiting: 2, vectors: 2 });
      expect(await embed()).toBe(2);
      expect((await nearest(4))[0]).toBe('to 4');
    });

    test('[ST-4] the vectors go with their source, unless another says all of the same', async () => {
      await apply(sampleSession('s1', ['to 1', 'to 2']));
      await apply(sampleSession('s2', ['to 1', 'to 2']));
      await apply(sampleDocument('d1', 'to 3'));
      await save(sampleRow(sampleId(1), 'to 3'));
      await embed();
      expect(await held()).toBe(4);
      await apply({ eraseSources: ['s1', 'd1'] });
      expect([await held(), (await nearest(1)).sort()]).toEqual([3, ['to 1', 'to 2']]);
      await apply({ eraseSources: ['s2'] });
      expect([await held(), await nearest(1)]).toEqual([1, []]);
      await apply({ eraseMemories: [sampleId(1)] });
      expect(await held()).toBe(0);
    });

    test('[ST-4] what was taken out or changed while it was embedded gets no vector', async () => {
      await apply(sampleSession('s1', ['to 1', 'to 2']));
      await apply(sampleDocument('d1', 'to 3'));
      await use();
      const owners = await waiting();
      const before = await tx.lastPassages('s1', 4);
      await apply({
        eraseSources: ['d1'],
        passages: sampleTurns('s1', ['to 6'], { first: 2, before }),
      });
      expect(await keep(owners)).toBe(1);
      expect(await waitingTexts()).toEqual(['anna: to 6', 'anna: to 2']);
      expect(await reader().vectorCounts(MODEL.model)).toEqual({ waiting: 2, vectors: 1 });
    });

    test('[F-2] with another model all wait, and what is not used any more is erased after its time', async () => {
      await apply(sampleSession('s1', ['to 1', 'to 2']));
      await embed();
      const hashes = (await waiting('stars')).map(({ hash }) => hash);
      expect(hashes).toHaveLength(2);
      await embed('stars');
      expect(await nearest(1)).toEqual([]);
      await use();
      expect(await reader().embeddedTexts(MODEL.model, hashes)).toHaveLength(2);
      const owners = await waiting();
      expect(await tx.putVectors([], owners)).toBe(2);
      expect((await nearest(1))[0]).toBe('to 1');
      const evict = (nowMs: number, since: number) => tx.evictVectors(0, nowMs, since);
      await evict(1_000, 500);
      await evict(2_000, 1_001);
      expect([await held(), (await nearest(1))[0]]).toEqual([2, 'to 1']);
    });
  });
};
