import { expect, onTestFinished, test } from 'vitest';
import { createBareFullText, createGrep } from '../bare/bare-full-text.ts';
import { ask, toSessions } from './judge.ts';

const shelf = {
  project: 'p',
  texts: [
    { ref: 'a', text: 'The boat is red.', at: 1 },
    { ref: 'b', text: 'A red boat, a red sail.', at: 2 },
    { ref: 'c', text: 'Nothing of it.', at: 3 },
  ],
};

test('questions are put one by one, and what is not found is not in the ranking', async () => {
  const sought = [{ text: 'Which red sail?', category: '4' as const, gold: ['b'] }];
  const [asked] = await ask(createGrep([shelf]), 'p', sought, 10);
  expect(asked).toMatchObject({ question: 'Which red sail?', ranked: ['b', 'a'], projects: ['p', 'p'] });
  const [short] = await ask(createGrep([shelf]), 'p', sought, 1);
  expect(short?.ranked).toEqual(['b']);
});

test('what is asked in the middle of a talk finds what was said before', async () => {
  const sought = [{ text: 'Which red sail?', category: '4' as const, gold: ['a'], before: 2 }];
  const bare = await createBareFullText([shelf]);
  onTestFinished(() => bare.close());
  for (const ranker of [createGrep([shelf]), bare])
    expect((await ask(ranker, 'p', sought, 10))[0]?.ranked).toEqual(['a']);
});

test('a session stands where its best turn stands, once', () => {
  const one = { project: 'p', question: 'q', projects: [], category: '1' as const };
  const sessions = toSessions(
    [{ ...one, ranked: ['1:a', '2:a', '1:b', '3:a'], gold: ['3:a', '3:b', '2:b'] }],
    (project, ref) => `${project}/${ref.slice(0, 1)}`,
  );
  expect(sessions).toEqual([{ category: '1', ranked: ['p/1', 'p/2', 'p/3'], gold: ['p/3', 'p/2'] }]);
});
