import { err, ok, type Result } from '@cairn/schema';
import { expect, test } from 'vitest';
import type { Failure } from '../adapters/api.ts';
import { createLoader, shownOf } from './loader.ts';

const OFFLINE: Failure = { kind: 'offline', message: 'gone' };
type Answer = Result<{ readonly says: string }, Failure>;

const setUp = () => {
  const asked: { readonly path: string; readonly isOver: () => boolean; readonly answer: Give }[] = [];
  const created = createLoader<{ readonly says: string }>();
  const read = (path: string, over: AbortSignal) =>
    new Promise<Answer>((resolve) => {
      const answer: Give = async (given) => {
        resolve(given);
        await Promise.resolve();
      };
      asked.push({ path, isOver: () => over.aborted, answer });
    });
  const loader = { ...created, ask: (path: string) => created.ask(path, (over) => read(path, over)) };
  const see = (path: string | null) => shownOf(loader.answered.value, path);
  return { loader, asked, see };
};
type Give = (answer: Answer) => Promise<void>;
const says = (text: string): Answer => ok({ says: text });

test('[PG-25] what is shown stays while another path is read, and is said to be older', async () => {
  const { loader, asked, see } = setUp();
  expect(see('/a')).toEqual({ value: null, failure: null, isLoading: true });
  loader.ask('/a');
  await asked[0]?.answer(says('a'));
  expect(see('/a')).toEqual({ value: { says: 'a' }, failure: null, isLoading: false });
  loader.ask('/b');
  expect(see('/b')).toEqual({ value: { says: 'a' }, failure: null, isLoading: true });
  await asked[1]?.answer(says('b'));
  expect(see('/b')).toEqual({ value: { says: 'b' }, failure: null, isLoading: false });
  expect(see(null)).toEqual({ value: null, failure: null, isLoading: false });
});

test('[PG-25] an answer to an older question that comes after it is dropped', async () => {
  const { loader, asked, see } = setUp();
  loader.ask('/a');
  loader.ask('/b');
  expect(asked.map(({ path, isOver }) => [path, isOver()])).toEqual([
    ['/a', true],
    ['/b', false],
  ]);
  await asked[1]?.answer(says('b'));
  await asked[0]?.answer(says('a, too late'));
  expect(see('/b').value).toEqual({ says: 'b' });
  loader.ask('/c');
  loader.end();
  await asked[2]?.answer(says('c, when nobody looks'));
  expect(see('/b').value).toEqual({ says: 'b' });
});

test('[PG-25] what was read stays when reading it again fails, and goes when another path does', async () => {
  const { loader, asked, see } = setUp();
  loader.ask('/a');
  await asked[0]?.answer(says('a'));
  loader.ask('/a');
  await asked[1]?.answer(err(OFFLINE));
  expect(see('/a')).toEqual({ value: { says: 'a' }, failure: null, isLoading: false });
  loader.ask('/b');
  await asked[2]?.answer(err(OFFLINE));
  expect(see('/b')).toEqual({ value: null, failure: OFFLINE, isLoading: false });
  const refused: Failure = { kind: 'refused', message: 'no' };
  loader.ask('/b');
  await asked[3]?.answer(err(refused));
  expect(see('/b').failure).toEqual(refused);
});

test('[PG-25] what was read is said to be missing once it is, and until it is there again', async () => {
  const { loader, asked, see } = setUp();
  loader.ask('/a');
  await asked[0]?.answer(says('a'));
  const missing: Failure = { kind: 'missing', message: 'forgotten' };
  for (const failure of [missing, OFFLINE]) {
    loader.ask('/a');
    await asked.at(-1)?.answer(err(failure));
    expect(see('/a')).toEqual({ value: { says: 'a' }, failure: missing, isLoading: false });
  }
  loader.ask('/a');
  await asked[3]?.answer(says('a again'));
  expect(see('/a')).toEqual({ value: { says: 'a again' }, failure: null, isLoading: false });
});

test('[PG-25] a question that is asked again before its answer is answered, and asked once more then', async () => {
  const { loader, asked, see } = setUp();
  for (let n = 0; n < 5; n++) loader.ask('/a');
  expect(asked.map(({ isOver }) => isOver())).toEqual([false]);
  await asked[0]?.answer(says('a'));
  expect(see('/a').value).toEqual({ says: 'a' });
  expect(asked).toHaveLength(2);
  await asked[1]?.answer(says('a, newer'));
  expect(see('/a').value).toEqual({ says: 'a, newer' });
  expect(asked).toHaveLength(2);
  loader.ask('/a');
  loader.ask('/a');
  loader.ask('/b');
  expect(asked[2]?.isOver()).toBe(true);
  await asked[3]?.answer(says('b'));
  expect([asked.length, see('/b').value]).toEqual([4, { says: 'b' }]);
});
