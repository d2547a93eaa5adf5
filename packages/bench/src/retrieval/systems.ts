/** The compared systems, and how each ranks one kind of texts. */
import { createBareFullText, createGrep } from '../bare/bare-full-text.ts';
import { type Conversation, KINDS, type Kind } from './conversation.ts';
import { ask } from './judge.ts';
import { DEPTH, type Ranker } from './ranker.ts';
import type { Mode, Stored } from './stored.ts';

/** Names of the systems. `grep` and `bm25` are the baselines without this program. */
export const SYSTEMS = ['grep', 'bm25', 'lexical', 'vector', 'hybrid'] as const;
export type System = (typeof SYSTEMS)[number];
export type PerSystem<T> = Readonly<Record<System, T>>;

const MODES = { lexical: 'text', vector: 'vector', hybrid: 'hybrid' } as const satisfies Record<string, Mode>;

export const perSystem = async <T>(make: (system: System) => Promise<T>): Promise<PerSystem<T>> => ({
  grep: await make('grep'),
  bm25: await make('bm25'),
  lexical: await make('lexical'),
  vector: await make('vector'),
  hybrid: await make('hybrid'),
});

/** Returns every system's answers to the questions about one conversation. Our systems search `stored`. */
export const askEach = async (conversation: Conversation, kind: Kind, stored: Stored) => {
  const shelf = KINDS[kind].shelf(conversation);
  const sought = KINDS[kind].sought(conversation);
  const fullText = await createBareFullText([shelf]);
  const rankerOf = (system: System): Ranker => {
    if (system === 'grep') return createGrep([shelf]);
    return system === 'bm25' ? fullText : stored.ranker(kind, MODES[system]);
  };
  try {
    return await perSystem((system) => ask(rankerOf(system), shelf.project, sought, DEPTH));
  } finally {
    fullText.close();
  }
};
