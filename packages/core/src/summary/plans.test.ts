import { LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { MemoryRow, StoredSummary } from '../ports/store.ts';
import { sampleId, sampleMs, sampleRow, sampleSummary } from '../testing/sample-memories.ts';
import { dueForCompaction, isBatchDue, takeBatch } from './due.ts';
import { fitsBudget, modelRetryMs } from './model-price.ts';
import { batchTask, compactionTask, narrativeTask, rewriteTask, summaryRowOf } from './tasks.ts';

const row = (n: number, content = `fact ${n}`): MemoryRow =>
  sampleRow(sampleId(n), content, { createdAt: sampleMs(n) });
const cite = ({ id, contentHash }: MemoryRow) => ({ entity: id, contentHash });
const stored = (
  id: string,
  rows: readonly MemoryRow[],
  fields: Partial<StoredSummary> & { readonly struck?: readonly number[] } = {},
): StoredSummary => {
  const { struck = [], ...rest } = fields;
  const summary = sampleSummary(
    id,
    rows.map((one) => ({ text: `Says ${one.content}.`, cites: [one] })),
  );
  const sentences = summary.sentences.map((one, at) => ({ ...one, isCurrent: !struck.includes(at) }));
  return { ...summary, sentences, ...rest };
};

describe('[SU-1] a batch is due', () => {
  test.each([
    ['count', 19, false],
    ['count', 20, true],
    ['session_start', 20, false],
    ['session_start', 21, true],
    ['session_end', 0, false],
    ['session_end', 1, true],
    ['interval', 1, true],
    ['settled', 1, true],
    ['asked', 0, false],
  ] as const)('%s with %i waiting: %s', (trigger, waiting, due) => {
    expect(isBatchDue(trigger, waiting)).toBe(due);
  });

  test('as much as one question to a model bears, the oldest first, and never nothing', () => {
    const rows = Array.from({ length: 60 }, (_, n) => row(59 - n));
    const batch = takeBatch(rows);
    expect(batch).toHaveLength(LIMITS.summaryNotesMax);
    expect(batch[0]).toEqual(row(0));
    const long = Array.from({ length: 9 }, (_, n) => row(8 - n, `${n}${'x'.repeat(1_999)}`));
    expect(takeBatch(long)).toHaveLength(LIMITS.summaryCharsMax / 2_000);
    expect(takeBatch([row(1, 'x'.repeat(LIMITS.summaryCharsMax + 1))])).toHaveLength(1);
  });
});

describe('[SU-1] summaries are merged', () => {
  const nowMs = sampleMs(0) + LIMITS.compactAfterMs;
  const of = (id: string, type: StoredSummary['type'], createdAt: number) =>
    stored(id, [row(1)], { type, createdAt });
  const due = (trigger: 'daily' | 'asked', ...all: readonly StoredSummary[]) =>
    dueForCompaction(all, nowMs, trigger).map(({ id }) => id);
  const [old, older, young] = [
    of('old', 'incremental', sampleMs(0)),
    of('older', 'incremental', sampleMs(-5)),
    of('young', 'incremental', sampleMs(1)),
  ];
  const [merged, story] = [of('merged', 'compacted', sampleMs(0)), of('story', 'narrative', sampleMs(0))];

  test('when two are a day old, with what was merged before', () => {
    expect(due('daily', older, old, young)).toEqual(['older', 'old']);
    expect(due('daily', merged, older, old, story)).toEqual(['merged', 'older', 'old']);
    expect(due('daily', merged, old, young, story)).toEqual([]);
  });

  test('of any age when a person asks', () => {
    expect(due('asked', merged, young, story)).toEqual(['merged', 'young']);
    expect(due('asked', merged)).toEqual([]);
  });
});

describe('tasks', () => {
  test('a batch marks and cites all that it is written from', () => {
    const rows = [row(1), row(2), row(3)];
    const task = batchTask('p', rows);
    const written = summaryRowOf(task, [{ text: 'Says fact 2.', from: [1] }], {
      id: 's',
      model: null,
      nowMs: 9,
    });
    expect(written).toMatchObject({
      type: 'incremental',
      project: 'p',
      sentences: [{ text: 'Says fact 2.', cites: [cite(row(2))] }],
      alsoCites: [cite(row(1)), cite(row(3))],
      periodStart: sampleMs(1),
      periodEnd: sampleMs(3),
      createdAt: 9,
    });
    expect(task.marks).toEqual(rows.map(cite));
  });

  test('a keyed value is told with its key, and what is pinned weighs more', () => {
    const keyed = sampleRow(sampleId(1), 'neovim', {
      key: 'editor/main-one',
      namespace: 'tacit',
      pinned: true,
    });
    expect(batchTask(null, [keyed]).notes).toMatchObject([{ text: 'editor main one: neovim', weight: 1 }]);
  });

  test('[SU-3] a model that rewords a summary takes its place, its time and its citations', () => {
    const summary = stored('s1', [row(1), row(2)], { createdAt: 7, project: 'p' });
    const task = rewriteTask(summary, [row(1), row(2)]);
    expect(task).toMatchObject({
      type: 'incremental',
      project: 'p',
      replaces: ['s1'],
      marks: [],
      createdAt: 7,
    });
    expect(rewriteTask(summary, [])).toBeNull();
  });

  test('[SU-4] merging keeps every citation; of a struck sentence what is still current is said again', () => {
    const first = stored('a', [row(1), row(2)], {
      struck: [0],
      sentences: [
        { text: 'One and two.', cites: [cite(row(1)), cite(row(2))], isCurrent: false },
        { text: 'Three.', cites: [cite(row(3))], isCurrent: true },
      ],
      alsoCites: [cite(row(4))],
      periodEnd: sampleMs(8),
    });
    const second = stored('b', [row(5)], { periodStart: sampleMs(-1), periodEnd: sampleMs(9) });
    const task = compactionTask([first, second], [row(2), row(3), row(5)]);
    expect(task?.notes.map(({ text }) => text)).toEqual(['fact 2', 'Three.', 'Says fact 5.']);
    expect(task?.sources.map(({ entity }) => entity)).toEqual([1, 2, 3, 4, 5].map(sampleId));
    expect(task).toMatchObject({
      type: 'compacted',
      replaces: ['a', 'b'],
      periodStart: sampleMs(-1),
      periodEnd: sampleMs(9),
    });
    expect(compactionTask([], [])).toBeNull();
  });

  test('[SU-5] the narrative is rewritten when its facts change, and not before', () => {
    const present = stored('n', [row(1), row(2)], { type: 'narrative' });
    expect(narrativeTask([row(2), row(1)], [present])).toBeNull();
    expect(narrativeTask([row(1), row(3)], [present])).toMatchObject({
      type: 'narrative',
      replaces: ['n'],
      project: null,
    });
    expect(narrativeTask([row(1), row(2, 'reworded')], [present])).not.toBeNull();
    expect(narrativeTask([], [present])).toBeNull();
    expect(narrativeTask([row(1)], [])).toMatchObject({ replaces: [] });
  });
});

describe('[SU-6] the budget', () => {
  test('the longest answer has to fit too', () => {
    const budget = { tokensPerDay: 2_000, spentTokens: 1_000 };
    const room = 1_000 - LIMITS.summaryAnswerTokensMax;
    expect(fitsBudget(budget, room + LIMITS.summaryAnswerTokensMax)).toBe(true);
    expect(fitsBudget(budget, room + LIMITS.summaryAnswerTokensMax + 1)).toBe(false);
  });

  test('a model that fails is asked ever more rarely, and not before it said', () => {
    expect([1, 2, 3, 4, 9].map((failures) => modelRetryMs(failures, null))).toEqual([
      60_000, 300_000, 1_500_000, 7_200_000, 7_200_000,
    ]);
    expect(modelRetryMs(1, 90_000)).toBe(90_000);
    expect(modelRetryMs(2, 90_000)).toBe(300_000);
  });
});
