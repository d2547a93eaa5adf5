/** Long conversations, facts from them, and questions with the turns that answer them. */
import type { Shelf } from './ranker.ts';

/** `ref`: unique in its conversation. `at`: milliseconds since 1970, rising from turn to turn. */
export interface Turn {
  readonly ref: string;
  readonly session: string;
  readonly author: string;
  /** The text as it was said. A shared picture's content is in brackets at the end. */
  readonly text: string;
  readonly at: number;
}

/** One sentence that turns tell. `ref`: unique in its conversation. */
export interface Fact {
  readonly ref: string;
  readonly text: string;
  readonly at: number;
  /** Refs of the turns that say it. */
  readonly evidence: readonly string[];
}

/** The categories of LoCoMo. The evidence of an adversarial question is where a wrong answer could come from. */
export const CATEGORIES = {
  '1': 'multi-hop',
  '2': 'temporal',
  '3': 'open-domain',
  '4': 'single-hop',
  '5': 'adversarial',
} as const;
export type Category = keyof typeof CATEGORIES;

export interface Question {
  readonly text: string;
  readonly category: Category;
  /** Refs of turns, at least one. */
  readonly evidence: readonly string[];
  /** Milliseconds since 1970: only earlier turns are searched. Absent: all are. */
  readonly before?: number;
}

export interface Conversation {
  readonly name: string;
  readonly authors: readonly string[];
  readonly turns: readonly Turn[];
  /** No two have the same text. */
  readonly facts: readonly Fact[];
  readonly questions: readonly Question[];
}

/** A question and the refs that a perfect ranking puts first, of turns or of facts. */
export interface Sought {
  readonly text: string;
  readonly category: Category;
  /** At least one. */
  readonly gold: readonly string[];
  /** As `before` of a question; for turns only. */
  readonly before?: number;
}

export const soughtTurns = ({ questions }: Conversation): readonly Sought[] =>
  questions.map(({ text, category, evidence, before }) => ({
    ...{ text, category, gold: evidence },
    ...(before === undefined ? {} : { before }),
  }));

/** Returns questions with the facts of their evidence. Questions without such a fact are left out. */
export const soughtFacts = ({ questions, facts }: Conversation): readonly Sought[] =>
  questions.flatMap(({ text, category, evidence }) => {
    const turns = new Set(evidence);
    const gold = facts.filter((fact) => fact.evidence.some((ref) => turns.has(ref))).map(({ ref }) => ref);
    return gold.length === 0 ? [] : [{ text, category, gold }];
  });

/** A kind of ranked texts: facts or turns. */
interface KindOfText {
  /** The texts as a search sees them, without dates and context. */
  shelf(conversation: Conversation): Shelf;
  sought(conversation: Conversation): readonly Sought[];
}

export const KINDS = {
  facts: {
    shelf: ({ name, facts }) => ({ project: name, texts: facts }),
    sought: soughtFacts,
  },
  turns: {
    shelf: ({ name, turns }) => ({
      project: name,
      texts: turns.map(({ ref, author, text, at }) => ({ ref, text: `${author}: ${text}`, at })),
    }),
    sought: soughtTurns,
  },
} as const satisfies Record<string, KindOfText>;

export type Kind = keyof typeof KINDS;
export type PerKind<T> = Readonly<Record<Kind, T>>;
