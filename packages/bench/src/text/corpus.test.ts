import { expect, test } from 'vitest';
import { createCorpus, createVocabulary, VOCABULARY_WORDS } from './corpus.ts';

const corpus = createCorpus('test');

test('the vocabulary has its size and no word twice', () => {
  const words = createVocabulary();
  expect([words.length, new Set(words).size]).toEqual([VOCABULARY_WORDS, VOCABULARY_WORDS]);
  expect(words[0]).toBe('the');
});

test('the same seed gives the same texts, another one others', () => {
  expect(createCorpus('test').memories(20)).toEqual(corpus.memories(20));
  expect(createCorpus('other').memory(0)).not.toBe(corpus.memory(0));
  expect(new Set(corpus.memories(2_000)).size).toBe(2_000);
});

test('memories have about 200 characters', () => {
  const lengths = corpus.memories(500).map((text) => text.length);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  expect(Math.round(mean / 20) * 20).toBe(200);
  expect(Math.max(...lengths)).toBeLessThan(400);
});

test('words are as frequent as Zipf says: a third of them are the 50 commonest, most of the others are rare', () => {
  const words = corpus.memories(500).flatMap((text) => text.slice(0, -1).split(' '));
  const common = new Set(createVocabulary().slice(0, 50));
  const share = words.filter((word) => common.has(word)).length / words.length;
  expect(share).toBeGreaterThan(0.25);
  expect(share).toBeLessThan(0.45);
  expect(new Set(words).size).toBeGreaterThan(2_000);
});

test('questions have 3 to 10 words, every length as often, common ones among them', () => {
  const questions = corpus.questions(80, 100).map((question) => question.split(' '));
  const lengths = [...new Set(questions.map((words) => words.length))].toSorted((a, b) => a - b);
  expect(lengths).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  const common = new Set(createVocabulary().slice(0, 50));
  expect(questions.filter((words) => words.some((word) => common.has(word))).length).toBeGreaterThan(60);
});

test('a marked text holds a word that no other text has', () => {
  const { text, word } = corpus.unique('here');
  expect(text.endsWith(` ${word}`)).toBe(true);
  expect(corpus.unique('there').word).not.toBe(word);
  expect(corpus.memories(500).some((memory) => memory.includes(word))).toBe(false);
});
