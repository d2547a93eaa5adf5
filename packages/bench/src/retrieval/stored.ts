/** Conversations in real stores, asked the way the daemon asks: through the public engine, in its worker threads. */
import { join } from 'node:path';
import { type Engine, openEngine } from '@cairn/core';
import { sampleId } from '@cairn/core/testing';
import { LIMITS, type SearchInput } from '@cairn/schema';
import { tempHome } from '@cairn/test-support';
import { chunksOf } from '../measure.ts';
import type { Conversation } from './conversation.ts';
import { DEPTH, type Ranked, type Ranker } from './ranker.ts';

export interface Stored {
  /** Ranks the facts, which are memories. */
  facts(mode: Mode): Ranker;
  close(): Promise<void>;
}

export type Mode = NonNullable<SearchInput['mode']>;

/** All of them in one store, each its own project. */
export const storeConversations = async (conversations: readonly Conversation[]): Promise<Stored> => {
  const home = await tempHome('retrieval');
  const opened = await openEngine({ path: join(home.path, 'cairn.db'), deviceName: 'bench' });
  if (!opened.ok) throw new Error(opened.error.message);
  const engine = opened.value;
  const refs = await saveFacts(engine, conversations);
  return {
    facts: (mode) => ({
      rank: async (project, question) => {
        const found = await engine.search({ query: question, project, mode, limit: DEPTH });
        if (!found.ok) throw new Error(`${question}: ${found.error.message}`);
        return found.value.results.map(({ id, score }): Ranked => ({ ref: refs.get(id) ?? id, score }));
      },
    }),
    close: async () => {
      await engine.close();
      await home.remove();
    },
  };
};

/** As an export of that time would be brought in. The answer: refs by the ids that the facts have now. */
const saveFacts = async (
  engine: Engine,
  conversations: readonly Conversation[],
): Promise<ReadonlyMap<string, string>> => {
  const facts = conversations.flatMap(({ name, facts }) => facts.map((fact) => ({ ...fact, project: name })));
  const records = facts.map(({ text, project, at }, nth) => ({
    id: sampleId(nth),
    content: text,
    project,
    source: 'agent',
    createdAt: new Date(at).toISOString(),
  }));
  for (const block of chunksOf(records, LIMITS.importItemsPerRequestMax)) {
    const imported = await engine.importRecords({ records: [...block], bundle: true });
    if (!imported.ok) throw new Error(imported.error.message);
    if (imported.value.new !== block.length)
      throw new Error(`not all was saved: ${JSON.stringify(imported)}`);
  }
  return new Map(facts.map(({ ref }, nth) => [sampleId(nth), ref]));
};
