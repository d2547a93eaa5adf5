/** The two kinds of texts that are ranked: what was learnt, and what was said. */
import { type Conversation, type Sought, soughtFacts, soughtTurns } from './conversation.ts';
import type { Shelf } from './ranker.ts';

export interface KindOfText {
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
      texts: turns.map(({ ref, author, text }) => ({ ref, text: `${author}: ${text}` })),
    }),
    sought: soughtTurns,
  },
} as const satisfies Record<string, KindOfText>;

export type Kind = keyof typeof KINDS;
export type PerKind<T> = Readonly<Record<Kind, T>>;
