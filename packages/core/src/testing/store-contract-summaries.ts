/** The contract for summaries, their citations, and the ledger of model calls. */
import { DAY_MS, LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { ModelCallRow } from '../ports/summary-store.ts';
import { sampleId, sampleKeyedId, sampleMs, sampleRow, sampleSummary } from './sample-memories.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const [a, b, c, d] = [sampleId(1), sampleId(2), sampleId(3), sampleId(4)];

export const summaryContract = ({ apply, failing, reader, save, tx }: StoreUnderTest): void => {
  const shown = async (...projects: readonly (string | null)[]) =>
    (await reader().summariesShown(projects)).map(({ id, sentences }) => [id, sentences]);
  const waiting = async (project: string | null = null) =>
    (await reader().unsummarised(project, 100)).map(({ content }) => content);

  const rows = [
    sampleRow(a, 'one', { createdAt: sampleMs(1) }),
    sampleRow(b, 'two', { createdAt: sampleMs(2) }),
    sampleRow(c, 'three', { createdAt: sampleMs(3) }),
  ] as const;
  const summary = sampleSummary('s1', [
    { text: 'It is one and two.', cites: [rows[0], rows[1]] },
    { text: 'It is three.', cites: [rows[2]] },
  ]);

  describe('summaries', () => {
    test('every field comes back as it went in', async () => {
      const full = {
        ...sampleSummary('s2', [{ text: 'naïve "it\'s" 日本', cites: [rows[0]] }], [rows[1], rows[2]]),
        type: 'compacted',
        project: 'github.com/o/r',
        model: 'small:7b',
      } as const;
      await apply({ memories: rows, summariesAdd: [summary, full] });
      const [sentence] = full.sentences;
      expect(await reader().summariesOf('github.com/o/r')).toEqual([
        { ...full, sentences: [{ ...sentence, isCurrent: true }] },
      ]);
      expect(await reader().summarisedProjects()).toEqual([null, 'github.com/o/r']);
      expect((await reader().counts()).summaries).toBe(2);
      expect(await tx.presentSummaries(['s1', 's9', 's2'])).toEqual(['s1', 's2']);
      const cited = [a, d].map((entity) => ({ entity, contentHash: 'another' }));
      expect(await tx.countUnforgotten(cited, [])).toBe(1);
    });

    test('[SU-2] are asked for by project, and another project has its own', async () => {
      const of = (id: string, project: string | null, n: number) => ({
        ...sampleSummary(id, [{ text: id, cites: [] }]),
        project,
        createdAt: sampleMs(n),
      });
      await apply({ summariesAdd: [of('late', 'p', 9), of('other', 'q', 2), of('global', null, 3)] });
      expect(await shown('p', null)).toEqual([
        ['global', ['global']],
        ['late', ['late']],
      ]);
      expect(await shown('q')).toEqual([['other', ['other']]]);
      expect(await shown()).toEqual([]);
    });

    test('[SU-2] a summary and its marks are one write; so are the new one and those it replaces', async () => {
      await save(...rows);
      expect(await waiting()).toEqual(['three', 'two', 'one']);
      await apply({ summariesAdd: [summary], summarised: [a, b, c, d] });
      expect(await waiting()).toEqual([]);
      expect((await reader().counts()).unsummarised).toBe(0);
      await failing((tx) => tx.apply({ summariesRemove: ['s1'], summariesAdd: [{ ...summary, id: 's2' }] }));
      expect(await reader().summariesShown([null])).toMatchObject([{ id: 's1' }]);
      await apply({ summariesRemove: ['s1'], summariesAdd: [{ ...summary, id: 's2' }] });
      expect(await reader().summariesShown([null])).toMatchObject([{ id: 's2' }]);
    });

    test('[SU-4] a sentence is not shown while what it cites is superseded, held, mistrusted, gone or reworded', async () => {
      await apply({ memories: rows, summariesAdd: [summary] });
      const only = [['s1', ['It is three.']]];
      const all = [['s1', ['It is one and two.', 'It is three.']]];
      for (const state of [1, 3] as const) {
        await apply({ states: [{ id: a, state }] });
        expect(await shown(null)).toEqual(only);
      }
      await apply({ states: [{ id: a, state: 2 }] });
      expect(await shown(null)).toEqual(all);
      await save(sampleRow(a, 'uno'));
      expect(await shown(null)).toEqual(only);
      await save(sampleRow(a, 'one', { trust: 'low' }));
      expect(await shown(null)).toEqual(only);
      await apply({ memories: [rows[0]], states: [{ id: c, state: 1 }] });
      expect(await shown(null)).toEqual([['s1', ['It is one and two.']]]);
      expect(await reader().summariesOf(null)).toMatchObject([
        { sentences: [{ isCurrent: true }, { isCurrent: false }] },
      ]);
      await apply({ states: [{ id: b, state: 1 }] });
      expect(await shown(null)).toEqual([]);
    });

    test('[SU-4] forgetting withdraws what cites the forgotten, and the rest of that branch waits again', async () => {
      const [one, , three] = rows;
      await apply({
        memories: rows,
        summariesAdd: [
          sampleSummary('said', [{ text: 'One.', cites: [one] }], [rows[1]]),
          sampleSummary('other', [{ text: 'Three.', cites: [three] }]),
          { ...sampleSummary('story', [{ text: 'All.', cites: [one, three] }]), type: 'narrative' },
        ],
        summarised: [a, b, c],
      });
      await apply({ eraseMemories: [b] });
      expect(await shown(null)).toEqual([
        ['other', ['Three.']],
        ['story', ['All.']],
      ]);
      expect(await waiting()).toEqual(['one']);
      await apply({ eraseMemories: [a] });
      expect(await shown(null)).toEqual([['other', ['Three.']]]);
      expect(await waiting()).toEqual([]);
    });

    test('[SU-4] of a merged summary only that goes in which a word of the forgotten may be', async () => {
      const [one, two, three] = rows;
      const merged = sampleSummary(
        'merged',
        [
          { text: 'One. (2026-11-21)', cites: [one] },
          { text: 'Two, in other words.', cites: [two] },
          { text: 'Three.', cites: [three] },
        ],
        [sampleRow(d, 'four')],
      );
      await apply({
        memories: [sampleRow(a, 'One.'), two, three, sampleRow(d, 'four', { createdAt: sampleMs(4) })],
        summariesAdd: [{ ...merged, type: 'compacted' }],
        summarised: [a, b, c, d],
      });
      await apply({ eraseMemories: [c] });
      const [kept] = await reader().summariesOf(null);
      expect(kept?.sentences.map(({ text, cites }) => [text, cites.map(({ entity }) => entity)])).toEqual([
        ['One. (2026-11-21)', [a]],
      ]);
      expect([kept?.id, kept?.alsoCites.map(({ entity }) => entity)]).toEqual(['merged', [d]]);
      expect(await waiting()).toEqual(['two']);
      await apply({ eraseMemories: [a] });
      expect(await reader().summariesOf(null)).toEqual([]);
      expect(await waiting()).toEqual(['four', 'two']);
    });

    test('a name that changes changes in what is cited', async () => {
      const from = sampleKeyedId(1);
      const row = sampleRow(from, 'keyed', { key: 'k', namespace: 'n' });
      await apply({
        memories: [row],
        summariesAdd: [sampleSummary('s1', [{ text: 'Keyed.', cites: [row] }])],
        summarised: [from],
      });
      await tx.rename([{ from, to: sampleKeyedId(2) }]);
      expect(await shown(null)).toEqual([['s1', ['Keyed.']]]);
      expect(await waiting()).toEqual([]);
    });
  });

  describe('what waits to be summarised', () => {
    test('is current and trusted, newest first, by project', async () => {
      await save(
        ...rows,
        sampleRow(d, 'hearsay', { trust: 'low' }),
        sampleRow(sampleId(5), 'old', { state: 1 }),
        sampleRow(sampleId(6), 'mine', { project: 'p' }),
      );
      expect(await reader().unsummarised(null, 2)).toMatchObject([{ id: c }, { id: b }]);
      expect(await waiting('p')).toEqual(['mine']);
      expect(await reader().waitingToBeSummarised()).toEqual([
        { project: null, count: 3 },
        { project: 'p', count: 1 },
      ]);
      expect((await reader().counts()).unsummarised).toBe(4);
    });

    test('is not what was marked, until its words change', async () => {
      await apply({ memories: rows, summarised: [a, b] });
      expect(await waiting()).toEqual(['three']);
      await save(rows[0], sampleRow(b, 'zwei', { createdAt: sampleMs(2) }));
      expect(await waiting()).toEqual(['three', 'zwei']);
    });

    test('can be marked by age, in steps', async () => {
      await save(...rows, sampleRow(d, 'p', { project: 'p', createdAt: sampleMs(0) }));
      expect(await tx.markOlderSummarised(null, { createdAt: sampleMs(3), id: c }, 1)).toBe(1);
      expect(await tx.markOlderSummarised(null, { createdAt: sampleMs(3), id: c }, 9)).toBe(1);
      expect(await tx.markOlderSummarised(null, { createdAt: sampleMs(3), id: c }, 9)).toBe(0);
      expect(await waiting()).toEqual(['three']);
      expect(await waiting('p')).toEqual(['p']);
    });
  });

  describe('the ledger of model calls', () => {
    const call = (at: number, fields: Partial<ModelCallRow> = {}): ModelCallRow => ({
      at: sampleMs(at),
      purpose: 'summary',
      model: 'small',
      promptTokens: 100,
      completionTokens: 10,
      ms: 7,
      outcome: 'ok',
      ...fields,
    });

    const times = async () => (await reader().modelCalls(9)).map(({ at }) => at - sampleMs(0));

    const dayOf = (day: string, purpose: string, calls: number) => ({
      ...{ day, purpose, model: 'small', calls },
      promptTokens: 100 * calls,
      completionTokens: 10 * calls,
    });

    test('[SU-6] adds up by purpose, model and outcome', async () => {
      const late = call(3, { purpose: 'narrative', outcome: 'timeout' });
      await apply({ modelCalls: [call(1), call(2), late] });
      await apply({ modelCalls: [call(4)] });
      const { at, ...one } = call(0);
      expect(await reader().modelUsage(sampleMs(2), sampleMs(5))).toEqual([
        { ...one, promptTokens: 200, completionTokens: 20, ms: 14, calls: 2 },
        { ...one, purpose: 'narrative', outcome: 'timeout', calls: 1 },
      ]);
      await apply({ modelCalls: [call(86_400_000)] });
      const before = await reader().modelUsage(sampleMs(2), sampleMs(86_400_000));
      expect(before.map(({ calls }) => calls)).toEqual([2, 1]);
      expect(await reader().modelDays(sampleMs(2))).toEqual([
        dayOf('2023-11-14', 'narrative', 1),
        dayOf('2023-11-14', 'summary', 2),
        dayOf('2023-11-15', 'summary', 1),
      ]);
      expect((await reader().modelCalls(3)).slice(1)).toEqual([call(4), late]);
    });

    test('[SU-6] keeps calls for as long as the limit says', async () => {
      await apply({ modelCalls: [call(0), call(1)] });
      await apply({ modelCalls: [call(1 + LIMITS.modelCallsKeptMs)] });
      await apply({ modelCalls: [call(1 + DAY_MS + LIMITS.modelCallsKeptMs)] });
      expect(await times()).toEqual([1 + DAY_MS + LIMITS.modelCallsKeptMs, 1 + LIMITS.modelCallsKeptMs, 1]);
    });

    test('[SU-6] keeps calls while the clock is far ahead for less than a day', async () => {
      const ahead = 9 * LIMITS.modelCallsKeptMs;
      for (const at of [0, ahead, ahead + DAY_MS - 1, DAY_MS]) await apply({ modelCalls: [call(at)] });
      expect(await times()).toEqual([ahead + DAY_MS - 1, ahead, DAY_MS, 0]);
    });
  });
};
