/** Measures the time from a save on one device until another device finds it. */
import { searchResult } from '@cairn/schema';
import { eachInTurn, range, sleep, timed } from '../measure.ts';
import { createCorpus } from '../text/corpus.ts';
import type { World } from '../world.ts';
import { createHttpClient } from './keep-alive.ts';
import type { Server } from './server.ts';
import { startPair } from './vault.ts';

const GIVE_UP_MS = 30_000;
const WARM = 5;
/** Milliseconds between two rounds, so that a save is not debounced together with the previous round's. */
const PAUSE_MS = 50;

/** Returns one time in milliseconds for each of `rounds`. The two devices use these servers. */
export const savedToFoundMs = async (
  world: World,
  servers: readonly [Server, Server],
  rounds: number,
): Promise<readonly number[]> => {
  const [a, b] = await startPair(world, servers);
  const corpus = createCorpus('latency');
  const [onA, onB] = [createHttpClient(a), createHttpClient(b)];
  const saveAndFind = async (name: string): Promise<void> => {
    const { text, word } = corpus.unique(name);
    const giveUpAt = performance.now() + GIVE_UP_MS;
    await onA.post('/v1/memories', { content: text });
    for (;;) {
      const found: unknown = JSON.parse(await onB.post('/v1/search', { query: word, limit: 1 }));
      const [first] = searchResult.parse(found).results;
      if (first?.content === text) return;
      if (performance.now() > giveUpAt) throw new Error('what was saved on A is not found on B');
      await sleep(1);
    }
  };
  for (const at of range(WARM)) await saveAndFind(`warm${at}`);
  const samples = await eachInTurn(range(rounds), async (at) => {
    await sleep(PAUSE_MS);
    return timed(() => saveAndFind(`latency${at}`));
  });
  onA.close();
  onB.close();
  await a.stop();
  await b.stop();
  return samples;
};
