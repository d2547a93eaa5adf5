import { expect, test } from 'vitest';
import { differInLanguage } from './small-words.ts';

const ENGLISH = 'The dentist is on the third floor of the house';

test.each([
  ['German', 'Wann muss ich zum Zahnarzt?'],
  ['French', 'Où est le dentiste que nous avons vu ?'],
  ['Spanish', '¿Dónde está el dentista de mi hermana?'],
  ['Italian', 'Dove è il dentista di mia sorella?'],
  ['Portuguese', 'Onde está o dentista da minha irmã?'],
  ['Chinese', '牙医在几楼？'],
  ['Japanese', '歯医者は何階ですか'],
])('[F-19] %s differs from English', (_, text) => {
  expect(differInLanguage(text, ENGLISH)).toBe(true);
  expect(differInLanguage(ENGLISH, text)).toBe(true);
  expect(differInLanguage(text, text)).toBe(false);
});

test.each([
  ['few words tell no language', 'Zahnarzt, Erdgeschoss'],
  ['one small word may be a name', 'Die Toten Hosen'],
  ['a name in another script', 'Ask 李明 about the floor of the house'],
  ['nothing but a number', '4711'],
])('[F-19] %s', (_, text) => {
  expect(differInLanguage(text, ENGLISH)).toBe(false);
});
