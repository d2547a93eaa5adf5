/**
 * Topics of the people in the synthetic dialogues. `{who}` is a name. `{a}` and `{b}` are fillings. A dialogue uses every second `a`,
 * and its neighbour uses the rest, so that neither can answer the neighbour's questions.
 */

export interface Subject {
  readonly name: string;
  readonly tell: string;
  readonly fact: string;
  /** Question of category 4: one turn answers it. */
  readonly ask: string;
  /** Question of category 2. */
  readonly when: string;
  /** Question of category 1: all turns about this subject and person answer it together. */
  readonly all: string;
  readonly a: readonly string[];
  readonly b: readonly string[];
}

export const NAMES = [
  ...['Anna', 'Bruno', 'Chiara', 'Dmitri', 'Elif', 'Femi', 'Greta', 'Hugo'],
  ...['Ines', 'Jonas', 'Keiko', 'Lars', 'Mina', 'Niko', 'Olga', 'Pedro'],
];

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'lessons',
    tell: 'Guess what, I signed up for {a} lessons at the {b}.',
    fact: '{who} takes {a} lessons at the {b}.',
    ask: 'Where is {who} learning {a}?',
    when: 'When did {who} sign up for {a}?',
    all: 'Which lessons has {who} signed up for?',
    a: 'pottery|salsa|archery|violin|welding|calligraphy|fencing|juggling|rowing|origami|drumming|bouldering'.split(
      '|',
    ),
    b: 'lakeside studio|old brewery|town hall|community college|harbour loft'.split('|'),
  },
  {
    name: 'pets',
    tell: 'We adopted a {a} from the shelter and called it {b}.',
    fact: '{who} adopted a {a} named {b}.',
    ask: "What is the name of {who}'s {a}?",
    when: 'When did {who} adopt the {a}?',
    all: 'Which pets has {who} adopted?',
    a: 'tortoise|greyhound|parrot|ferret|rabbit|kitten|hedgehog|donkey|goat|gecko|beagle|canary'.split('|'),
    b: 'Biscuit|Pepper|Waffles|Cosmo|Nutmeg'.split('|'),
  },
  {
    name: 'travel',
    tell: 'I just came back from {a}, the {b} was the best part of the trip.',
    fact: '{who} travelled to {a} and liked the {b} best.',
    ask: 'What did {who} like best about {a}?',
    when: 'When did {who} travel to {a}?',
    all: 'Which trips has {who} come back from?',
    a: 'Lisbon|Reykjavik|Kyoto|Marrakesh|Tallinn|Cusco|Hanoi|Tbilisi|Oslo|Quito|Accra|Naples'.split('|'),
    b: 'night train|fish market|hot spring|rooftop dinner|botanical garden'.split('|'),
  },
  {
    name: 'work',
    tell: 'At work they put me in charge of the {a}, and my boss wants it done by {b}.',
    fact: '{who} is in charge of the {a}, due by {b}.',
    ask: 'By when must {who} finish the {a}?',
    when: 'When was {who} put in charge of the {a}?',
    all: 'What has {who} been put in charge of at work?',
    a: 'warehouse audit|website redesign|budget review|hiring round|summer fair|safety training|office move|customer survey|newsletter|stock count|trade show|mentoring scheme'.split(
      '|',
    ),
    b: 'Easter|midsummer|the autumn break|new year|the end of the quarter'.split('|'),
  },
  {
    name: 'cooking',
    tell: 'I tried cooking {a} for the first time, with {b} from the allotment.',
    fact: '{who} cooked {a} with {b} from the allotment.',
    ask: 'Which vegetable did {who} put into the {a}?',
    when: 'When did {who} cook {a} for the first time?',
    all: 'Which dishes has {who} tried cooking?',
    a: 'moussaka|ramen|paella|pierogi|ratatouille|shakshuka|risotto|goulash|gumbo|dal|tagine|borscht'.split(
      '|',
    ),
    b: 'leeks|pumpkin|fennel|chard|beetroot'.split('|'),
  },
  {
    name: 'health',
    tell: 'My doctor told me to do {a} every morning because of my {b}.',
    fact: '{who} does {a} every morning because of a bad {b}.',
    ask: 'Why does {who} do {a}?',
    when: 'When was {who} told to do {a}?',
    all: 'Which exercises was {who} told to do every morning?',
    a: 'stretching|swimming|breathing exercises|yoga|brisk walks|balance training|pilates|squats|push-ups|skipping|cycling|planks'.split(
      '|',
    ),
    b: 'knee|back|shoulder|hip|wrist'.split('|'),
  },
];

/** Turns that no question asks about. */
export const CHATTER: readonly string[] = [
  'That sounds lovely, tell me more.',
  'Ha, I would never have guessed.',
  'How did everyone take it?',
  'Honestly, it has been a long week.',
  'I could use a break myself.',
  'It went better than I expected.',
  'Wow, good for you!',
  'Let me know how it goes.',
  'The weather did not help, but we managed.',
  'I keep meaning to do something like that.',
  'You always have the best stories.',
  'Anyway, how have you been otherwise?',
  'The kids would have loved to see it.',
  'I will send you a picture later.',
  'Some days are just like that.',
  'We should catch up properly soon.',
];
