import { expect, test } from 'vitest';
import { statementsIn } from './statements.ts';

test.each([
  ...[
    'Ich wohne in Rom, wenn ich nicht arbeite.',
    'Ich wohne in Rom, falls der Umzug klappt.',
    'Ich würde in Rom wohnen.',
  ],
  ...[
    'Ich wohne in Rom, sobald der Vertrag da ist',
    'Mein Hund heißt Bello, wenn er ein Rüde ist',
    'Wenn ich in Rom wohne, fahre ich Rad.',
  ],
  ...[
    'I live in Rome if my boss lets me.',
    'If I lived in Rome, I would cycle.',
    'I would live in Rome.',
    "I'd live in Rome.",
  ],
  ...[
    'I live in Rome unless the visa fails',
    'I work at Siemens if they take me',
    'I am vegan if you ask my mother',
  ],
  ...[
    "J'habite à Rome si tout va bien.",
    "J'habiterais à Rome.",
    'Vivo en Roma si me dejan.',
    'Viviría en Roma.',
  ],
  ...['Abito a Roma se va bene', 'Abiterei a Roma', 'Moro em Roma se tudo der certo', 'Moraria em Roma'],
  ...[
    '我住在罗马，如果公司同意',
    '我住在罗马的话',
    'もし私がローマに住んでいたら',
    'Я живу в Риме, если получится',
  ],
])('[X-4] %j is a supposition, and not kept', (text) => {
  expect(statementsIn(text)).toEqual([]);
});

test.each([
  ...[
    'I live in Rome',
    'I live in Rome, if that helps',
    'Ich wohne in Rom, falls das hilft',
    'Ich wohne in Rom',
  ],
  ...['I am allergic to nuts if they are raw', 'Ich bin allergisch gegen Nüsse, wenn sie roh sind'],
  ...['I am vegan, even if my family is not', 'Il mio cane si chiama Rex', 'Meu cachorro se chama Rex'],
  ...['Remember that the build fails if Node is older than 22', 'Never push if CI is red'],
  ...['Ich bevorzuge kurze Antworten, wenn ich unterwegs bin', '以后如果我写中文，请用中文回答'],
])('[X-4] but %j is kept', (text) => {
  expect(statementsIn(text)).toHaveLength(1);
});
