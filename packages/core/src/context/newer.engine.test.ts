import { describe, expect, test } from 'vitest';
import { createEngineBench, mustBe } from '../testing/engine-bench.ts';

const OTHERS = [
  ...[
    'The staging cluster is in Frankfurt',
    'My sister Clara studies medicine in Bologna',
    'Tests need Redis',
  ],
  ...[
    'Marco moved the repository to GitLab',
    'The mobile app is built with Flutter',
    'Lina was born in 2019',
  ],
];

const givenFor = async (prompt: string, texts: readonly string[]): Promise<readonly string[]> => {
  const bench = createEngineBench();
  for (const content of [...OTHERS, ...texts]) {
    bench.time.skip(60_000);
    await mustBe(bench.write.remember({ content, source: 'user' }));
  }
  const { text } = await mustBe(bench.read.context({ query: prompt }));
  return text.split('\n').flatMap((line) => /^- (.*) \[/.exec(line)?.[1] ?? []);
};
/** As extraction stores it. */
const said = (text: string): string => `The user says: “${text}”`;

describe('[CX-13] a prompt gets the newer memory beside the one it replaced', () => {
  test.each([
    ['where do I live?', 'I live in Rome', 'I moved to Porto'],
    ['which city do I live in?', 'I live in Rome', 'We have just moved to Porto'],
    ['where does the user live?', 'The user lives in Rome', 'The user moved to Porto'],
    ['where does Anna live?', 'Anna lives in Berlin', 'Anna has moved to Hamburg'],
    ['what is my favourite editor?', 'My favourite editor is Vim', 'I switched from Vim to Helix'],
    ['what car do I drive?', 'My car is a red Fiat Panda', 'I sold the Fiat and bought a Tesla'],
    [
      'which port does the API listen on?',
      'The API listens on port 8080',
      'The API listens on port 9090 now',
    ],
    ['on which day do we deploy?', 'We deploy on Fridays', 'We deploy on Tuesdays now'],
    ['what is my phone number?', 'My phone number is 555-1234', 'My new phone number is 555-9876'],
    ['what is my dog called?', 'My dog is called Bello', 'Our new dog is called Rocky'],
    ['who is the release manager?', 'The release manager is Olga', 'Since May the release manager is Pedro'],
    ['wo wohne ich?', 'Ich wohne in Rom', 'Ich bin nach Porto gezogen'],
    ['wo wohne ich?', 'Ich wohne in Rom', 'Wir sind im Mai nach Porto umgezogen'],
    ["où est-ce que j'habite ?", "J'habite à Rome", "J'ai déménagé à Porto"],
    ['¿dónde vivo?', 'Vivo en Roma', 'Me he mudado a Oporto'],
    ['dove abito?', 'Abito a Roma', 'Mi sono trasferito a Porto'],
    ['onde moro?', 'Moro em Roma', 'Mudei-me para o Porto'],
    ['где я живу?', 'Я живу в Риме', 'Я переехал в Порту'],
    ['我住在哪里?', '我住在罗马', '我搬到波尔图了'],
    ['私はどこに住んでいますか', '私はローマに住んでいます', '私はポルトに引っ越しました'],
  ])('%j: %j, then %j', async (prompt, older, newer) => {
    expect(await givenFor(prompt, [older, newer])).toContain(newer);
    const own = await givenFor(prompt, [said(older), said(newer)]);
    expect(own).toContain(said(newer));
    expect(own.length).toBeLessThanOrEqual(3);
  });

  test.each([
    ['where do I live?', 'I live in Rome', 'My parents moved to Porto'],
    ['where do I live?', 'I live in Rome', 'Marco moved to Porto'],
    ['where do I live?', 'I live in Rome', 'We moved to GitLab'],
    ['where do I live?', 'I live in Rome', 'I want to move to Porto'],
    ['what is my favourite editor?', 'My favourite editor is Vim', 'Marco uses Vim too'],
    ['what car do I drive?', 'My car is a red Fiat Panda', 'I sold the old table'],
    ['wo wohne ich?', 'Ich wohne in Rom', 'Wir sind auf Bun umgestiegen'],
    ["où est-ce que j'habite ?", "J'habite à Rome", 'Ma sœur a déménagé à Porto'],
    ['我住在哪里?', '我住在罗马', '我妈妈搬到波尔图了'],
  ])('but not another thing, for %j: %j, then %j', async (prompt, older, newer) => {
    expect(await givenFor(prompt, [older, newer])).toEqual([older]);
  });

  test('the newest of several, and never more than three in all', async () => {
    const homes = [
      'I live in Rome',
      'I live in Milan',
      'I live in Turin',
      'I moved to Porto',
      'I moved to Faro',
    ];
    const given = await givenFor('where do I live?', homes);
    expect(given).toHaveLength(3);
    expect(given).toContain('I moved to Faro');
    const before = await givenFor('where do I live?', ['I moved to Porto', 'I live in Rome']);
    expect(before).toEqual(['I live in Rome']);
  });
});
