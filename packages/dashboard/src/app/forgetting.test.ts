import { err, ok, requestOf } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createForgetting, UNDO_MS } from './forgetting.ts';

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const setUp = (answersFirst = true) => {
  let answers = answersFirst;
  let skipped: readonly string[] = [];
  let losesNext = false;
  const sent: { readonly body: unknown; readonly keepalive: unknown }[] = [];
  const said: string[] = [];
  const due: { at: number; work: () => void }[] = [];
  let leave = (): void => undefined;
  const forgetting = createForgetting({
    api: {
      ask: async (route, input, options = {}) => {
        sent.push({ body: requestOf(route, input).body, keepalive: options.keepalive });
        const value = Object.assign(Object.create(null), { restored: [], skipped });
        const isLost = losesNext;
        losesNext = false;
        return answers && !isLost ? ok(value) : err({ kind: 'offline' as const, message: 'gone' });
      },
    },
    browser: {
      after: (at, work) => {
        const timer = { at, work };
        due.push(timer);
        return () => void due.splice(due.indexOf(timer), 1);
      },
      onLeave: (listener) => {
        leave = listener;
      },
    },
    say: (sentence) => void said.push(sentence),
  });
  const answer = (does: boolean): void => {
    answers = does;
  };
  const skip = (ids: readonly string[]): void => {
    skipped = ids;
  };
  const lose = (): void => {
    losesNext = true;
  };
  return { forgetting, sent, said, due, leave: () => leave(), answer, skip, lose };
};

test('[PG-8] is sent after ten seconds, not before, and is out of sight meanwhile', async () => {
  const { forgetting, sent, due } = setUp();
  forgetting.forget(['a', 'b'], 'two things');
  expect([...forgetting.hidden.value]).toEqual(['a', 'b']);
  expect([sent, due.map(({ at }) => at)]).toEqual([[], [UNDO_MS]]);
  due[0]?.work();
  await Promise.resolve();
  expect(sent).toEqual([{ body: { ids: ['a', 'b'], trash: true }, keepalive: false }]);
  expect([forgetting.leaving.value, [...forgetting.hidden.value]]).toEqual([[], ['a', 'b']]);
});

test('[PG-8] that is undone is never sent, also when the page goes', () => {
  const { forgetting, sent, due, leave } = setUp();
  forgetting.forget(['a'], 'one');
  const [entry] = forgetting.leaving.value;
  if (entry !== undefined) forgetting.undo(entry);
  leave();
  expect([sent, due, [...forgetting.hidden.value]]).toEqual([[], [], []]);
});

test('[PG-8] waits while somebody is at its undo, and then ten seconds again', () => {
  const { forgetting, sent, due } = setUp();
  forgetting.forget(['a'], 'one');
  const [entry] = forgetting.leaving.value;
  if (entry === undefined) throw new Error('nothing is leaving');
  forgetting.hold(entry);
  expect(due).toEqual([]);
  forgetting.letGo(entry);
  expect(due.map(({ at }) => at)).toEqual([UNDO_MS]);
  forgetting.undo(entry);
  forgetting.letGo(entry);
  expect([sent, due]).toEqual([[], []]);
});

test('[PG-8] is undone newest first, by a key', () => {
  const { forgetting, said } = setUp();
  forgetting.forget(['a'], 'one');
  forgetting.forget(['b'], 'two');
  expect([forgetting.undoLast(), forgetting.undoLast(), forgetting.undoLast()]).toEqual([true, true, false]);
  expect([said, [...forgetting.hidden.value]]).toEqual([['Not forgotten: two', 'Not forgotten: one'], []]);
});

test('[PG-8] is sent when the page goes, once', () => {
  const { forgetting, sent, leave } = setUp();
  forgetting.forget(['a'], 'one');
  leave();
  leave();
  expect(sent).toEqual([{ body: { ids: ['a'], trash: true }, keepalive: true }]);
});

