/** Measures the time from a save on one device until another device finds it. */
import { eachInTurn, range, sleep, timed, tryUntil } from '../measure.ts';
import { createCorpus } from '../text/corpus.ts';
import type { World } from '../world.ts';
import { createHttpClient, searchFirst } from './keep-alive.ts';
import type { Server } from './server.ts';
import { startPair } from './vault.ts';

const GIVE_UP_MS = 30_000;
const WARM = 5;
/** Milliseconds between two rounds, so that a save is not debounced together with the previous round's. */
const PAUSE_MS = 50;

/** Returns one time in milliseconds for each of `rounds`. The two devices use these servers. */
export const savedToFoundMs = async (world: World, servers: readonly [Server, Server], rounds: number) => {
  const [a, b] = await startPair(world, servers);
  const corpus = createCorpus('latency');
  const [onA, onB] = [createHttpClient(a), createHttpClient(b)];
  const saveAndFind = async (name: string): Promise<void> => {
    const { text, word } = corpus.unique(name);
    await onA.post('/v1/memories', { content: text });
    const isFound = async () => (await searchFirst(onB, word)).results[0]?.content === text || null;
    await tryUntil(isFound, {
      everyMs: 1,
      giveUpMs: GIVE_UP_MS,
      failure: 'what was saved on A is not found on B',
    });
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
