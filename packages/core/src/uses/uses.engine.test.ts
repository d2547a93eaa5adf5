/** Tests what agents are given, and what their answers use of it. The store's part is in `testing/store-contract-uses`. */
import { DAY_MS, type MessageInput, type SaveInput } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createEngineBench, mustBe } from '../testing/engine-bench.ts';
import { exchangeOf, isUsed } from './used-words.ts';

const setUp = () => {
  const { read, write, time } = createEngineBench();
  const save = async (content: string, fields: Partial<SaveInput> = {}) =>
    (await mustBe(write.remember({ content, source: 'user', ...fields }))).id;
  const say = async (content: string, role: MessageInput['role'], session = 'codex:1') => {
    time.skip(1_000);
    const { session: id } = await mustBe(
      write.appendMessages({ session: { name: session }, messages: [{ role, content }] }),
    );
    await write.noteUsed(await read.usedIn(id));
  };
  const give = (ids: readonly string[], session = 'codex:1', again = false) =>
    write.noteInjected(session, ids, again);
  const uses = async (id: string) => (await mustBe(read.get(id))).uses;
  const stale = async () =>
    (await mustBe(read.review({}))).stale.map(({ memory: { content }, reason }) => [content, reason]);
  return { read, write, time, save, say, give, uses, stale };
};

describe('[M-14] an answer uses a memory', () => {
  const used = (memory: string, asked: string, answer: string) =>
    isUsed(memory, exchangeOf(asked, answer, 0));

  test('when it has half of its telling words, or five, that the person had not said', () => {
    const memory = 'The staging database listens on port 5433';
    expect(used(memory, 'Connect to the database', 'I connect to staging on port 5433.')).toBe(true);
    expect(used(memory, 'Connect to the database', 'Which database?')).toBe(false);
    // The person said all of these words.
    expect(used(memory, 'Does the staging database listen on port 5433?', 'Port 5433, staging, yes.')).toBe(
      false,
    );
    expect(used(memory, 'Hello', 'Good morning.')).toBe(false);
    const long = Array.from({ length: 60 }, (_, at) => `w${at}q`).join(' ');
    expect(used(long, '', 'w1q w2q w3q w4q w5q')).toBe(true);
    expect(used(long, '', 'w1q w2q w3q w4q')).toBe(false);
    expect(used('Pakete installiert man mit pnpm', 'Wie?', 'Mit pnpm installieren.')).toBe(true);
  });
});

describe('[M-14] a memory knows', () => {
  test('to whom it was given, how often and when, and whether an answer used it, once a session', async () => {
    const { save, say, give, uses, write, time } = setUp();
    const id = await save('The staging database listens on port 5433');
    const other = await save('Anna leads design');
    expect(await uses(id)).toEqual([]);
    await give([id, other]);
    await say('Connect, please.', 'user');
    await say('The staging database is on port 5433, connected.', 'assistant');
    await say('Again: staging, port 5433.', 'assistant');
    expect(await uses(id)).toMatchObject([{ agent: 'codex', given: 1, used: 1 }]);
    expect(await uses(other)).toMatchObject([{ agent: 'codex', given: 1, used: 0, lastUsedAt: null }]);
    time.skip(DAY_MS);
    await give([id], 'codex:1', true);
    await say('Staging listens on port 5433.', 'assistant');
    await write.noteGivenTo(null, [id]);
    await give([id], 'agent:main:slack:group:9');
    expect(await uses(id)).toMatchObject([
      { agent: 'codex', given: 2, used: 2, lastUsedAt: '2026-01-16T10:00:04.000Z' },
      { agent: null, given: 1, used: 0 },
      { agent: 'main', given: 1, used: 0 },
    ]);
  });

  test('what was said before it was given counts for nothing', async () => {
    const { save, say, give, uses } = setUp();
    const id = await save('The staging database listens on port 5433');
    await say('The staging database listens on port 5433.', 'assistant');
    await give([id]);
    await say('Nothing of it.', 'assistant');
    expect(await uses(id)).toMatchObject([{ used: 0 }]);
  });
});

test('[M-14] review proposes what is given often and never used, and what is never given, not on day one', async () => {
  const { save, say, give, stale, write, time } = setUp();
  const idle = await save('The cafeteria closes at three');
  const busy = await save('The staging database listens on port 5433');
  await save('The wiki moved to another host');
  await save('Imported from an old file', { source: 'import' });
  await save('Of a project where nobody works', { project: 'asleep' });
  for (let n = 0; n < 12; n++) {
    await give([idle, busy], `codex:${n}`);
    await say('The staging database is on port 5433.', 'assistant', `codex:${n}`);
  }
  expect(await stale()).toEqual([]);
  time.skip(15 * DAY_MS);
  expect(await stale()).toEqual([['The cafeteria closes at three', 'given_unused']]);
  time.skip(50 * DAY_MS);
  expect(await stale()).toEqual([
    ['The cafeteria closes at three', 'given_unused'],
    ['The wiki moved to another host', 'never_given'],
  ]);
  await mustBe(write.keepReviewed(idle, []));
  expect(await stale()).toEqual([['The wiki moved to another host', 'never_given']]);
});
