/** The contexts that agents were given over the days, from the first write to the comparison. */
import type { SaveInput } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createEngineBench, errorOf, mustBe } from '../testing/engine-bench.ts';

const DAY_MS = 86_400_000;

const setUp = () => {
  const bench = createEngineBench();
  const { read, write, clock, time } = bench;
  const save = async (content: string, fields: Partial<SaveInput> = {}) =>
    (await mustBe(write.remember({ content, source: 'user', project: 'p', ...fields }))).id;
  /** Reads and notes a context, as the daemon does when a session begins. */
  const begin = async (project: string | null = 'p', maxTokens = 1_000) => {
    const { tokens, parts = [] } = await mustBe(read.context({ project, maxTokens, explain: true }));
    await write.noteGiven({
      ...{ project, at: clock.nowMs(), tokens, tokensMax: maxTokens },
      parts: parts.flatMap(({ at, kind, why: _, ...part }) =>
        kind === 'profile' ? [] : [{ ...part, kind, stamp: Date.parse(at) }],
      ),
    });
  };
  const days = (input: { readonly project?: string; readonly from?: string; readonly to?: string } = {}) =>
    mustBe(read.contextDays({ project: 'p', ...input }));
  return { ...bench, save, begin, days, nextDay: () => time.skip(DAY_MS) };
};

describe('[CX-7] the context over the days', () => {
  test('a context is kept when it is another one than the time before', async () => {
    const { save, begin, days, nextDay } = setUp();
    await save('The port is 5432.');
    await begin();
    await begin();
    nextDay();
    await begin();
    expect((await days()).days).toMatchObject([{ day: '2026-01-15', parts: 1, given: 1 }]);
    nextDay();
    await save('Deploys run from main.');
    await begin();
    await save('The review is on Friday.');
    await begin();
    await save('The region is Frankfurt.');
    await begin();
    expect((await days()).days).toMatchObject([
      { day: '2026-01-17', parts: 4, given: 2 },
      { day: '2026-01-15', parts: 1, given: 1 },
    ]);
  });

  test('between two days: what came, what changed, what was replaced, and what went with its reason', async () => {
    const { save, begin, days, nextDay, write } = setUp();
    const stays = await save('The port is 5432.');
    const goes = await save('The host is called alpha.');
    const old = await save('The editor is vim.');
    const keyed = await save('npm', { namespace: 'tools', key: 'packager' });
    await begin();
    nextDay();
    await mustBe(write.forget({ ids: [goes] }));
    const { id: fresh } = await mustBe(
      write.supersede(old, { content: 'The editor is helix.', source: 'user' }),
    );
    await save('pnpm', { namespace: 'tools', key: 'packager' });
    const came = await save('Deploys run from main.');
    await begin();
    const { changes, from, to } = await days();
    expect([from, to]).toEqual(['2026-01-15', '2026-01-16']);
    const short = changes.map(({ change, id, why, before }) => [change, id, why, before?.id ?? null]);
    expect(short).toHaveLength(4);
    expect(short).toEqual(
      expect.arrayContaining([
        ['came', came, null, null],
        ['changed', fresh, 'replaced', old],
        ['changed', keyed, 'reworded', keyed],
        ['went', goes, 'forgotten', goes],
      ]),
    );
    expect(JSON.stringify(changes)).not.toContain(stays);
    expect(JSON.stringify(await days())).not.toMatch(/alpha|helix|pnpm/);
  });

  test('a stamp that an earlier program gave too late is no rewording', async () => {
    const { save, begin, days, nextDay, read, write, clock } = setUp();
    await save('The port is 5432.');
    const { tokens, parts = [] } = await mustBe(
      read.context({ project: 'p', maxTokens: 1_000, explain: true }),
    );
    await write.noteGiven({
      ...{ project: 'p', at: clock.nowMs(), tokens, tokensMax: 1_000 },
      parts: parts.flatMap(({ at, kind, why: _, ...part }) =>
        kind === 'profile' ? [] : [{ ...part, kind, stamp: Date.parse(at) + 1_000 }],
      ),
    });
    nextDay();
    const second = await save('Deploys run from main.');
    await begin();
    expect((await days()).changes).toMatchObject([{ change: 'came', id: second }]);
  });

  test('a smaller cap leaves things out, which are not forgotten', async () => {
    const { save, begin, days, nextDay } = setUp();
    for (let n = 0; n < 12; n++) await save(`Fact number ${n}, with some words around it.`);
    await begin();
    nextDay();
    await begin('p', 150);
    const { changes, days: listed } = await days();
    expect(listed.map(({ tokensMax }) => tokensMax)).toEqual([150, 1_000]);
    expect(changes.length).toBeGreaterThan(3);
    expect(new Set(changes.map(({ change, why }) => `${change} ${why}`))).toEqual(new Set(['went left_out']));
  });

  test('a day on which nothing was written is as the one before; one day alone goes from its first to its last', async () => {
    const { save, begin, days, nextDay } = setUp();
    const first = await save('The port is 5432.');
    await begin();
    nextDay();
    nextDay();
    const second = await save('Deploys run from main.');
    await begin();
    const third = await save('The region is Frankfurt.');
    await begin();
    const ids = async (from: string, to: string) =>
      (await days({ from, to })).changes.map(({ id }) => id).sort();
    expect(await ids('2026-01-15', '2026-01-17')).toEqual([second, third].sort());
    expect(await ids('2026-01-16', '2026-01-17')).toEqual([second, third].sort());
    expect(await ids('2026-01-17', '2026-01-17')).toEqual([third]);
    expect(await ids('2026-01-15', '2026-01-16')).toEqual([]);
    expect(await ids('2026-01-14', '2026-01-15')).toEqual([first]);
    expect(await ids('2025-01-01', '2025-01-02')).toEqual([]);
  });

  test('projects do not mix, and one without anything is empty', async () => {
    const { save, begin, days, read } = setUp();
    await save('The port is 5432.');
    await begin();
    await begin(null);
    expect(await days({ project: 'q' })).toEqual({ days: [], from: null, to: null, changes: [] });
    expect((await mustBe(read.contextDays({}))).days).toHaveLength(1);
    expect((await errorOf(read.contextDays({ project: 'x'.repeat(513) }))).kind).toBe('invalid_input');
  });
});
