/** Measures how fast a new device joins a vault of 100,000 sealed memories. */
import { join } from 'node:path';
import { createSeededRandom } from '@cairn/core/testing';
import { joinResult, LIMITS, memoryId, type SearchResult } from '@cairn/schema';
import type { BulkMessage } from '../bare/bulk-thread.ts';
import { startThread } from '../bare/thread.ts';
import { range, tryUntil } from '../measure.ts';
import { type PouchPeer, type PouchTuning, startPouch } from '../peers/pouch.ts';
import { type Device, startDevice } from '../processes/device.ts';
import { createHttpClient, type HttpClient, searchFirst } from '../processes/keep-alive.ts';
import { type Server, startCluster, startServer } from '../processes/server.ts';
import { bodyOf, createPusher, createVault, readSecrets, sealBatches, statusOf } from '../processes/vault.ts';
import { belowRow, named, peerRow, type Round, type Row, ratioRow } from '../report.ts';
import { type Corpus, createCorpus } from '../text/corpus.ts';
import { type Bench, tempFolder, type World } from '../world.ts';

/** Number of memories, the newest ones, that must be found within a second. [SY-P4] */
const NEWEST = 2_000;

export const bootstrap: Bench = async (world) => {
  const memories = world.size(100_000, 3_000);
  const count = memories.toLocaleString('en-US');
  const server = await startServer(world, await startCluster(world));
  const corpus = createCorpus('bootstrap');
  const { words, documents } = await fillServer(world, server, corpus, memories);
  const peer = await startPouch(world, documents);
  const rounds: Round[] = [];
  const indexed: Round[] = [];
  const newest: number[] = [];
  const peers: Row[] = [];
  for (const round of range(world.size(3, 1))) {
    world.say(`bootstrap: a new device joins, round ${round + 1}`);
    const device = await startDevice(world, `new-${round}`);
    const joined = await joinAndWatch(device, server, corpus, words);
    if (joined.memories !== memories) throw new Error(`${joined.memories} of ${memories} memories arrived`);
    await device.stop();
    world.say('bootstrap: the same rows by bare inserts');
    const bare = [await copyBare(world, device)];
    rounds.push({ ours: [joined.tookMs], bare });
    indexed.push({ ours: [joined.indexedMs], bare });
    newest.push(joined.newestMs);
    // One round with PouchDB is enough, because it takes several times as long.
    if (peer !== null && round === 0) peers.push(...(await peerRows(world, peer, joined.tookMs, count)));
  }
  const what = `bootstrap of ${count} sealed memories, against bare json_each inserts of the rows`;
  return [
    ratioRow(named('bootstrap.all', what), rounds, 3.5),
    ratioRow(named('bootstrap.indexed', `${what}, until every word is indexed`), indexed, 3.5),
    belowRow(
      named('bootstrap.newest', 'from the first pull until the newest 2,000 are searchable'),
      newest,
      'median',
      1_000,
    ),
    ...peers,
  ];
};

/** Larger batches than PouchDB's default of 100 documents. Sizes from 500 to 4,000 made no measurable difference. */
const TUNED: PouchTuning = { batchSize: 1_000, batchesLimit: 10 };

const peerRows = async (world: World, peer: PouchPeer, oursMs: number, count: string) => {
  world.say('bootstrap: a new PouchDB client replicates as many documents');
  const plain = { ours: [oursMs], bare: [await peer.replicate(null)] };
  world.say('bootstrap: another one, tuned');
  const tuned = { ours: [oursMs], bare: [await peer.replicate(TUNED)] };
  const what = `PouchDB's replication of ${count} documents, against our bootstrap`;
  return [
    peerRow(named('bootstrap.pouchdb', what), [plain], 4),
    peerRow(named('bootstrap.pouchdb.tuned', `${what}, ${TUNED.batchSize} at a time`), [tuned], 2.5),
  ];
};

/**
 * Names of two marked memories: the newest of all, and the oldest of the newest `NEWEST`. When both memories are found, all memories
 * between them are found.
 */
const MARKS = ['newest', 'oldestofnewest'] as const;