test('[PG-8] that fails is said, and what was to go is shown again', async () => {
  const { forgetting, said, due } = setUp(false);
  forgetting.forget(['a'], 'one');
  due[0]?.work();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([said, [...forgetting.hidden.value]]).toEqual([['It was not forgotten: gone'], []]);
});

test('[PG-8] comes back from the trash by the same key after its time, the newest first', async () => {
  const { forgetting, sent, said, due } = setUp();
  forgetting.forget(['a'], 'one');
  forgetting.forget(['b'], 'two');
  for (const { work } of [...due]) work();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([forgetting.undoLast(), forgetting.undoLast(), forgetting.undoLast()]).toEqual([true, true, false]);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(sent.slice(2).map(({ body }) => body)).toEqual([{ ids: ['b'] }, { ids: ['a'] }]);
  expect(said).toEqual(['Brought back from the trash: two', 'Brought back from the trash: one']);
});

test('[PG-8] comes back by the key also before the daemon has answered', async () => {
  const { forgetting, sent, said, due } = setUp();
  forgetting.forget(['a'], 'one');
  due[0]?.work();
  expect(forgetting.undoLast()).toBe(true);
  await turn();
  expect(sent.map(({ body }) => body)).toEqual([{ ids: ['a'], trash: true }, { ids: ['a'] }]);
  expect(said).toEqual(['Brought back from the trash: one']);
});

test('[PG-8] that the daemon then refused is not restored', async () => {
  const { forgetting, sent, said, due } = setUp(false);
  forgetting.forget(['a'], 'one');
  due[0]?.work();
  expect(forgetting.undoLast()).toBe(true);
  await turn();
  expect(sent.every(({ body }) => JSON.stringify(body) === '{"ids":["a"],"trash":true}')).toBe(true);
  expect([said, forgetting.undoLast()]).toEqual([['It was not forgotten: gone'], false]);
});

test('[PG-8] whose answer was lost is sent again, and nobody is told that it failed', async () => {
  const { forgetting, sent, said, due, lose } = setUp();
  lose();
  forgetting.forget(['a'], 'one');
  due[0]?.work();
  await turn();
  expect([sent.length, said, [...forgetting.hidden.value]]).toEqual([2, [], ['a']]);
});

test('[PG-8] is shown again if it is a fact under a key, which keeps its id', async () => {
  const { forgetting, due } = setUp();
  forgetting.forget(['k'], 'one');
  due[0]?.work();
  await new Promise((resolve) => setTimeout(resolve, 0));
  // The lists have heard of it by then.
  due.at(-1)?.work();
  expect([...forgetting.hidden.value]).toEqual([]);
});

test('[PG-8] is shown again as soon as it is back from the trash', async () => {
  const { forgetting, due } = setUp();
  forgetting.forget(['k'], 'one');
  due[0]?.work();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([...forgetting.hidden.value]).toEqual(['k']);
  forgetting.undoLast();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([...forgetting.hidden.value]).toEqual([]);
});

test('[PG-8] that cannot be restored now is restored by the next key', async () => {
  const { forgetting, sent, due, answer } = setUp();
  forgetting.forget(['a'], 'one');
  forgetting.forget(['b'], 'two');
  for (const { work } of [...due]) work();
  await new Promise((resolve) => setTimeout(resolve, 0));
  answer(false);
  forgetting.undoLast();
  await new Promise((resolve) => setTimeout(resolve, 0));
  answer(true);
  forgetting.undoLast();
  await turn();
  expect(sent.slice(2).map(({ body }) => body)).toEqual([{ ids: ['b'] }, { ids: ['b'] }]);
});

test('[PG-8] is not said to be back when its key has a newer value', async () => {
  const { forgetting, said, due, skip } = setUp();
  forgetting.forget(['k'], 'one');
  due[0]?.work();
  await new Promise((resolve) => setTimeout(resolve, 0));
  skip(['k']);
  forgetting.undoLast();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(said).toEqual(['Its key has a newer value, so it stays in the trash.']);
});
