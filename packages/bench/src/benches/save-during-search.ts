/** Measures a save while searches run without a pause. Searches run in their own thread, so saves do not wait. */
import type { Engine } from '@cairn/core';
import { eachInTurn, median, range, sleep, timed } from '../measure.ts';
import { must, saveNew } from '../must.ts';
import { belowRow, named, type Row } from '../report.ts';
import type { Corpus } from '../text/corpus.ts';
import type { World } from '../world.ts';

/** Milliseconds between two saves, so that saves start at all stages of a search. */
const PAUSE_MS = 7;
const BELOW_MS = 20;

interface Scene {
  readonly engine: Pick<Engine, 'search' | 'remember'>;
  readonly corpus: Corpus;
  readonly questions: readonly string[];
}

/**
 * Measures blocks of saves during searches, and alternates them with blocks of saves alone. The first row has the saves during searches.
 * Its ratio is the median time during searches divided by the median time alone, as the median over the rounds. The second row has the
 * saves alone.
 */
export const saveDuringSearches = async (
  world: World,
  { id, what }: { readonly id: string; readonly what: string },
  { engine, corpus, questions }: Scene,
): Promise<readonly Row[]> => {
  let saves = 0;
  const save = async (): Promise<number> => {
    const { text } = corpus.unique(`during${saves++}`);
    await sleep(PAUSE_MS);
    return timed(() => saveNew(engine, text));
  };
  const some = () => eachInTurn(range(world.size(50, 5)), save);
  const during: number[] = [];
  const alone: number[] = [];
  const ratios: number[] = [];
  for (const round of range(world.size(20, 2))) {
    const quiet = await some();
    const asked = await whileAsking(engine, questions, round * questions.length, some);
    during.push(...asked);
    alone.push(...quiet);
    ratios.push(median(asked) / median(quiet));
  }
  const row = belowRow({ id, what, unit: 'ms' }, during, 'p99', BELOW_MS);
  const beside = named(`${id}.alone`, 'the same saves while nothing is searched');
  return [{ ...row, ratio: Number(median(ratios).toPrecision(4)) }, belowRow(beside, alone, 'p99', BELOW_MS)];
};

/** Runs `work` while one search after another runs, and returns its result. `from`: index of the first question. */
const whileAsking = async <T>(
  engine: Scene['engine'],
  questions: readonly string[],
  from: number,
  work: () => Promise<T>,
): Promise<T> => {
  let isOver = false;
  let asked = 0;
  const ask = async (): Promise<void> => {
    while (!isOver) {
      must(await engine.search({ query: questions[(from + asked++) % questions.length] ?? '' }));
    }
  };
  const working = work().finally(() => {
    isOver = true;
  });
  const [done] = await Promise.all([working, ask()]);
  if (asked < 2) throw new Error('no search went on meanwhile');
  return done;
};
