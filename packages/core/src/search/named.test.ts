import { describe, expect, test } from 'vitest';
import { namingOf, subjectNamingOf } from './named.ts';
import { parseQuery } from './query.ts';

const naming = (question: string) => namingOf(parseQuery(question));
const by = (author: string | null) => ({ author, text: '' });
const says = (text: string) => ({ author: null, text });

describe('whom a question names', () => {
  test.each([
    ['When did Anna sail?', 'Anna', true],
    ["What is anna's boat called?", 'Anna', true],
    ['When did Anna sail?', 'Ben', false],
    ['What did Anna Berg say?', 'Anna Berg', true],
    ['What did Anna say?', 'Anna Berg', false],
    ['What did claude-code decide?', 'claude-code', true],
    ['When did Annabel sail?', 'Anna', false],
    ['Welches Boot hat Jürgen?', 'JÜRGEN', true],
    ['Who sails?', null, false],
    ['', 'Anna', false],
  ])('[F-10] %s %s', (question, author, expected) => {
    expect(naming(question).isNamed(by(author))).toBe(expected);
  });

  test.each([
    ["Qu'est-ce que j'ai mangé hier ?", true],
    ['Où est-ce que j’ai garé la voiture ?', true],
    ["Qui m'a donné ce livre ?", true],
    ["Where does J's car park?", false],
  ])('[F-20] the first person of %s', (question, expected) => {
    expect(naming(question).isNamed(by('user'))).toBe(expected);
  });

  test('[F-10] a role is no name', () => {
    expect(naming('what does the user prefer').isNamed(by('user'))).toBe(false);
    expect(naming('which tool does the assistant use').isNamed(by('assistant'))).toBe(false);
  });
});

describe('whom or what a memory is about', () => {
  test.each([
    ['When did Anna sail?', 'Anna sailed in June', true],
    ["What is Anna's boat called?", "Anna's boat is the Swan", true],
    ['When did Anna sail?', 'Ben sailed with Anna', false],
    // No name: the word has no capital, or only because it is the first word.
    ['when did anna sail?', 'Anna sailed in June', false],
    ['Deploy on which day?', 'Deploy on Friday', false],
    ['Which port does Postgres use?', 'postgres listens on 5433', true],
    ['What did I say?', 'I said nothing', false],
    ['Wann segelt Jürgen?', 'JÜRGEN segelt im Juni', true],
    ['', 'Anna sailed', false],
  ])('[F-10] %s %s', (question, text, expected) => {
    const naming = subjectNamingOf(question, parseQuery(question));
    expect(naming.isNamed(says(text))).toBe(expected);
    if (expected) expect(naming.hasNames).toBe(true);
  });

  test('[F-10] without a capital nobody is named', () => {
    expect(subjectNamingOf('Which boat', parseQuery('Which boat')).hasNames).toBe(false);
  });

  test('[F-7] what is asked for by its exact name is as it is of turns', () => {
    const question = 'Where does Anna keep qz7f3k';
    expect(subjectNamingOf(question, parseQuery(question)).isExact(says('QZ7F3K is here'))).toBe(true);
  });
});

describe('what a question asks for by its exact name', () => {
  test('[F-7] is a phrase, or letters and digits in one', () => {
    expect(naming('what is ZX-81-QUUX').isExact(says('Its id: zx-81-quux.'))).toBe(true);
    expect(naming('where is qz7f3k').isExact(says('QZ7F3K is here'))).toBe(true);
    expect(naming('who said "blue whale"').isExact(says('a blue whale sang'))).toBe(true);
  });

  test('[F-7] as a whole, and not by its words alone', () => {
    expect(naming('where is qz7f3k').isExact(says('qz7f3kk'))).toBe(false);
    expect(naming('who said "blue whale"').isExact(says('a whale, all blue'))).toBe(false);
    expect(naming('where is the whale').isExact(says('the whale'))).toBe(false);
  });
});
