/** Measures the time from a save on one device until another device finds it. */
import { searchResult } from '@cairn/schema';
import { range, sleep, timed } from '../measure.ts';
import { createCorpus } from '../text/corpus.ts';
import type { Device } from './device.ts';
import { createHttpClient } from './keep-alive.ts';

const GIVE_UP_MS = 30_000;
const WARM = 5;
/** Milliseconds between two rounds, so that a save is not debounced together with the previous round's. */
const PAUSE_MS = 50;

/** Returns one time in milliseconds for each of `rounds`. Both daemons must run and be idle. */
export const savedToFoundMs = async (a: Device, b: Device, rounds: number): Promise<readonly number[]> => {
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
  const samples: number[] = [];
  for (const at of range(rounds)) {
    await sleep(PAUSE_MS);
    samples.push(await timed(() => saveAndFind(`latency${at}`)));
  }
  onA.close();
  onB.close();
  return samples;
};
