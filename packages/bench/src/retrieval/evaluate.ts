/** Asks every system every question, and says how good the answers were. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { World } from '../world.ts';
import { type Conversation, soughtFacts } from './conversation.ts';
import type { RetrievalDocument } from './document.ts';
import type { Asked } from './judge.ts';
import { parseLocomo } from './locomo.ts';
import { byCategory, rankingFigures } from './metrics.ts';
import { storeConversations } from './stored.ts';
import { createDialogues } from './synthetic/dialogues.ts';
import { askEach, type PerSystem, perSystem } from './systems.ts';

type Data = RetrievalDocument['data'] & { readonly all: readonly Conversation[] };

/** `path`: a file in LoCoMo's shape; null: dialogues of our own. */
export const evaluateRetrieval = async (world: World, path: string | null): Promise<RetrievalDocument> => {
  const { all, ...data } = path === null ? syntheticData(world) : await readData(path);
  const facts: PerSystem<readonly Asked[]>[] = [];
  for (const conversation of all) {
    world.say(`retrieval: ${conversation.name}, ${conversation.facts.length} facts`);
    const stored = await storeConversations([conversation]);
    try {
      facts.push(
        await askEach(conversation, { shelf: shelfOfFacts, sought: soughtFacts, ranker: stored.facts }),
      );
    } finally {
      await stored.close();
    }
  }
  return {
    data,
    facts: await perSystem(async (system) =>
      byCategory(
        facts.flatMap((answers) => answers[system]),
        rankingFigures,
      ),
    ),
  };
};

const shelfOfFacts = ({ name, facts }: Conversation) => ({ project: name, texts: facts });

const readData = async (path: string): Promise<Data> => {
  const bytes = await readFile(path);
  return dataOf('file', bytes, parseLocomo(bytes.toString('utf8')));
};

const syntheticData = (world: World): Data => {
  const dialogues = createDialogues('retrieval', world.size(5, 2));
  return dataOf('synthetic', Buffer.from(JSON.stringify(dialogues)), dialogues);
};

const dataOf = (source: 'file' | 'synthetic', bytes: Buffer, all: readonly Conversation[]): Data => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  source,
  conversations: all.length,
  questions: all.reduce((sum, { questions }) => sum + questions.length, 0),
  all,
});
