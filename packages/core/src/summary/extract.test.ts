import { DAY_MS } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIXED } from '../testing/arbitrary-registers.ts';
import { extract } from './extract.ts';
import { lastingShare } from './lasting.ts';
import type { Note } from './note.ts';
import { sentencesOf, shorten, unmarkedSentencesOf } from './sentences.ts';

const at = (day: number): number => Date.UTC(2026, 0, 1) + day * DAY_MS;
const note = (text: string, day: number, weight = 0): Note => ({ text, atMs: at(day), cites: [], weight });
const BOUNDS = { sentencesMax: 3, charsMax: 800 };
const textsOf = (notes: readonly Note[], bounds = BOUNDS) => extract(notes, bounds).map(({ text }) => text);

describe('sentences', () => {
  test('end at a mark, at a line, and not at an abbreviation or inside a version', () => {
    expect(sentencesOf('Uses Node 24.1.  Ask Dr. Chen first! See e.g. the wiki.\nDone')).toEqual([
      'Uses Node 24.1.',
      'Ask Dr. Chen first!',
      'See e.g. the wiki.',
      'Done',
    ]);
    expect(sentencesOf('user: Ann leads. (2026-01-02)\nuser: Bob (2026-01-03)')).toEqual([
      ...['user: Ann leads. (2026-01-02)', 'user: Bob (2026-01-03)'],
    ]);
    expect(sentencesOf('好的。请用 pnpm。')).toEqual(['好的。', '请用 pnpm。']);
    expect(sentencesOf(' \n ')).toEqual([]);
  });

  test('lose the marks of lists and headings, and no number that is a part of them', () => {
    expect(unmarkedSentencesOf('# Rules\n- Use tabs\n- [ ] Ask Ann\n> - Quoted - twice')).toEqual([
      ...['Rules', 'Use tabs', 'Ask Ann', 'Quoted - twice'],
    ]);
    expect(unmarkedSentencesOf('1. Build it\n2. Push it')).toEqual(['Build it', 'Push it']);
    expect(unmarkedSentencesOf('3. Oktober ist frei. Am 4. nicht.')).toEqual([
      ...['3. Oktober ist frei.', 'Am 4.', 'nicht.'],
    ]);
    expect(unmarkedSentencesOf('-5 degrees\n#1 is best\n*bold*')).toEqual([
      ...['-5 degrees', '#1 is best', '*bold*'],
    ]);
  });

  test('are cut at a word, and no character in two', () => {
    expect(shorten('one two three', 13)).toBe('one two three');
    expect(shorten('one two three', 12)).toBe('one two…');
    expect(shorten(`${'a'.repeat(8)}🦊🦊`, 10).isWellFormed()).toBe(true);
  });
});