/** Makes a vault on the server, and fills it. No device of it runs afterwards. Returns its recovery words, and the memories for PouchDB. */
const fillServer = async (world: World, server: Server, corpus: Corpus, memories: number) => {
  const first = await startDevice(world, 'first');
  const words = await createVault(first, server, 'laptop');
  await first.stop();
  const secrets = await readSecrets(first);
  world.say(`bootstrap: sealing ${memories} memories`);
  const [newest, oldest] = MARKS.map((mark) => corpus.unique(mark).text);
  const texts = [...corpus.memories(memories)];
  texts[memories - 1] = newest ?? '';
  texts[memories - NEWEST] = oldest ?? '';
  const pusher = await createPusher(server, secrets);
  world.say('bootstrap: pushing them');
  const fromMs = Date.now() - memories;
  for (const batch of await sealBatches(secrets, texts, fromMs)) await pusher.push(batch);
  pusher.close();
  const by = { device: secrets.device.id, name: secrets.device.name, session: null, agent: null };
  const random = createSeededRandom('bench documents');
  const documents = texts.map((content, at) => ({
    _id: memoryId(fromMs + at, random.bytes(10)),
    ...bodyOf(content, fromMs + at, by),
  }));
  return { words, documents };
};

const joinAndWatch = async (device: Device, server: Server, corpus: Corpus, words: string) => {
  const client = createHttpClient(device);
  const startedAt = performance.now();
  const joining = device
    .ask('POST', '/v1/vault/recover', { words, server: server.url, name: 'desktop' })
    .then((answer) => ({ memories: joinResult.parse(answer).memories, at: performance.now() }));
  const watching = async (): Promise<number> => {
    const pullingAt = await awaitPulling(device);
    for (const mark of MARKS) await awaitFound(client, corpus.unique(mark));
    return performance.now() - pullingAt;
  };
  const [{ memories, at }, newestMs] = await Promise.all([joining, watching()]);
  await awaitIndexed(client, corpus.unique(MARKS[0]));
  const indexedMs = performance.now() - startedAt;
  client.close();
  return {
    /** Milliseconds from the join request until every memory has arrived. */
    tookMs: at - startedAt,
    /** Milliseconds from the first pull until both marks are found. */
    newestMs,
    /** Milliseconds from the join request until the search index is complete. */
    indexedMs,
    memories,
  };
};

const GIVE_UP_MS = 600_000;

const awaitPulling = (device: Device): Promise<number> => {
  const failure = 'the new device did not begin to pull within ten minutes';
  const attempt = async (): Promise<number | null> => {
    const askedAt = performance.now();
    const { sync } = await statusOf(device);
    return sync.state === 'pulling' || sync.cursor > 0 ? askedAt : null;
  };
  return tryUntil(attempt, { everyMs: 2, giveUpMs: GIVE_UP_MS, failure });
};

interface Mark {
  readonly text: string;
  readonly word: string;
}

const awaitFound = (client: HttpClient, { text, word }: Mark): Promise<true> =>
  awaitAnswer(client, word, ({ results }) => results[0]?.content === text);

/** Waits until every word is indexed. Until then a search also returns a `reason`; without an embedder nothing else causes one. [F-6] */
const awaitIndexed = (client: HttpClient, { word }: Mark): Promise<true> =>
  awaitAnswer(client, word, ({ results, reason }) => results.length > 0 && reason === undefined);

const awaitAnswer = (client: HttpClient, query: string, isWanted: (answer: SearchResult) => boolean) => {
  const failure = `a search for ${query} did not give the wanted answer within ten minutes`;
  const attempt = async () => isWanted(await searchFirst(client, query)) || null;
  return tryUntil(attempt, { everyMs: 20, giveUpMs: GIVE_UP_MS, failure });
};

const copyBare = async (world: World, device: Device): Promise<number> => {
  const folder = await tempFolder(world, 'bare');
  const thread = startThread(new URL('../bare/bulk-thread.ts', import.meta.url));
  world.cleanup.add(thread.end);
  const message: BulkMessage = {
    from: device.paths.database,
    into: join(folder, 'bare.db'),
    pageItems: LIMITS.pullItemsDefault,
  };
  const tookMs = Number(await thread.call(message));
  await thread.end();
  return tookMs;
};
