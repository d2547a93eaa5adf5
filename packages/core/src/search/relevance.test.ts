import { describe, expect, test } from 'vitest';
import { conceptsOf } from './concepts.ts';
import { parseQuery } from './query.ts';
import { relevanceOf } from './relevance.ts';
import { isStanding } from './words/deeds.ts';
import { relatedWords } from './words/related-words.ts';

/** Returns how much of a question each text holds, in a store of these texts. */
const shares = (question: string, texts: readonly string[], size = texts.length): readonly number[] => {
  const concepts = conceptsOf(question, parseQuery(question), relatedWords);
  const holds = (text: string, term: string): boolean =>
    ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${term} `) ||
    (/^[\p{Script=Han}\p{Script=Katakana}ー]{1,2}$/u.test(term) && text.includes(term));
  const rowsOf = (term: string): number => texts.filter((text) => holds(text, term)).length;
  const relevance = relevanceOf(concepts, rowsOf, size);
  return texts.map((text) => relevance.of(text));
};

test('a month is no wish: "Mai", and "mai" for "never"', () => {
  expect(['Das Treffen ist im Mai', 'Rendez-vous le 8 mai'].map(isStanding)).toEqual([false, false]);
  expect(['Non uso mai npm', 'Non si usa mai npm', 'Mai usare npm'].map(isStanding)).toEqual([
    true,
    true,
    true,
  ]);
});

describe('how much of a question a memory holds', () => {
  test('[F-17] rare words count more than common ones, words of every trade little', () => {
    const texts = ['we use pnpm', 'Peter uses it to run', 'run and use', 'another', 'one more'];
    const [pnpm = 0, uses = 0] = shares('what do we use to run pnpm', texts);
    expect(pnpm).toBeGreaterThan(3 * uses);
  });

  test('[F-17] words that stand nowhere count against it, names most of all', () => {
    const texts = ['the weather is fine', 'other words'];
    const [known = 0] = shares('weather', texts, 60);
    const [beside = 0] = shares('weather zebra', texts, 60);
    const [named = 0] = shares('what is the weather in Paris', texts, 60);
    expect(known).toBeGreaterThan(beside);
    expect(beside).toBeGreaterThan(named);
  });

  test('[F-17] a text that holds only words of every trade is no answer, however rare they are here', () => {
    const texts = ['the old poster', 'the universe map', 'other words'];
    const [old = 0, universe = 0] = shares('how old is the universe?', texts, 60);
    expect(old).toBeLessThan(0.1);
    expect(universe).toBeGreaterThan(0.5);
  });

  test('[F-17] a sentence without a telling word asks for nothing; the same word alone is looked for', () => {
    const texts = ['we like the new logo more than the old one', 'other words'];
    expect(shares('no, the other one', texts, 60)[0]).toBeLessThan(0.2);
    expect(shares('old', texts, 60)[0]).toBeGreaterThan(0.2);
  });

  test('[F-17] a word says as much in a small store as in a large one', () => {
    const texts = ['the cabin key hangs there', 'other words'];
    const asked = (size: number) => shares('cabin zebra', texts, size)[0] ?? 0;
    expect(asked(20)).toBeCloseTo(asked(2_000), 2);
  });

  test('[F-17] a store of one memory is enough', () => {
    expect(shares('cabin key', ['the cabin key hangs there'])[0]).toBeGreaterThan(0.1);
  });

  test('[F-17] several words that tell nothing ask for nothing', () => {
    expect(shares('yes please do it', ['please do not', 'other'], 600)[0]).toBeLessThan(0.24);
  });

  test.each([
    ['what is our pet called?', 'our dog is called Pixel'],
    ['a recipe with meat', 'no chicken for me'],
    ['where do exceptions go?', 'errors are in Sentry'],
    ['how is it hosted?', 'we deploy to Fly.io'],
    ['how do we ship?', 'a release is made on Monday'],
    ['what runs at half past two?', 'the backup begins at 02:30'],
    ['what is at 17:15?', 'lessons begin at quarter past five'],
    ['was ist um 14:30?', 'die Prüfung beginnt um halb drei'],
    ['how many days, seven?', 'it expires after 7 days'],
  ])('[F-18] "%s" is asked of "%s"', (question, text) => {
    const [near = 0, far = 0] = shares(question, [text, 'the green notebook of Ruth'], 60);
    expect(near).toBeGreaterThan(0.2);
    expect(near).toBeGreaterThan(far);
  });

  test('[F-18] a word itself counts more than one that stands for it', () => {
    const [itself = 0, near = 0] = shares('our pet', ['our pet', 'our dog'], 60);
    expect(itself).toBeGreaterThan(near);
  });

  test.each([
    ['How should I list the sources?', 'Always use APA'],
    ['book me a flight to Rome', 'I prefer window seats'],
    ['schlag mir ein Abendessen vor', 'Ich vertrage keine Nüsse'],
    ['推荐一道晚饭', '我对花生过敏'],
    ['suggeriscimi una ricetta per la cena', 'Sono allergica alle noci'],
    ['reserve um voo para Lisboa', 'Prefiro assento na janela'],
    ['夕食のレシピを考えて', '私はナッツアレルギーです'],
    ['Hast du ein Rezept für heute Abend?', 'Unser Sohn hat eine Nussallergie'],
    ['schlag mir ein Abendessen vor', 'Anna ist laktoseintolerant'],
    ['propose une recette', 'Ma fille est intolérante au lactose'],
    ['dime una receta para la cena', 'Tengo alergia al marisco'],
    ['uma receita para o jantar', 'A Rita tem alergia a amendoim'],
    ['推荐一道晚饭', '我吃素'],
    ['夕食のレシピを考えて', '乳糖不耐症です'],
  ])('[CX-13] "%s" is governed by "%s"', (prompt, wish) => {
    const [governs = 0, other = 0] = shares(prompt, [wish, 'The office plant needs water'], 60);
    expect(governs).toBeGreaterThanOrEqual(0.5);
    expect(other).toBeLessThan(0.24);
  });

  test('[CX-13] what merely names such a thing is no wish', () => {
    expect(shares('book me a flight', ['the seat of the chair is red'], 60)[0]).toBeLessThan(0.24);
    const kitchen = ['Das Restaurant Vegetarischer Garten hat montags zu', 'Le rayon viande ferme à 20 h'];
    for (const share of shares('schlag mir ein Abendessen vor', kitchen, 60))
      expect(share).toBeLessThan(0.24);
  });
});
