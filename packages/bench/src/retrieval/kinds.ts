/** The kinds of texts that are ranked. */
import { type Conversation, type Sought, soughtFacts } from './conversation.ts';
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
} as const satisfies Record<string, KindOfText>;

export type Kind = keyof typeof KINDS;
