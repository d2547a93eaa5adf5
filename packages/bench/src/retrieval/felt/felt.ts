/** Failures that a person notices, measured by tasks that need no judge. The bench's document and CI use the same figures. */
import { eachInTurn } from '../../measure.ts';
import { type Conversation, KINDS, type Kind } from '../conversation.ts';
import type { Embedding } from '../embedding.ts';
import { ask } from '../judge.ts';
import { meanOf, recallAt, rounded } from '../metrics.ts';
import { inNewStore, type Mode, type Stored } from '../stored.ts';
import { changingFacts } from '../synthetic/changing-facts.ts';
import { measureAbstention } from './abstention.ts';
import { searchOf } from './ask-engine.ts';
import { measureDuplicates, measureLeakage } from './duplicates.ts';
import { measureStaleFacts, saveSuperseded } from './stale-facts.ts';
import { measureWriteToRecall } from './write-to-recall.ts';

const MODES = { lexical: 'text', hybrid: 'hybrid' } as const satisfies Record<string, Mode>;
type PerMode<T> = Readonly<Record<keyof typeof MODES, T>>;

const perMode = async <T>(make: (mode: Mode) => Promise<T>): Promise<PerMode<T>> => ({
  lexical: await make(MODES.lexical),
  hybrid: await make(MODES.hybrid),
});

const PROJECTS = 5;
const SAVES = 60;

/** Runs the tasks on synthetic facts. With `embedding` null, every mode ranks by words alone. */
export const runFactTasks = async (embedding: Embedding | null = null) => {
  const facts = changingFacts(PROJECTS);
  return {
    staleFacts: await inNewStore(async ({ engine }) => {
      const saved = await saveSuperseded(engine, facts);
      await embedding?.embedStore(engine);
      const search = searchOf(engine, embedding);
      return perMode((mode) => measureStaleFacts(search, saved, mode));
    }),
    duplicates: await inNewStore(({ engine }) => measureDuplicates(engine, facts)),
    writeToRecall: await inNewStore(({ engine, path }) => measureWriteToRecall(engine, path, SAVES)),
  };
};

export type FactTasks = Awaited<ReturnType<typeof runFactTasks>>;

/** Runs the tasks on `stored`, which holds at least two conversations, each as a project. */
export const runSharedStoreTasks = async (
  stored: Stored,
  conversations: readonly Conversation[],
  kind: Kind,
) => ({
  /** Compare `recall10` with that of separate stores. */
  leakage: await perMode((mode) => leakageIn(stored, conversations, kind, mode)),
  abstention: await perMode((mode) =>
    measureAbstention(
      conversations.map((conversation, nth) => ({
        conversation,
        sought: answerable(conversation, kind),
        other: conversations[(nth + 1) % conversations.length] ?? conversation,
      })),
      stored.ranker(kind, mode),
    ),
  ),
});

export type SharedStoreTasks = Awaited<ReturnType<typeof runSharedStoreTasks>>;

/** Number of hits on the first page. */
const LEAK_DEPTH = 10;

const leakageIn = async (stored: Stored, conversations: readonly Conversation[], kind: Kind, mode: Mode) => {
  const ranker = stored.ranker(kind, mode);
  const asking = await eachInTurn(conversations, (conversation) =>
    ask(ranker, conversation.name, answerable(conversation, kind), LEAK_DEPTH),
  );
  const asked = asking.flat();
  const recall10 = rounded(meanOf(asked.map((one) => recallAt(one, 10))));
  return { ...measureLeakage(asked), recall10 };
};

const answerable = (conversation: Conversation, kind: Kind) =>
  KINDS[kind].sought(conversation).filter(({ category }) => category !== '5');
