/** Long conversations, what is known from them, and questions whose answers stand in turns that are known. */
import type { Shelf } from './ranker.ts';

/** `ref` names it within its conversation. `at`: milliseconds since 1970, UTC, rising from turn to turn. */
export interface Turn {
  readonly ref: string;
  readonly session: string;
  readonly author: string;
  /** As it was said; what a shared picture shows stands in brackets at its end. */
  readonly text: string;
  readonly at: number;
}

/** One sentence that was learnt from turns. */
export interface Fact {
  readonly ref: string;
  readonly text: string;
  readonly at: number;
  /** Turns that say it. */
  readonly evidence: readonly string[];
}

/** As LoCoMo counts them. The evidence of an adversarial question is where a wrong answer could come from. */
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
  /** Turns; at least one. */
  readonly evidence: readonly string[];
  /** Asked in the middle of the talks: what was said from then on, milliseconds, is not searched. */
  readonly before?: number;
}

export interface Conversation {
  readonly name: string;
  readonly authors: readonly string[];
  readonly turns: readonly Turn[];
  /** No text twice. */
  readonly facts: readonly Fact[];
  readonly questions: readonly Question[];
}

/** A question and what a perfect answer would hold, whatever is ranked. */
export interface Sought {
  readonly text: string;
  readonly category: Category;
  /** Refs, at least one. */
  readonly gold: readonly string[];
  /** Of turns. */
  readonly before?: number;
}

export const soughtTurns = ({ questions }: Conversation): readonly Sought[] =>
  questions.map(({ text, category, evidence, before }) => ({
    ...{ text, category, gold: evidence },
    ...(before === undefined ? {} : { before }),
  }));

/** Facts that were learnt from a turn of the evidence; questions without such a fact are left out. */
export const soughtFacts = ({ questions, facts }: Conversation): readonly Sought[] =>
  questions.flatMap(({ text, category, evidence }) => {
    const turns = new Set(evidence);
    const gold = facts.filter((fact) => fact.evidence.some((ref) => turns.has(ref))).map(({ ref }) => ref);
    return gold.length === 0 ? [] : [{ text, category, gold }];
  });

/** The two kinds of texts that are ranked: what was learnt, and what was said. */
interface KindOfText {
  /** As a search without dates and context would see them. */
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
