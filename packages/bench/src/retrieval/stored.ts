/** Conversations in a real store. They are searched as the daemon does: through the public engine, in its worker threads. */
import { join } from 'node:path';
import { type Engine, openEngine } from '@cairn/core';
import { sampleId } from '@cairn/core/testing';
import { LIMITS, type SearchInput } from '@cairn/schema';
import { tempHome } from '@cairn/test-support';
import { must } from '../must.ts';
import { importAll } from '../processes/embedded-store.ts';
import type { Conversation, Kind } from './conversation.ts';
import type { Embedding } from './embedding.ts';
import { type Search, searchOf } from './felt/ask-engine.ts';
import type { Ranked, Ranker } from './ranker.ts';

export type OpenStore = Awaited<ReturnType<typeof openStore>>;

/** Makes a store in a temporary folder. Returns also the path of its database file. */
export const openStore = async () => {
  const home = await tempHome('retrieval');
  const path = join(home.path, 'cairn.db');
  const engine = must(await openEngine({ path, deviceName: 'bench' }));
  /** Closes the store and deletes its folder. */
  const close = async (): Promise<void> => {
    await engine.close();
    await home.remove();
  };
  return { engine, path, close };
};

/** Does the work on a store of its own. */
export const inNewStore = async <T>(work: (store: OpenStore) => Promise<T>): Promise<T> => {
  const store = await openStore();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
};

export type Mode = NonNullable<SearchInput['mode']>;

export type Stored = Awaited<ReturnType<typeof storeConversations>>;

/** Saves all conversations in one store, each as a project. With `embedding` null, every mode ranks by words alone. */
export const storeConversations = async (
  conversations: readonly Conversation[],
  embedding: Embedding | null = null,
) => {
  const store = await openStore();
  const { engine } = store;
  const factRefs = await saveFacts(engine, conversations);
  const turnRefs = await importTurns(engine, conversations);
  await embedding?.embedStore(engine);
  const search = searchOf(engine, embedding);
  const ranker = (kind: Kind, mode: Mode): Ranker =>
    kind === 'facts' ? rankFacts(search, factRefs, mode) : rankTurns(search, turnRefs, mode);
  return { ...store, ranker };
};

const rankFacts = (search: Search, refs: ReadonlyMap<string, string>, mode: Mode): Ranker => ({
  rank: async (project, question, depth) => {
    const asked = { query: question, project, mode, limit: depth, in: ['memories' as const] };
    const { results } = await search(asked);
    return results.map(
      ({ id, project: of, score }): Ranked => ({ ref: refs.get(id) ?? id, project: of, score }),
    );
  },
});

const rankTurns = (search: Search, refs: ReadonlyMap<string, string>, mode: Mode): Ranker => ({
  rank: async (project, question, depth, before) => {
    const until = before === undefined ? {} : { asOf: new Date(before - 1).toISOString() };
    const asked = { query: clipped(question), project, mode, limit: depth, in: ['sessions' as const] };
    const { passages } = await search({ ...asked, ...until });
    return passages.map(({ source, ordinal, project: of, score }): Ranked => {
      const place = placeOf(source.name, ordinal);
      return { ref: refs.get(place) ?? place, project: of, score };
    });
  },
});

/** Cuts a question to the limit. A person's turn may be longer. */
const clipped = (question: string): string => [...question].slice(0, LIMITS.queryCharsMax).join('');

/** Imports the facts with their original times, as from an export. Returns refs by the facts' new ids. */
const saveFacts = async (engine: Engine, conversations: readonly Conversation[]) => {
  const facts = conversations.flatMap(({ name, facts }) => facts.map((fact) => ({ ...fact, project: name })));
  const records = facts.map(({ text, project, at }, nth) => ({
    id: sampleId(nth),
    content: text,
    project,
    source: 'agent',
    createdAt: new Date(at).toISOString(),
  }));
  await importAll(engine, records);
  return new Map(facts.map(({ ref }, nth) => [sampleId(nth), ref]));
};

const placeOf = (session: string, ordinal: number): string => `${session}#${ordinal}`;

/** Imports the turns. Returns refs by the turns' new places. The same words of one person at one time are one turn. */
const importTurns = async (engine: Engine, conversations: readonly Conversation[]) => {
  const refs = new Map<string, string>();
  for (const { name: project, turns } of conversations) {
    for (const [number, said] of Map.groupBy(turns, ({ session }) => session)) {
      const session = `${project}/${number}`;
      const once = Map.groupBy(said, ({ author, text, at }) => JSON.stringify([author, text, at]));
      const first = [...once.values()].flatMap(([turn]) => (turn === undefined ? [] : [turn]));
      must(
        await engine.importTurns({
          session,
          project,
          turns: first.map(({ author, text, at }) => ({ author, text, at })),
        }),
      );
      for (const [ordinal, { ref }] of first.entries()) refs.set(placeOf(session, ordinal), ref);
    }
  }
  return refs;
};
