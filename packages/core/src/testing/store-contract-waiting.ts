/** The contract for turns whose full-text entries wait until the following words are known. */
import { describe, expect, test } from 'vitest';
import { NEIGHBOURS, withFollowing } from '../passages/turn-passages.ts';
import type { PassageRow, WhichWaiting } from '../ports/store.ts';
import { sampleSession, sampleTurns } from './sample-passages.ts';
import type { StoreUnderTest } from './store-under-test.ts';

export const waitingContract = ({ apply, reader, tx }: StoreUnderTest): void => {
  const last = (id: string, count = 100): Promise<readonly PassageRow[]> => tx.lastPassages(id, count);
  const waiting = (which: WhichWaiting, limit = 100) => tx.waitingPassages(which, limit);
  const count = (which: WhichWaiting) => tx.countWaitingPassages(which);
  const settle = async (which: WhichWaiting, limit = 100) =>
    apply({ passagesSettled: (await waiting(which, limit)).map(withFollowing) });
  /** Appends one more text to a session, as the engine does. */
  const say = async (id: string, text: string): Promise<void> => {
    const before = await last(id, NEIGHBOURS);
    const [at] = before.slice(-1);
    const rows = sampleTurns(id, [text], { first: (at?.ordinal ?? -1) + 1, before });
    const fresh = rows.filter(({ ordinal }) => ordinal > (at?.ordinal ?? -1));
    await apply({ ...sampleSession(id, []), passagesLater: fresh, passagesBehind: before });
  };
  const found = async (word: string): Promise<readonly string[]> => {
    const query = { match: `"${word}"`, terms: [word], ideal: 1, rankedRowsMax: null };
    const matches = await reader().matchPassages(query, {}, 100);
    return matches.map(({ passage }) => passage.body).sort();
  };

  describe('turns that wait for the index', () => {
    const TEXTS = ['a zebra', 'a quagga', 'an okapi', 'a giraffe', 'an emu'];

    test('[F-12] are as those that were written together once they are settled', async () => {
      for (const text of TEXTS) await say('s1', text);
      await apply(sampleSession('s2', TEXTS));
      expect([await count('unfound'), await count('behind')]).toEqual([5, 0]);
      await settle('unfound');
      expect([await count('unfound'), await count('behind')]).toEqual([0, 0]);
      const own = (rows: readonly PassageRow[]) => rows.map((row) => ({ ...row, source: '' }));
      expect(own(await last('s1'))).toEqual(own(await last('s2')));
      for (const word of ['zebra', 'okapi', 'emu']) {
        const bodies = await found(word);
        expect(bodies.filter((body, at) => bodies.indexOf(body) === at)).toHaveLength(bodies.length / 2);
      }
    });

    test('[F-12] come in their order, a few at a time, with what follows each', async () => {
      for (const text of TEXTS) await say('s1', text);
      await say('s2', 'elsewhere');
      const [first, second, ...others] = await waiting('unfound', 3);
      expect(first).toEqual({
        source: 's1',
        ordinal: 0,
        part: 0,
        after: [
          { author: 'anna', body: 'a quagga' },
          { author: 'anna', body: 'an okapi' },
        ],
      });
      expect([second?.ordinal, others.length]).toEqual([1, 1]);
      await settle('unfound', 4);
      expect((await waiting('unfound')).map(({ source, after }) => [source, after.length])).toEqual([
        ['s1', 0],
        ['s2', 0],
      ]);
    });

    test('[F-12] that are in the index wait again when others follow, unless they wait already', async () => {
      await say('s1', 'a zebra');
      await say('s1', 'a quagga');
      expect(await count('behind')).toBe(0);
      await settle('unfound');
      await say('s1', 'an okapi');
      expect([await count('unfound'), await count('behind')]).toEqual([1, 2]);
      await settle('behind');
      expect(await count('behind')).toBe(0);
      await settle('unfound');
      expect(await found('okapi')).toEqual(['a quagga', 'a zebra', 'an okapi']);
      expect((await last('s1')).map(({ next }) => next)).toEqual([
        'anna: a quagga anna: an okapi',
        'anna: an okapi',
        '',
      ]);
    });

    test('[F-12] [ST-4] wait no longer once they are erased, or written whole', async () => {
      for (const text of TEXTS) await say('s1', text);
      for (const text of TEXTS) await say('s2', text);
      const before = await waiting('unfound');
      await apply({ eraseSources: ['s1'] });
      expect(await count('unfound')).toBe(5);
      // Settling passages that were erased meanwhile restores nothing.
      await apply({ passagesSettled: before.slice(0, 5).map(withFollowing) });
      expect(await last('s1')).toEqual([]);
      await apply(sampleSession('s2', TEXTS));
      expect(await count('unfound')).toBe(0);
      expect(await found('zebra')).toEqual(['a quagga', 'a zebra', 'an okapi']);
      await apply({ eraseSources: ['s2'] });
      expect(await found('zebra')).toEqual([]);
    });
  });
};
