/** Long conversations, the facts extracted from them, and questions with the turns that answer them. */
import type { Shelf } from './ranker.ts';

/** One turn. `ref` is unique in its conversation. `at` is in milliseconds since 1970 and rises from turn to turn. */
export interface Turn {
  readonly ref: string;
  readonly session: string;
  readonly author: string;
  /** Words as they were said. The description of a shared picture follows in brackets. */
  readonly text: string;
  readonly at: number;
}

/** One sentence extracted from turns. `ref` is unique in its conversation. */
export interface Fact {
  readonly ref: string;
  readonly text: string;
  readonly at: number;
  /** Refs of the turns that state the fact. */
  readonly evidence: readonly string[];
}

/** Categories, numbered as in LoCoMo. The evidence of an adversarial question is the place that a wrong answer could come from. */
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
  /** Only turns before this time are searched, in milliseconds since 1970. Without it, all turns are. */
  readonly before?: number;
}

export interface Conversation {
  readonly name: string;
  readonly authors: readonly string[];
  readonly turns: readonly Turn[];
  /** Facts, with no text twice. */
  readonly facts: readonly Fact[];
  readonly questions: readonly Question[];
}

/** A question, and the refs of turns or facts that a perfect ranking puts first. */
export interface Sought {
  readonly text: string;
  readonly category: Category;
  /** Wanted refs, at least one. */
  readonly gold: readonly string[];
  /** Same meaning as `before` of a question; for turns only. */
  readonly before?: number;
}

export const soughtTurns = ({ questions }: Conversation): readonly Sought[] =>
  questions.map(({ text, category, evidence, before }) => ({
    ...{ text, category, gold: evidence },
    ...(before === undefined ? {} : { before }),
  }));

/** Returns the facts extracted from the evidence of each question. Questions without such a fact are left out. */
export const soughtFacts = ({ questions, facts }: Conversation): readonly Sought[] =>
  questions.flatMap(({ text, category, evidence }) => {
    const turns = new Set(evidence);
    const gold = facts.filter((fact) => fact.evidence.some((ref) => turns.has(ref))).map(({ ref }) => ref);
    return gold.length === 0 ? [] : [{ text, category, gold }];
  });

/** A kind of ranked texts: extracted facts, or turns as they were said. */
interface KindOfText {
  /** Returns the texts as a search sees them, without dates and context. */
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
