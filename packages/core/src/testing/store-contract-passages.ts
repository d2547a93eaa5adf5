/** The contract for documents and transcripts. */
import { describe, expect, test } from 'vitest';
import type { PassageMark, PassageScope } from '../ports/store.ts';
import { planQueries, rowBudget } from '../search/plan.ts';
import { parseQuery } from '../search/query.ts';
import { sampleMs } from './sample-memories.ts';
import { sampleDocument, sampleSession } from './sample-passages.ts';
import type { StoreUnderTest } from './store-under-test.ts';

export const passageContract = ({ apply, ask, failing, reader, tx }: StoreUnderTest): void => {
  const search = async (text: string, scope: PassageScope = {}, limit = 10) => {
    const { terms } = parseQuery(text);
    const size = await reader().passagesSize();
    const frequencies = await reader().passageFrequencies(terms, rowBudget(size) + 1);
    const [query] = planQueries({ terms, frequencies, size, projects: scope.projects });
    if (query === undefined) return [];
    const matches = await reader().matchPassages(query, scope, limit);
    return matches.map(({ passage, source }) => ({ source: source.id, body: passage.body }));
  };
  const bodies = async (text: string, scope: PassageScope = {}, limit = 10) =>
    (await search(text, scope, limit)).map(({ body }) => body);

  describe('passages', () => {
    test('[F-6] are found by substring, all pieces of it, in scope, newest first', async () => {
      await apply(sampleSession('s1', ['a Zebrafinch', '100% zebra', 'nothing'], 'p'));
      await apply(sampleSession('s2', ['the ZEBRAfish'], null));
      const like = async (tokens: readonly string[], scope: PassageScope = {}, limit = 10) =>
        (await reader().likePassages(tokens, scope, limit)).map(({ passage }) => passage.body).sort();
      expect(await like(['ebraf'])).toEqual(['a Zebrafinch', 'the ZEBRAfish']);
      expect(await like(['EBRA', '0%'])).toEqual(['100% zebra']);
      expect(await like(['ebraf'], { projects: ['p'] })).toEqual(['a Zebrafinch']);
      expect(await like(['ebraf'], { kinds: ['document'] })).toEqual([]);
      expect(await like(['ebraf'], {}, 1)).toHaveLength(1);
      expect(await like(['unheard'])).toEqual([]);
    });

    test('[F-13] only those of one source are found, and what stands beside each', async () => {
      await apply(sampleSession('s1', ['a zebra', 'two', `long ${'zebra '.repeat(200)}`, 'last'], 'p'));
      await apply(sampleSession('s2', ['another zebra'], null));
      expect(await bodies('zebra', { source: 's2' })).toEqual(['another zebra']);
      expect(await bodies('zebra', { source: 'none' })).toEqual([]);
      expect(
        (await reader().likePassages(['ebra'], { source: 's2' }, 9)).map(({ source }) => source.id),
      ).toEqual(['s2']);
      const beside = await reader().passagesBeside([
        { source: 's1', ordinal: 0, part: 0 },
        { source: 's1', ordinal: 2, part: 1 },
        { source: 's2', ordinal: 0, part: 0 },
        { source: 'none', ordinal: 0, part: 0 },
      ]);
      expect(beside.map(({ before, after }) => [before?.ordinal ?? null, after?.ordinal ?? null])).toEqual([
        [null, 1],
        [2, 2],
        [null, null],
        [null, null],
      ]);
      expect(beside[0]?.after).toEqual({ ordinal: 1, author: 'anna', body: 'two' });
      expect(await reader().passagesBeside([])).toEqual([]);
    });

    test('[F-23] each piece of a turn tells how long the turn is', async () => {
      const long = `long ${'zebra '.repeat(200)}`;
      await apply(sampleSession('s1', [long, 'a zebra'], 'p'));
      const found = await reader().likePassages(['ebra'], {}, 9);
      const lengths = Map.groupBy(found, ({ passage }) => passage.ordinal);
      expect(lengths.get(0)?.length).toBeGreaterThan(1);
      expect(new Set(lengths.get(0)?.map(({ passage }) => passage.length))).toEqual(
        new Set([long.trim().length]),
      );
      expect(lengths.get(1)?.map(({ passage }) => passage.length)).toEqual(['a zebra'.length]);
    });

    test('[M-11] every field of a source and its passages comes back as it went in', async () => {
      const set = sampleSession('s1', ['first zebra', 'second', 'third'], 'p');
      await apply(set);
      const [source, last] = await ask(async (tx) => [await tx.source('s1'), await tx.lastPassages('s1', 2)]);
      expect(source).toEqual(set.sources?.[0]);
      expect(last).toEqual(set.passages?.slice(-2));
      expect(await tx.source('other')).toBeNull();
      expect(await tx.lastPassages('s1', 0)).toEqual([]);
      const marks = await tx.passagesBetween('s1', sampleMs(0), sampleMs(1));
      const mark = ({ author, at }: PassageMark) => [author, at];
      expect(marks.map(mark).sort()).toEqual([
        ['anna', sampleMs(0)],
        ['anna', sampleMs(1)],
      ]);
      expect(await tx.passagesBetween('other', 0, sampleMs(9))).toEqual([]);
    });

    test('[M-11] sources are listed by kind and name, with how many passages they have', async () => {
      await apply(sampleDocument('d1', 'zebra'));
      await apply(sampleSession('s2', ['a', 'b']));
      await apply(sampleSession('s1', ['c']));
      const listed = async (kind: 'document' | 'session') =>
        (await reader().sources(kind)).map(({ id, passages }) => [id, passages]);
      expect(await listed('session')).toEqual([
        ['s1', 1],
        ['s2', 2],
      ]);
      expect(await listed('document')).toEqual([['d1', 1]]);
      expect(await reader().passagesSize()).toBe(4);
    });

    test('[F-8] a turn is found by its words, its speaker and its date', async () => {
      await apply(sampleSession('s1', ['We saw a zebra', 'It ran off', 'Then it rained', 'We went home']));
      expect((await bodies('zebra'))[0]).toBe('We saw a zebra');
      expect(await bodies('november14')).toHaveLength(4);
      expect(await bodies('anna')).toHaveLength(4);
      expect(await bodies('quagga')).toEqual([]);
    });

    test('[F-8] two turns on either side are found too, and come after the turn that says it', async () => {
      await apply(sampleSession('s1', ['zero', 'one', 'a zebra', 'three', 'four', 'five']));
      const found = await bodies('zebra');
      expect(found[0]).toBe('a zebra');
      expect([...found].sort()).toEqual(['a zebra', 'four', 'one', 'three', 'zero']);
    });

    test('[F-5] stays in its scope', async () => {
      await apply(sampleSession('s1', ['zebra here'], 'p'));
      await apply(sampleSession('s2', ['zebra there'], 'q'));
      await apply(sampleDocument('d1', 'zebra everywhere'));
      const sorted = async (scope: PassageScope) => [...(await bodies('zebra', scope))].sort();
      expect(await sorted({ projects: ['p', null] })).toEqual(['zebra everywhere', 'zebra here']);
      expect(await sorted({ projects: ['q'] })).toEqual(['zebra there']);
      expect(await sorted({ kinds: ['document'] })).toEqual(['zebra everywhere']);
      expect(await sorted({ kinds: ['turn'], projects: [null] })).toEqual([]);
      expect(await sorted({ asOf: sampleMs(2) })).toEqual(['zebra here', 'zebra there']);
      expect(await bodies('zebra', {}, 1)).toHaveLength(1);
    });

    test('[ST-4] an erased source is found no more, and may come back as something else', async () => {
      await apply(sampleDocument('d1', 'a zebra'));
      await apply(sampleSession('s1', ['a quagga']));
      await apply({ eraseSources: ['d1'], ...sampleDocument('d1', 'an okapi') });
      expect([await bodies('zebra'), await bodies('okapi')]).toEqual([[], ['an okapi']]);
      await apply({ eraseSources: ['d1', 'unknown'] });
      expect([await bodies('okapi'), await bodies('quagga')]).toEqual([[], ['a quagga']]);
      expect(await reader().sources('document')).toEqual([]);
    });

    test('a passage that is written again is found by its new words only', async () => {
      const set = sampleSession('s1', ['a zebra']);
      await apply(set);
      await apply({ passages: (set.passages ?? []).map((one) => ({ ...one, next: 'quagga' })) });
      expect(await bodies('quagga')).toEqual(['a zebra']);
      await apply({ passages: set.passages ?? [] });
      expect(await bodies('quagga')).toEqual([]);
      expect(await reader().passagesSize()).toBe(1);
    });

    test('a write that failed leaves nothing of them', async () => {
      await failing((tx) => tx.apply(sampleSession('s1', ['zebra'])));
      expect(await bodies('zebra')).toEqual([]);
      expect(await reader().sources('session')).toEqual([]);
    });

    test('[F-9] frequencies are counted no further than asked', async () => {
      await apply(sampleSession('s1', ['zebra common', 'common', 'common', 'common', 'common', 'common']));
      expect(await reader().passageFrequencies(['zebra', 'common', 'absent'], 5)).toEqual([3, 5, 0]);
      expect(await reader().passageFrequencies([], 5)).toEqual([]);
    });
  });
};
