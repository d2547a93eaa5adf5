/** Thresholds that every change of search must keep, on synthetic data. Rankings use words alone, as on a new device. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KINDS } from '../conversation.ts';
import { ask } from '../judge.ts';
import { byCategory, rankingFigures } from '../metrics.ts';
import { DEPTH } from '../ranker.ts';
import { type Stored, storeConversations } from '../stored.ts';
import { createDialogues } from '../synthetic/dialogues.ts';
import { measureEconomy, tokensOf } from './economy.ts';
import { type FactTasks, runFactTasks, runSharedStoreTasks, type SharedStoreTasks } from './felt.ts';

describe('facts that change', () => {
  let tasks: FactTasks;
  beforeAll(async () => {
    tasks = await runFactTasks();
  });

  test('[M-3] a superseded fact is never among the first five, the current one nearly always', () => {
    for (const figures of Object.values(tasks.staleFacts)) {
      expect(figures.questions).toBe(50);
      expect(figures.stale5).toBe(0);
      expect(figures.current5).toBeGreaterThanOrEqual(0.97);
      expect(figures.current1).toBeGreaterThanOrEqual(0.9);
    }
  });

  test('[M-4] the same text again is a duplicate, a changed fact never is', () => {
    expect(tasks.duplicates).toMatchObject({ facts: 50, repeatedFound: 1, changedMerged: 0 });
    expect(tasks.duplicates.changedSuggested).toBeGreaterThan(0.5);
  });

  test('[ST-2] what was saved is found at once and after a crash, what was forgotten is not, and the index holds the rows', () => {
    const { writeToRecall: figures } = tasks;
    expect(figures).toMatchObject({ saved: 60, found: 60, superseded: 20, foundSuperseded: 20 });
    expect(figures).toMatchObject({ forgotten: 20, foundForgotten: 0, foundAfterCrash: 40 });
    expect([figures.rows, figures.indexed]).toEqual([60, 60]);
    expect([figures.rowsAfterCrash, figures.indexedAfterCrash]).toEqual([60, 60]);
  });
});

describe('conversations in one store', () => {
  const conversations = createDialogues('felt', 4);
  let stored: Stored;
  let tasks: readonly SharedStoreTasks[];
  beforeAll(async () => {
    stored = await storeConversations(conversations);
    tasks = [
      await runSharedStoreTasks(stored, conversations, 'facts'),
      await runSharedStoreTasks(stored, conversations, 'turns'),
    ];
  });
  afterAll(async () => {
    await stored.close();
  });

  test('[F-5] no answer holds what another project knows, and each finds its own', () => {
    for (const { rows, foreignRows, recall10 } of tasks.flatMap((task) => Object.values(task.leakage))) {
      expect(rows).toBeGreaterThan(500);
      expect(foreignRows).toBe(0);
      expect(recall10).toBeGreaterThanOrEqual(0.97);
    }
  });

  test('[F-1] the first score tells an answer from none', () => {
    for (const { pairs, auroc } of tasks.flatMap((task) => Object.values(task.abstention))) {
      expect(pairs).toBeGreaterThan(150);
      expect(auroc).toBeGreaterThanOrEqual(0.83);
    }
  });

  test('[F-1] a block of 256 tokens holds nearly all of the evidence', async () => {
    const texts = new Map(conversations.flatMap(({ facts }) => facts.map(({ ref, text }) => [ref, text])));
    const asked = [];
    for (const conversation of conversations) {
      const sought = KINDS.facts.sought(conversation);
      asked.push(...(await ask(stored.ranker('facts', 'text'), conversation.name, sought, DEPTH)));
    }
    const [smallest] = measureEconomy(
      asked,
      (_, ref) => texts.get(ref) ?? '',
      () => [...texts.values()].reduce((sum, text) => sum + tokensOf(text), 0),
    );
    expect(smallest?.tokens).toBe(256);
    expect(smallest?.recall).toBeGreaterThanOrEqual(0.9);
    expect(byCategory(asked, rankingFigures).recall10).toBeGreaterThanOrEqual(0.97);
  });
});
