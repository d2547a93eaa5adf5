/** Asks every system every question, and says how good the answers were. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { World } from '../world.ts';
import type { Conversation } from './conversation.ts';
import type { RetrievalDocument } from './document.ts';
import { type BlockFigures, measureEconomy, tokensOf } from './felt/economy.ts';
import { type PerMode, runFactTasks, runSharedStoreTasks, type SharedStoreTasks } from './felt/felt.ts';
import type { Asked } from './judge.ts';
import { KINDS, type Kind } from './kinds.ts';
import { parseLocomo } from './locomo.ts';
import { byCategory, rankingFigures } from './metrics.ts';
import { storeConversations } from './stored.ts';
import { createDialogues } from './synthetic/dialogues.ts';
import { askEach, type PerSystem, perSystem } from './systems.ts';

/** `path`: a file in LoCoMo's shape; null: dialogues of our own. */
export const evaluateRetrieval = async (world: World, path: string | null): Promise<RetrievalDocument> => {
  const { all, ...data } = path === null ? syntheticData(world) : await readData(path);
  const facts = await askAll(world, all, 'facts');
  const shared = await shareStore(world, all);
  world.say('retrieval: facts that change, duplicates, saves that are found at once');
  return {
    data,
    facts: await perSystem(async (system) => byCategory(facts[system], rankingFigures)),
    felt: {
      ...(await runFactTasks()),
      leakage: { facts: shared.facts.leakage },
      abstention: { facts: shared.facts.abstention },
      economy: { facts: economyOf(all, 'facts', facts) },
    },
  };
};

/** Each conversation has a store of its own. */
const askAll = async (
  world: World,
  all: readonly Conversation[],
  kind: Kind,
): Promise<PerSystem<readonly Asked[]>> => {
  const answers: PerSystem<readonly Asked[]>[] = [];
  for (const conversation of all) {
    world.say(`retrieval: ${kind} of ${conversation.name}`);
    const stored = await storeConversations([conversation]);
    try {
      answers.push(await askEach(conversation, kind, stored));
    } finally {
      await stored.close();
    }
  }
  return perSystem(async (system) => answers.flatMap((each) => each[system]));
};

const shareStore = async (
  world: World,
  all: readonly Conversation[],
): Promise<Readonly<Record<Kind, SharedStoreTasks>>> => {
  world.say('retrieval: all conversations in one store');
  const stored = await storeConversations(all);
  try {
    return { facts: await runSharedStoreTasks(stored, all, 'facts') };
  } finally {
    await stored.close();
  }
};

const economyOf = (
  all: readonly Conversation[],
  kind: Kind,
  answers: PerSystem<readonly Asked[]>,
): PerMode<readonly BlockFigures[]> => {
  const shelves = new Map(
    all.map((conversation) => {
      const { texts } = KINDS[kind].shelf(conversation);
      return [conversation.name, new Map(texts.map(({ ref, text }) => [ref, text]))];
    }),
  );
  const textOf = (project: string, ref: string): string => shelves.get(project)?.get(ref) ?? '';
  const tokensOfAll = (project: string): number =>
    [...(shelves.get(project)?.values() ?? [])].reduce((sum, text) => sum + tokensOf(text), 0);
  return {
    lexical: measureEconomy(answers.lexical, textOf, tokensOfAll),
    hybrid: measureEconomy(answers.hybrid, textOf, tokensOfAll),
  };
};

type Data = RetrievalDocument['data'] & { readonly all: readonly Conversation[] };

const readData = async (path: string): Promise<Data> => {
  const bytes = await readFile(path);
  return dataOf('file', bytes, parseLocomo(bytes.toString('utf8')));
};

const syntheticData = (world: World): Data => {
  const dialogues = createDialogues('retrieval', world.size(6, 2));
  return dataOf('synthetic', Buffer.from(JSON.stringify(dialogues)), dialogues);
};

const dataOf = (source: 'file' | 'synthetic', bytes: Buffer, all: readonly Conversation[]): Data => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  source,
  conversations: all.length,
  questions: all.reduce((sum, { questions }) => sum + questions.length, 0),
  all,
});