describe('[SU-3] a summary without a model', () => {
  const about = [
    note('The deploy of the shop runs on Fly.io in Frankfurt.', 1),
    note('The deploy of the shop needs the staging key first.', 2),
    note('Deploys of the shop happen on Tuesdays.', 3),
    note('The cat is called Miso.', 4),
    note('The shop takes payments with Stripe, and deploys follow its webhooks.', 5),
  ];

  test('has sentences of the notes, each with its date and where it comes from, in their order', () => {
    const drafted = extract(about, BOUNDS);
    expect(drafted).toHaveLength(3);
    for (const { text, from } of drafted) {
      const source = about[from[0] ?? -1];
      const date = new Date(source?.atMs ?? 0).toISOString().slice(0, 10);
      expect(text).toBe(`${source?.text} (${date})`);
    }
    const days = drafted.map(({ from }) => about[from[0] ?? 0]?.atMs ?? 0);
    expect(days).toEqual([...days].sort((a, b) => a - b));
  });

  test('keeps the order of what one note says, and prefers a statement to what announces it', () => {
    const steps = note('We use two steps: \n- The shop is built first.\n- The shop is pushed after that.', 1);
    expect(textsOf([steps], { ...BOUNDS, sentencesMax: 2 })).toEqual([
      'The shop is built first. (2026-01-02)',
      'The shop is pushed after that. (2026-01-02)',
    ]);
  });

  test('says what most notes are about rather than what one of them is', () => {
    expect(textsOf(about, { ...BOUNDS, sentencesMax: 2 }).join(' ')).not.toContain('Miso');
  });

  test('says a thing once, in its newest wording', () => {
    const drafted = textsOf([
      note('The package manager of the project is npm 10.', 1),
      note('The package manager of the project is npm 10!', 8),
      note('Tests run with vitest.', 2),
    ]);
    expect(drafted).toEqual([
      'Tests run with vitest. (2026-01-03)',
      'The package manager of the project is npm 10! (2026-01-09)',
    ]);
  });

  test('prefers what a person pinned, all else being equal', () => {
    const same = (name: string, weight: number) => note(`The ${name} server answers on port 80.`, 1, weight);
    const drafted = textsOf([same('red', 0), same('blue', 1), same('green', 0)], {
      ...BOUNDS,
      sentencesMax: 1,
    });
    expect(drafted).toEqual(['The blue server answers on port 80. (2026-01-02)']);
  });

  test('prefers what lasts to what was done', () => {
    const drafted = textsOf(
      [
        note('Fixed the login test of the shop again.', 1),
        note('Never push to the main branch of the shop.', 2),
        note('Decided to use Drizzle instead of Prisma.', 3),
        note('Deployed the shop this morning.', 4),
      ],
      { ...BOUNDS, sentencesMax: 2 },
    );
    expect(drafted.map((text) => text.slice(0, 7))).toEqual(['Never p', 'Decided']);
  });

  test('keeps its bounds, and a date that a sentence has already is not doubled', () => {
    const long = note(`${'long words '.repeat(60)}end.`, 1);
    const [text = ''] = textsOf([long]);
    expect(text.length).toBeLessThanOrEqual(240);
    expect(text).toMatch(/… \(2026-01-02\)$/);
    const many = Array.from({ length: 20 }, (_, n) => note(`Fact ${n} about topic${n} number${n * 7}.`, n));
    expect(textsOf(many, { sentencesMax: 20, charsMax: 200 }).join('').length).toBeLessThanOrEqual(200);
    expect(textsOf([note('Uses pnpm. (2025-12-31)', 3)])).toEqual(['Uses pnpm. (2026-01-04)']);
  });

  test('of nothing is nothing, and of one word that word', () => {
    expect(extract([], BOUNDS)).toEqual([]);
    expect(textsOf([note('pnpm', 0)])).toEqual(['pnpm (2026-01-01)']);
    expect(textsOf([note('用户喜欢深色主题。', 0)])).toEqual(['用户喜欢深色主题。 (2026-01-01)']);
  });
});

describe('[SU-3] what lasts is told from what passes', () => {
  test.each([
    ['The team always deploys on Fridays', 'Fixed the login form today'],
    ['Das Team verwendet pnpm, weil es schneller ist', 'Heute den Login behoben'],
    ["L'équipe préfère les petites branches", 'Corrigé le formulaire ce matin'],
    ['El equipo prefiere ramas cortas', 'Arreglado el formulario ayer'],
    ['Il gruppo preferisce rami corti', 'Corretto il modulo ieri'],
    ['Non pubblichiamo mai di venerdì', 'Oggi pubblichiamo'],
    ['A equipe prefere ramos curtos', 'Corrigido o login ontem'],
    ['用户喜欢喝绿茶', '今天修复了登录'],
    ['チームはpnpmを使う', '昨日ログインを修正した'],
  ])('%j, %j', (lasting, passing) => {
    expect([lastingShare(lasting), lastingShare(passing)]).toEqual([1, 0]);
  });

  test('a date in May is neither', () => {
    expect(lastingShare('Das Treffen war im Mai')).toBe(lastingShare('Das Treffen war im Juni'));
  });

  test('text of ASCII is judged as any other text, though only by patterns of which it has a first word', () => {
    const words = [
      ..."prefers like Hates must always fixed today just now don't s'appelle hay que in lugar de".split(' '),
      ...'vit a mag statt uses used done OK instead of lives runs on porque hoy faut heute 2uses _must non usa mai usare prefere regra oggi ontem'.split(
        ' ',
      ),
    ];
    const sentence = fc
      .tuple(
        fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(' ', '-', '', "'"),
      )
      .map(([chosen, between]) => chosen.join(between));
    fc.assert(
      // The dash makes the text no ASCII, so that every pattern is tried.
      fc.property(sentence, (text) => {
        expect(lastingShare(text)).toBe(lastingShare(`${text} –`));
      }),
      { ...FIXED, numRuns: 3_000 },
    );
  });
});
