/** The contract for the full-text index: what it finds, in which scope, after every kind of change. */
import { describe, expect, test } from 'vitest';
import type { Scope } from '../ports/store.ts';
import { beginningsQuery, planQueries, rowBudget } from '../search/plan.ts';
import { parseQuery } from '../search/query.ts';
import { sampleBody, sampleId, sampleKeyedId, sampleMs, sampleRow } from './sample-memories.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const [a, b, c, d] = [sampleId(1), sampleId(2), sampleId(3), sampleId(4)];

export const searchContract = ({ apply, failing, reader, save, tx }: StoreUnderTest): void => {
  /** Returns the first plan for these words, as the engine makes it. */
  const plan = async (text: string, scope: Scope) => {
    const { terms } = parseQuery(text);
    const size = await reader().size();
    const frequencies = await reader().documentFrequencies(terms, rowBudget(size) + 1);
    return planQueries({ terms, frequencies, size, projects: scope.projects })[0];
  };
  const search = async (text: string, scope: Scope = {}, limit = 10): Promise<readonly string[]> => {
    const query = await plan(text, scope);
    if (query === undefined) return [];
    return (await reader().matchText(query, scope, limit)).map(({ memory }) => memory.content);
  };

  describe('entries that wait', () => {
    test('[F-6] are found by words once they were made, and by substring before', async () => {
      const rows = Array.from({ length: 120 }, (_, n) => sampleRow(sampleId(n), `fact number${n}`));
      await apply({ memories: rows, indexLater: true });
      expect((await reader().matchLike(['number77'], {}, 10)).map(({ content }) => content)).toEqual([
        'fact number77',
      ]);
      await tx.indexMore(50);
      while ((await tx.indexMore(50)).more);
      expect(await reader().unindexed()).toBe(0);
      expect(await search('number77')).toEqual(['fact number77']);
    });
  });

  describe('full text', () => {
    test('finds a word in content, key, namespace and tags', async () => {
      await save(
        sampleRow(a, 'Deploys go out on friday', { tags: ['release'] }),
        sampleRow(sampleKeyedId(1), 'two spaces', { namespace: 'tacit/style', key: 'indentation' }),
      );
      expect(await search('friday')).toEqual(['Deploys go out on friday']);
      expect(await search('release')).toEqual(['Deploys go out on friday']);
      expect(await search('indentation')).toEqual(['two spaces']);
      expect(await search('tacit')).toEqual(['two spaces']);
      expect(await search('monday')).toEqual([]);
    });

    test('puts the better match first and keeps to the limit', async () => {
      await save(
        sampleRow(a, 'zebra fact'),
        sampleRow(b, 'zebra quagga fact'),
        sampleRow(c, 'quagga fact'),
        sampleRow(d, 'fact'),
      );
      const found = await search('zebra quagga');
      expect(found[0]).toBe('zebra quagga fact');
      expect(found).toHaveLength(3);
      expect(await search('zebra quagga', {}, 1)).toEqual(['zebra quagga fact']);
    });

    test('finds languages without word spaces', async () => {
      await save(sampleRow(a, '部署在星期五进行'), sampleRow(b, 'デプロイは金曜日です'));
      expect(await search('星期五')).toEqual(['部署在星期五进行']);
      expect(await search('金曜日')).toEqual(['デプロイは金曜日です']);
    });

    test('[F-5] stays in its scope', async () => {
      const by = { ...sampleBody('').by, agent: 'codex' };
      await save(
        sampleRow(a, 'zebra here', { project: 'p', tags: ['x'] }),
        sampleRow(b, 'zebra there', { project: 'q', tags: ['y'], source: 'import', by }),
        sampleRow(c, 'zebra everywhere'),
        sampleRow(sampleKeyedId(1), 'zebra keyed', { namespace: 'tacit/style', key: 'k' }),
      );
      const sorted = async (scope: Scope) => [...(await search('zebra', scope))].sort();
      expect(await sorted({ projects: ['p', null] })).toEqual([
        'zebra everywhere',
        'zebra here',
        'zebra keyed',
      ]);
      expect(await sorted({ projects: ['q'] })).toEqual(['zebra there']);
      expect(await sorted({ tags: ['x', 'y'] })).toEqual(['zebra here', 'zebra there']);
      expect(await sorted({ namespacePrefix: 'tacit' })).toEqual(['zebra keyed']);
      expect(await sorted({ projects: ['p'], tags: ['y'] })).toEqual([]);
      expect(await sorted({ agent: 'codex' })).toEqual(['zebra there']);
      expect(await sorted({ source: 'agent' })).toHaveLength(3);
      expect(await sorted({ pinned: true })).toEqual([]);
    });

    test('[F-5] finds only what is current, or was', async () => {
      await save(
        sampleRow(a, 'zebra old', {
          createdAt: sampleMs(1),
          state: 1,
          supersededBy: b,
          supersededAt: sampleMs(5),
        }),
        sampleRow(b, 'zebra new', { createdAt: sampleMs(5) }),
        sampleRow(c, 'zebra twin', { createdAt: sampleMs(1), state: 2 }),
        sampleRow(d, 'zebra held', { createdAt: sampleMs(1), state: 3, trust: 'held' }),
      );
      expect(await search('zebra')).toEqual(['zebra new']);
      expect(await search('zebra', { asOf: sampleMs(4) })).toEqual(['zebra old']);
      expect(await search('zebra', { asOf: sampleMs(5) })).toEqual(['zebra new']);
      expect(await search('zebra', { asOf: sampleMs(0) })).toEqual([]);
    });

    test('follows every change of a row', async () => {
      await save(sampleRow(a, 'zebra'));
      await save(sampleRow(a, 'quagga'));
      expect([await search('zebra'), await search('quagga')]).toEqual([[], ['quagga']]);
      await apply({ states: [{ id: a, state: 1 }] });
      expect(await search('quagga')).toEqual([]);
      await apply({ states: [{ id: a, state: 0 }] });
      expect(await search('quagga')).toEqual(['quagga']);
      await apply({ eraseMemories: [a] });
      expect(await search('quagga')).toEqual([]);
      await save(sampleRow(a, 'zebra again'));
      expect(await search('zebra')).toEqual(['zebra again']);
    });

    test('a write that failed leaves nothing to be found', async () => {
      await failing((tx) => tx.apply({ memories: [sampleRow(a, 'zebra')] }));
      expect(await search('zebra')).toEqual([]);
    });

    test('[F-9] frequencies are counted no further than asked', async () => {
      const ids = Array.from({ length: 12 }, (_, n) => sampleId(n));
      await apply({ memories: ids.map((id, n) => sampleRow(id, n < 3 ? 'zebra common' : 'common')) });
      expect(await reader().documentFrequencies(['zebra', 'common', 'absent'], 5)).toEqual([3, 5, 0]);
      expect(await reader().documentFrequencies([], 5)).toEqual([]);
    });

    test('[M-4] postings are the rows of the rarest words, and rows come by their numbers', async () => {
      await save(
        sampleRow(a, 'zebra common'),
        sampleRow(b, 'zebra common', { project: 'p' }),
        sampleRow(c, 'common', { state: 1 }),
      );
      const lengths = async (words: readonly string[], atMost: { words: number; rows: number }) =>
        (await reader().rarestPostings(words, atMost)).map(({ length }) => length);
      expect(await lengths(['common', 'zebra', 'absent'], { words: 4, rows: 3 })).toEqual([2, 3]);
      expect(await lengths(['common', 'zebra', 'absent'], { words: 4, rows: 2 })).toEqual([2]);
      expect(await lengths(['common', 'zebra', 'absent'], { words: 1, rows: 3 })).toEqual([2]);
      expect(await lengths([], { words: 4, rows: 3 })).toEqual([]);
      const numbers = (await reader().rarestPostings(['common'], { words: 1, rows: 3 }))[0] ?? [];
      const ids = async (project: string | null, limit = 9) =>
        (await reader().rowsByNumbers(numbers, project, limit)).map(({ id }) => id);
      expect([await ids(null), await ids('p'), await ids('q'), await ids(null, 0)]).toEqual([
        [a],
        [b],
        [],
        [],
      ]);
      expect(await reader().rowsByNumbers([987_654], null, 9)).toEqual([]);
    });

    test('[M-8] hits elsewhere are counted by project', async () => {
      await save(
        sampleRow(a, 'zebra', { project: 'p' }),
        sampleRow(b, 'zebra too', { project: 'p' }),
        sampleRow(c, 'zebra', { project: 'q' }),
        sampleRow(d, 'zebra'),
      );
      const count = async (scope: Scope) => {
        const query = await plan('zebra', {});
        return query === undefined ? null : reader().countElsewhere(query, scope);
      };
      expect(await count({ projects: ['none', null] })).toEqual([
        { project: 'p', count: 2 },
        { project: 'q', count: 1 },
      ]);
      expect(await count({ projects: ['p'] })).toEqual(
        expect.arrayContaining([
          { project: null, count: 1 },
          { project: 'q', count: 1 },
        ]),
      );
      expect(await count({})).toEqual([]);
    });
  });

  describe('[F-6] substrings', () => {
    test('beginnings of words are found by the index, newest first, in the projects that are asked for', async () => {
      await save(
        sampleRow(a, 'the kubernetes cluster is down', { createdAt: sampleMs(1) }),
        sampleRow(b, 'kubectl shows the clutter', { createdAt: sampleMs(2), project: 'p' }),
        sampleRow(c, 'minikube clusters', { createdAt: sampleMs(3) }),
      );
      const begun = async (terms: readonly string[], projects?: readonly (string | null)[]) => {
        const query = beginningsQuery(terms, projects);
        if (query === null) return null;
        const scope = projects === undefined ? {} : { projects };
        return (await reader().matchText(query, scope, 10)).map(({ memory }) => memory.id);
      };
      expect(await begun(['kuber'])).toEqual([a]);
      expect(await begun(['kub'])).toEqual([b, a]);
      expect(await begun(['kub', 'clust'])).toEqual([a]);
      expect(await begun(['kub'], ['p'])).toEqual([b]);
      expect(await begun(['ku'])).toBeNull();
      expect(await begun([])).toBeNull();
    });

    test('are found newest first, all of them, as they are written', async () => {
      await save(
        sampleRow(a, 'rate is 100% of a_b', { createdAt: sampleMs(1) }),
        sampleRow(b, 'rate is 100 of aXb', { createdAt: sampleMs(2) }),
        sampleRow(c, 'rate held', { createdAt: sampleMs(3), state: 3 }),
      );
      const like = async (tokens: readonly string[], scope: Scope = {}, limit = 10) =>
        (await reader().matchLike(tokens, scope, limit)).map(({ content }) => content);
      expect(await like(['ate'])).toEqual(['rate is 100 of aXb', 'rate is 100% of a_b']);
      expect(await like(['ate'], {}, 1)).toEqual(['rate is 100 of aXb']);
      expect(await like(['100%'])).toEqual(['rate is 100% of a_b']);
      expect(await like(['a_b'])).toEqual(['rate is 100% of a_b']);
      expect(await like(['RATE', 'a_b'])).toEqual(['rate is 100% of a_b']);
      expect(await like(['ate'], { projects: ['p'] })).toEqual([]);
    });
  });
};
