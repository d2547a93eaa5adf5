import { type Engine, openEngine } from '@cairn/core';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { sleep } from '../measure.ts';
import { must } from '../must.ts';
import { createCorpus } from '../text/corpus.ts';
import { createCleanup } from '../world.ts';
import { saveDuringSearches } from './save-during-search.ts';

test('a save that fails ends the searches beside it', async () => {
  const world = {
    ...{ quick: true, cleanup: createCleanup(), say: () => undefined, option: () => null },
    size: (_: number, small: number) => small,
  };
  const engine = must(await openEngine({ path: `${await homeForTest()}/cairn.db`, deviceName: 'bench' }));
  onTestFinished(() => engine.close());
  let searches = 0;
  const search: Engine['search'] = (...asked) => {
    searches += 1;
    return engine.search(...asked);
  };
  const corpus = createCorpus('test');
  // A text without words is refused. The first block of saves has no searches beside it.
  const unique: typeof corpus.unique = (name) =>
    searches === 0 ? corpus.unique(name) : { text: '', word: '' };
  const scene = {
    engine: { search, remember: engine.remember },
    corpus: { ...corpus, unique },
    questions: ['one', 'two'],
  };
  await expect(saveDuringSearches(world, { id: 'x', what: 'x' }, scene)).rejects.toThrow('not saved');
  await sleep(50);
  const ended = searches;
  await sleep(50);
  expect(searches).toBe(ended);
});
