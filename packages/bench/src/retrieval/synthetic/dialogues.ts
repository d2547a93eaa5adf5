/**
 * Synthetic dialogues in the shape of real ones: two people, many sessions and chatter between the turns that matter. The questions do
 * not only use words of the answer. They test that everything runs and that nothing got worse. Only real conversations tell how good a
 * search is.
 */
import { createSeededRandom, type SeededRandom } from '@cairn/core/testing';
import { DAY_MS } from '@cairn/schema';
import { range } from '../../measure.ts';
import type { Conversation, Fact, Question, Turn } from '../conversation.ts';
import { CHATTER, NAMES, SUBJECTS, type Subject } from './phrases.ts';

const SESSIONS = 12;
const SUBJECTS_PER_SESSION = 2;
const CHATTER_PER_SUBJECT = 4;
const FIRST_MS = Date.UTC(2025, 0, 6, 9);

/** Returns dialogues. The same seed gives the same dialogues. */
export const createDialogues = (seed: string, count: number): readonly Conversation[] =>
  range(count).map((nth) => createDialogue(createSeededRandom(`${seed}/dialogue/${nth}`), nth));

interface Told {
  readonly author: string;
  readonly subject: Subject;
  readonly a: string;
  readonly b: string;
  readonly turn: Turn;
}

type Say = (author: string, text: string) => Turn;

const createDialogue = (random: SeededRandom, nth: number): Conversation => {
  const authors = range(2).map((which) => NAMES[(2 * nth + which) % NAMES.length] ?? '');
  const turns: Turn[] = [];
  const told: Told[] = [];
  let start = FIRST_MS + nth * DAY_MS;
  for (const session of range(SESSIONS)) {
    start += (7 + random.below(14)) * DAY_MS;
    const at = start;
    const say: Say = (author, text) => {
      const place = turns.length;
      const turn = {
        ref: `${session}:${place}`,
        session: `${session}`,
        author,
        text,
        at: at + place * 1_000,
      };
      turns.push(turn);
      return turn;
    };
    for (const _ of range(SUBJECTS_PER_SESSION)) {
      const isNew = ({ subject, a }: Pick<Told, 'subject' | 'a'>): boolean =>
        told.every((other) => other.subject !== subject || other.a !== a);
      told.push(tell(random, { author: random.pick(authors), parity: nth % 2, isNew, say }));
      for (const place of range(CHATTER_PER_SUBJECT)) say(authors[place % 2] ?? '', random.pick(CHATTER));
    }
  }
  const name = `dialogue-${nth}`;
  return { name, authors, turns, facts: told.map(factOf), questions: questionsOf(told) };
};

interface Telling {
  readonly author: string;
  /** Selects the half of the fillings that this dialogue uses. */
  readonly parity: number;
  readonly isNew: (told: Pick<Told, 'subject' | 'a'>) => boolean;
  readonly say: Say;
}

/** Tells something. No dialogue tells the same thing twice, so that every question has one answer. */
const tell = (random: SeededRandom, { author, parity, isNew, say }: Telling): Told => {
  for (;;) {
    const subject = random.pick(SUBJECTS);
    const a = random.pick(subject.a.filter((_, at) => at % 2 === parity));
    if (!isNew({ subject, a })) continue;
    const b = random.pick(subject.b);
    return { author, subject, a, b, turn: say(author, filled(subject.tell, { who: author, a, b })) };
  }
};

const filled = (text: string, { who, a, b }: Readonly<Record<'who' | 'a' | 'b', string>>): string =>
  text.replaceAll('{who}', who).replaceAll('{a}', a).replaceAll('{b}', b);

const factOf = ({ author, subject, a, b, turn }: Told, nth: number): Fact => ({
  ref: `fact-${nth}`,
  text: filled(subject.fact, { who: author, a, b }),
  at: turn.at,
  evidence: [turn.ref],
});

const questionsOf = (told: readonly Told[]): readonly Question[] => {
  const ofOne = told.flatMap(({ author, subject, a, b, turn }): readonly Question[] => [
    { text: filled(subject.ask, { who: author, a, b }), category: '4', evidence: [turn.ref] },
    { text: filled(subject.when, { who: author, a, b }), category: '2', evidence: [turn.ref] },
  ]);
  const bySubject = Map.groupBy(told, ({ author, subject }) => `${author}/${subject.name}`);
  const ofMany = [...bySubject.values()].flatMap((group): readonly Question[] => {
    const [first] = group;
    if (first === undefined || group.length === 1) return [];
    const text = filled(first.subject.all, { who: first.author, a: first.a, b: first.b });
    return [{ text, category: '1', evidence: group.map(({ turn }) => turn.ref) }];
  });
  return [...ofOne, ...ofMany];
};
