/** The contract for uses: memories that were given, used, and proposed for review. [M-14] */
import { BRANCH_LIMITS, DAY_MS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { sampleId, sampleKeyedId, sampleMs, sampleRow } from './sample-memories.ts';
import type { StoreUnderTest } from './store-under-test.ts';

export const usesContract = ({ apply, reader, save, tx }: StoreUnderTest): void => {
  describe('[M-14] what became of memories', () => {
    const [a, b, c] = [sampleId(1), sampleId(2), sampleId(3)];
    const uses = async (...ids: (typeof a)[]) =>
      (await reader().usesOf(ids)).map(({ entity, agent, given, firstAt, lastAt, used, usedAt }) => [
        ...[entity, agent, given, firstAt, lastAt, used, usedAt],
      ]);

    test('is counted by memory and agent, of memories that are here', async () => {
      await save(sampleRow(a, 'one'), sampleRow(b, 'two'));
      await tx.countGiven('codex', [a, a, b, 'a summary', c], 5);
      await tx.countGiven('codex', [a], 7);
      await tx.countGiven('', [a], 9);
      expect(await uses(a, b, c)).toEqual([
        [a, 'codex', 2, 5, 7, 0, null],
        [a, '', 1, 9, 9, 0, null],
        [b, 'codex', 1, 5, 5, 0, null],
      ]);
    });

    test('is used once for each time that a session was given it', async () => {
      await save(sampleRow(a, 'one'), sampleRow(b, 'two'));
      await tx.countGiven('codex', [a, b], 5);
      await tx.noteInjected('s', [a, 'a summary', b], 5);
      expect(await reader().unusedIn('s')).toEqual([
        { id: a, at: 5 },
        { id: b, at: 5 },
      ]);
      await tx.countUsed('s', 'codex', [a], 6);
      await tx.countUsed('s', 'codex', [a], 7);
      await tx.countUsed('another', 'codex', [b], 7);
      expect(await uses(a, b)).toEqual([
        [a, 'codex', 1, 5, 5, 1, 6],
        [b, 'codex', 1, 5, 5, 0, null],
      ]);
      expect(await reader().unusedIn('s')).toEqual([{ id: b, at: 5 }]);
      await tx.clearInjected('s');
      await tx.noteInjected('s', [a], 8);
      await tx.countUsed('s', 'codex', [a], 9);
      expect(await uses(a)).toEqual([[a, 'codex', 1, 5, 5, 2, 9]]);
    });

    test('goes with the memory, and with its new name', async () => {
      const keyed = sampleRow(sampleKeyedId(1), 'v', { key: 'k', namespace: 'n' });
      await save(sampleRow(a, 'one'), keyed);
      await tx.countGiven('codex', [a, keyed.id], 5);
      await apply({ eraseMemories: [a] });
      await tx.rename([{ from: keyed.id, to: sampleKeyedId(2) }]);
      expect(await uses(a, keyed.id, sampleKeyedId(2))).toEqual([
        [sampleKeyedId(2), 'codex', 1, 5, 5, 0, null],
      ]);
    });

    test('is proposed when it was given often and never used, or never given', async () => {
      const row = (n: number, fields: Parameters<typeof sampleRow>[2] = {}) =>
        sampleRow(sampleId(n), `${n}`, { createdAt: sampleMs(n), ...fields });
      const rows = [
        ...[row(1), row(2, { pinned: true }), row(3, { source: 'import' }), row(4), row(5), row(6)],
        row(7, { namespace: 'tacit/personality/style', key: 'short' }),
        ...[row(11), row(12, { source: 'import' }), row(13, { pinned: true }), row(14, { trust: 'low' })],
        ...[row(15, { project: 'elsewhere' }), row(16, { state: 1 }), row(90)],
        // Learned late from a session of long ago.
        { ...row(17), updatedAt: sampleMs(60) },
      ];
      await save(...rows);
      const given = [1, 2, 3, 4, 5, 7].map(sampleId);
      expect(await reader().neverGiven(sampleMs(50), 9)).toEqual([]);
      for (const at of [20, 21, 22]) await tx.countGiven('codex', given, sampleMs(at));
      await tx.countGiven('codex', [sampleId(6)], sampleMs(20));
      await tx.noteInjected('s', [sampleId(4)], sampleMs(20));
      await tx.countUsed('s', 'codex', [sampleId(4)], sampleMs(23));
      await tx.noteAccess([sampleId(5)], sampleMs(25));
      const often = async (times: number, n: number) =>
        (await reader().givenUnused({ times, sinceMs: sampleMs(n) }, 9)).map(({ memory, firstAt }) => [
          ...[memory.content, firstAt],
        ]);
      expect(await often(3, 30)).toEqual([['1', sampleMs(20)]]);
      expect(await often(3, 19)).toEqual([]);
      expect(await often(4, 30)).toEqual([]);
      const never = async (n: number) =>
        (await reader().neverGiven(sampleMs(n), 9)).map(({ content }) => content);
      expect(await never(50)).toEqual(['11']);
      expect(await never(19)).toEqual([]);
      const kept = rows.find(({ content }) => content === '11');
      if (kept !== undefined) await tx.keepFinding(kept, null);
      expect(await never(50)).toEqual([]);
    });
  });

  describe('[M-15] branches', () => {
    const note = (subject: string, branch: string, at: number, project = 'p') =>
      tx.noteBranch({ subject, branch, project, at: sampleMs(at) });
    const on = async (branch: string, project = 'p') =>
      (await reader().memoriesOnBranch({ project, branch }, 9)).map(({ content }) => content);

    test('are noted when they change, and told by project, the last worked on first', async () => {
      await note('s', 'main', 1);
      await note('s', 'main', 2);
      await note('s', 'fix', 3);
      await note('t', 'main', 4);
      await note('t', 'other', 5, 'q');
      expect(await reader().branchesOf('p')).toEqual([
        { branch: 'main', since: sampleMs(1) },
        { branch: 'fix', since: sampleMs(3) },
      ]);
      expect(await reader().branchesOf('unknown')).toEqual([]);
      await apply({ eraseSources: ['s'] });
      expect(await reader().branchesOf('p')).toHaveLength(2);
    });

    test('are kept for as long as the limit says, and while the clock is far ahead for less than a day', async () => {
      const kept = BRANCH_LIMITS.keptDays * DAY_MS;
      const branches = async () => (await reader().branchesOf('p')).map(({ branch }) => branch);
      for (const at of [0, 9 * kept, 1]) await note('s', `at ${at}`, at);
      expect(await branches()).toHaveLength(3);
      await note('s', 'later', 1 + kept);
      await note('s', 'latest', 1 + kept + DAY_MS);
      expect(await branches()).toEqual([`at ${9 * kept}`, 'latest', 'later', 'at 1']);
    });

    test('have the memories of their sessions at the time, and those that were saved there', async () => {
      const row = (n: number, session: string, fields: Parameters<typeof sampleRow>[2] = {}) => ({
        ...sampleRow(sampleId(n), `${n}`, { createdAt: sampleMs(n), project: 'p', ...fields }),
        session,
      });
      const name = { key: 'k', namespace: 'n', project: 'p' };
      const keyed = sampleRow(sampleKeyedId(1), 'keyed', { ...name, createdAt: sampleMs(1) });
      const memories = [
        ...[row(2, 's'), row(4, 's'), row(5, 's', { project: null }), row(6, 's', { project: 'q' })],
        ...[row(7, 's', { state: 1 }), row(8, 's', { trust: 'low' }), row(9, 't'), row(11, 's')],
        { ...keyed, session: 's', updatedAt: sampleMs(5) },
      ];
      await save(...memories);
      await note('s', 'main', 1);
      await note('s', 'fix', 3);
      await note('s', 'main', 10);
      await note(sampleId(9), 'fix', 9);
      await note(sampleId(11), 'main', 11);
      await note(sampleId(11), 'fix', 12);
      expect(await on('main')).toEqual(['2']);
      expect(await on('fix')).toEqual(['keyed', '4', '5', '9', '11']);
      expect(await on('fix', 'q')).toEqual([]);
      const newest = await reader().memoriesOnBranch({ project: 'p', branch: 'fix' }, 2);
      expect(newest.map(({ content }) => content)).toEqual(['9', '11']);
      await apply({ eraseMemories: [sampleId(9)] });
      expect(await on('fix')).toEqual(['keyed', '4', '5', '11']);
    });

    test('keep a memory that has a new name', async () => {
      const keyed = sampleRow(sampleKeyedId(1), 'v', { key: 'k', namespace: 'n', project: 'p' });
      await save(keyed);
      await note(keyed.id, 'fix', 1);
      await tx.rename([{ from: keyed.id, to: sampleKeyedId(2) }]);
      expect(await on('fix')).toEqual(['v']);
    });
  });
};
