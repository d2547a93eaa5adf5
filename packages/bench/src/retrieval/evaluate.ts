/** Puts every question to every system and measures the quality of the answers. */
import { createHash } from 'node:crypto';
import { eachInTurn } from '../measure.ts';
import type { World } from '../world.ts';
import { type Conversation, KINDS, type Kind } from './conversation.ts';
import type { Embedding } from './embedding.ts';
import { measureEconomy, tokensOf } from './felt/economy.ts';
import { runFactTasks, runSharedStoreTasks } from './felt/felt.ts';
import { readSet } from './forms.ts';
import { type Asked, toSessions } from './judge.ts';
import { byCategory, rankingFigures, sessionFigures } from './metrics.ts';
import { storeConversations } from './stored.ts';
import { createDialogues } from './synthetic/dialogues.ts';
import { askEach, type PerSystem, perSystem } from './systems.ts';

/**
 * Evaluates a data set. `path` is a set in a form that `forms` can read, or null for synthetic dialogues. With `embedding` null,
 * rankings use words alone.
 */
export const evaluateRetrieval = async (world: World, path: string | null, embedding: Embedding | null) => {
  const { all, ...data } = path === null ? syntheticData(world) : await readData(path);
  if (embedding !== null) world.cleanup.add(embedding.close);
  const answers = await askAll(world, all, embedding);
  const shared = await shareStore(world, all, embedding);
  world.say('retrieval: facts that change, duplicates, saves that are found at once');
  return {
    data,
    /** Null when none is installed, and then all our systems rank by words alone. */
    embedder: embedding?.model ?? null,
    turns: await perSystem(async (system) => byCategory(answers.turns[system], rankingFigures)),
    /** Figures for the sessions of those turns. A session has the rank of its best turn. */
    sessions: await perSystem(async (system) =>
      byCategory(toSessions(answers.turns[system], sessionsOf(all)), sessionFigures),
    ),
    /** Figures for extracted memories. */
    facts: await perSystem(async (system) => byCategory(answers.facts[system], rankingFigures)),
    /** Failures that a person notices; see `felt/`. Facts and saves are always synthetic, and the other figures use the data above. */
    felt: {
      ...(await runFactTasks(embedding)),
      ...shared,
      economy: {
        turns: economyOf(all, 'turns', answers.turns),
        facts: economyOf(all, 'facts', answers.facts),
      },
    },
  };
};

/** Document that `npm run bench -- retrieval --json` prints. */
export type RetrievalDocument = Awaited<ReturnType<typeof evaluateRetrieval>>;

/** Asks all questions, with a separate store for each conversation. */
const askAll = async (world: World, all: readonly Conversation[], embedding: Embedding | null) => {
  const answers = await eachInTurn(all, async (conversation) => {
    world.say(`retrieval: ${conversation.name}`);
    const stored = await storeConversations([conversation], embedding);
    try {
      const turns = await askEach(conversation, 'turns', stored);
      return { turns, facts: await askEach(conversation, 'facts', stored) };
    } finally {
      await stored.close();
    }
  });
  const together = (kind: Kind) => perSystem(async (system) => answers.flatMap((each) => each[kind][system]));
  return { turns: await together('turns'), facts: await together('facts') };
};

const shareStore = async (world: World, all: readonly Conversation[], embedding: Embedding | null) => {
  world.say('retrieval: all conversations in one store');
  const stored = await storeConversations(all, embedding);
  try {
    const turns = await runSharedStoreTasks(stored, all, 'turns');
    const facts = await runSharedStoreTasks(stored, all, 'facts');
    return {
      leakage: { turns: turns.leakage, facts: facts.leakage },
      abstention: { turns: turns.abstention, facts: facts.abstention },
    };
  } finally {
    await stored.close();
  }
};

/** Maps refs to sessions. Its keys hold the project, so that sessions of two conversations stay apart. */
const sessionsOf = (all: readonly Conversation[]) => {
  const sessions = new Map(
    all.flatMap(({ name, turns }) => turns.map(({ ref, session }) => [`${name}/${ref}`, session] as const)),
  );
  return (project: string, ref: string): string => sessions.get(`${project}/${ref}`) ?? ref;
};

const economyOf = (all: readonly Conversation[], kind: Kind, answers: PerSystem<readonly Asked[]>) => {
  const shelves = new Map(
    all.map((conversation) => {
      const { texts } = KINDS[kind].shelf(conversation);
      return [conversation.name, new Map(texts.map(({ ref, text }) => [ref, text]))];
    }),
  );
  const textOf = (project: string, ref: string): string => shelves.get(project)?.get(ref) ?? '';
  const sums = new Map(
    [...shelves].map(([project, texts]) => [
      project,
      [...texts.values()].reduce((sum, text) => sum + tokensOf(text), 0),
    ]),
  );
  const tokensOfAll = (project: string): number => sums.get(project) ?? 0;
  return {
    lexical: measureEconomy(answers.lexical, textOf, tokensOfAll),
    hybrid: measureEconomy(answers.hybrid, textOf, tokensOfAll),
  };
};

const readData = async (path: string) => {
  const { bytes, conversations } = await readSet(path);
  return dataOf('file', bytes, conversations);
};

const syntheticData = (world: World) => {
  const dialogues = createDialogues('retrieval', world.size(6, 2));
  return dataOf('synthetic', Buffer.from(JSON.stringify(dialogues)), dialogues);
};

const dataOf = (source: 'file' | 'synthetic', bytes: Buffer, all: readonly Conversation[]) => ({
  /** Of the file's bytes, or of the JSON of synthetic data. */
  sha256: createHash('sha256').update(bytes).digest('hex'),
  source,
  conversations: all.length,
  questions: all.reduce((sum, { questions }) => sum + questions.length, 0),
  all,
});
