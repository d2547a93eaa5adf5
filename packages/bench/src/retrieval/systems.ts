/** What is compared, and the rankings of one kind of texts by each of them. */
import { createBareFullText } from '../bare/bare-full-text.ts';
import { createGrep } from '../bare/grep.ts';
import type { Conversation, Sought } from './conversation.ts';
import { type Asked, ask } from './judge.ts';
import type { Ranker, Shelf } from './ranker.ts';
import type { Mode } from './stored.ts';

/** `grep` and `bm25` are what would be there without this program. */
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

export interface Task {
  readonly shelf: (conversation: Conversation) => Shelf;
  readonly sought: (conversation: Conversation) => readonly Sought[];
  /** Ours, over the store that holds the conversation. */
  readonly ranker: (mode: Mode) => Ranker;
}

/** The answers of every system to the questions about one conversation. */
export const askEach = async (
  conversation: Conversation,
  task: Task,
): Promise<PerSystem<readonly Asked[]>> => {
  const shelf = task.shelf(conversation);
  const sought = task.sought(conversation);
  const fullText = await createBareFullText([shelf]);
  const rankerOf = (system: System): Ranker => {
    if (system === 'grep') return createGrep([shelf]);
    return system === 'bm25' ? fullText : task.ranker(MODES[system]);
  };
  try {
    return await perSystem((system) => ask(rankerOf(system), shelf.project, sought));
  } finally {
    fullText.close();
  }
};
