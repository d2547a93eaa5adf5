/**
 * 30,000 words in the order of their frequency: the commonest are English words as they really are (of the first 100 about
 * two thirds say nothing), the others are made of syllables. The same on every machine.
 */
import { createSeededRandom } from '@cairn/core/testing';

export const VOCABULARY_WORDS = 30_000;

/** By frequency in English prose, words of technical notes mixed in. */
const REAL =
  `the of and to a in is that for it as was with be by on not he this are or his from at which but have an had
they you were their one all we can her has there been if more when will would who so no out up into them then she some
what my about time only could other its new these two may first any our like over such even most user made after also
file must before server way should use because each just those test people where does code how too own error state
long work data good make through want see run change build set same need name never always last key under value default
project prefer version keep without add page since write read function type list system right down another find
small large number point line word place day home part end order group case hand problem week company program question
night table client query index cache token message branch commit release module package service request response
memory store device update delete search save sync network database schema migration config option flag path folder
window thread worker queue batch limit timeout retry backup restore password secret account email customer meeting
team deadline budget invoice report design color font button layout language french german python rust typescript
linux laptop phone desktop morning evening coffee lunch travel flight hotel garden music guitar piano running cycling`
    .split(/\s+/)
    .filter((word, at, words) => words.indexOf(word) === at);

const ONSETS =
  'b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w z'.split(
    ' ',
  );
const VOWELS = 'a e i o u ai ea ee io ou'.split(' ');
const CODAS = ['', '', '', 'b', 'ck', 'd', 'l', 'm', 'n', 'nd', 'nt', 'r', 'rd', 's', 'st', 't', 'x'];
const ENDINGS = ['', '', '', 'al', 'ant', 'er', 'ic', 'ine', 'ist', 'ity', 'or', 'ory', 'um', 'us'];

export const createVocabulary = (): readonly string[] => {
  const random = createSeededRandom('bench vocabulary');
  const words = new Set(REAL);
  while (words.size < VOCABULARY_WORDS) {
    const syllables = 1 + random.below(2);
    const parts = Array.from(
      { length: syllables },
      () => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS),
    );
    const word = parts.join('') + random.pick(ENDINGS);
    if (word.length >= 4 && word.length <= 10) words.add(word);
  }
  return [...words];
};
