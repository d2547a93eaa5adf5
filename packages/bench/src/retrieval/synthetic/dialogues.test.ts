import { expect, test } from 'vitest';
import { createDialogues } from './dialogues.ts';

const dialogues = createDialogues('test', 3);

test('the same seed gives the same dialogues, another one others', () => {
  expect(createDialogues('test', 3)).toEqual(dialogues);
  expect(createDialogues('other', 1)[0]?.turns).not.toEqual(dialogues[0]?.turns);
});

test('turns and facts are told apart by their refs, and time goes forward', () => {
  for (const { turns, facts } of dialogues) {
    expect(new Set(turns.map(({ ref }) => ref)).size).toBe(turns.length);
    expect(new Set(facts.map(({ text }) => text)).size).toBe(facts.length);
    const times = turns.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
});

test('every question is answered by turns that are there, and names nobody else', () => {
  for (const { turns, questions, authors } of dialogues) {
    const author = new Map(turns.map((turn) => [turn.ref, turn.author]));
    for (const { text, evidence } of questions) {
      expect(evidence.length).toBeGreaterThan(0);
      const named = authors.filter((name) => text.includes(name));
      expect(evidence.map((ref) => author.get(ref))).toEqual(evidence.map(() => named[0]));
    }
  }
});

test('some questions need more than one turn', () => {
  const many = dialogues.flatMap(({ questions }) => questions).filter(({ category }) => category === '1');
  expect(many.length).toBeGreaterThan(5);
  expect(many.every(({ evidence }) => evidence.length > 1)).toBe(true);
});
