import { LIMITS, type MessageInput } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createEngineBench, type EngineBench, errorOf, mustBe } from '../testing/engine-bench.ts';
import { settlePassages } from './append-messages.engine.ts';

const said = (content: string, role: MessageInput['role'] = 'user'): MessageInput => ({ role, content });
const append = ({ write }: EngineBench, messages: MessageInput[], name = 's', fields: object = {}) =>
  mustBe(write.appendMessages({ session: { name }, messages, ...fields }));
const contents = async ({ read }: EngineBench, session = 's') =>
  (await read.sessionMessages({ session })).map(({ content }) => content);

test('[SE-1] messages follow each other; a sequence may leave a gap, and one that does not rise is refused', async () => {
  const bench = createEngineBench();
  expect(await append(bench, [said('one'), said('two', 'assistant')])).toMatchObject({
    session: 'ses_s',
    last: 1,
    messages: 2,
    due: [],
  });
  expect(await append(bench, [{ ...said('seven'), sequence: 7 }, said('eight')])).toMatchObject({ last: 8 });
  const low = bench.write.appendMessages({
    session: { name: 's' },
    messages: [said('nine'), { ...said('low'), sequence: 8 }],
  });
  expect(await errorOf(low)).toMatchObject({
    kind: 'invalid_input',
    message: expect.stringContaining('Message 8 comes after message 9'),
  });
  expect(await contents(bench)).toEqual(['one', 'two', 'seven', 'eight']);
});

test('[SE-1] one name in two scopes is two sessions, and a name finds the global one', async () => {
  const bench = createEngineBench();
  const { write, read } = bench;
  await append(bench, [said('here')]);
  const other = await mustBe(
    write.appendMessages({ session: { name: 's', scope: 'team', scopeId: '7' }, messages: [said('there')] }),
  );
  expect(await contents(bench, 's')).toEqual(['here']);
  expect(await contents(bench, 'ses_s')).toEqual(['here']);
  expect(await contents(bench, other.session)).toEqual(['there']);
  expect(await read.session(other.session)).toMatchObject({ name: 's', scope: 'team', scopeId: '7' });
  expect((await read.sessions({ scope: 'global' })).sessions.map(({ id }) => id)).toEqual(['ses_s']);
  expect(await read.session('nobody')).toBeNull();
  expect(await read.sessionMessages({ session: 'nobody' })).toEqual([]);
});

test('[SE-1] sessions are listed the last changed first; one that was completed goes on', async () => {
  const bench = createEngineBench();
  const { write, read, time } = bench;
  await append(bench, [said('one')], 'a', { project: 'p', agent: 'claude' });
  time.skip(1_000);
  await append(bench, [said('two')], 'b');
  time.skip(1_000);
  expect((await mustBe(write.endSession('a'))).session).toMatchObject({ state: 'completed', messages: 1 });
  const names = async (input: Parameters<typeof read.sessions>[0]) =>
    (await read.sessions(input)).sessions.map(({ name }) => name);
  expect(await names({})).toEqual(['a', 'b']);
  expect(await names({ state: 'working' })).toEqual(['b']);
  expect(await names({ project: 'p' })).toEqual(['a']);
  await append(bench, [said('more')], 'a', { project: 'elsewhere' });
  expect(await read.session('a')).toMatchObject({ state: 'working', project: 'p', agent: 'claude' });
  expect((await errorOf(write.endSession('nobody'))).kind).toBe('not_found');
});

test('[SE-1] [G-1] what is kept has no secrets and no private parts, in texts and in what tools take and give', async () => {
  const bench = createEngineBench();
  const key = `ghp_${'a1B2'.repeat(9)}`;
  await append(bench, [
    said(`Use ${key} <private>and my PIN</private> please`),
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ name: 'login', input: { password: 'Correct-horse-9', note: [key], n: 1, ok: true } }],
    },
    { role: 'tool', content: '', toolResults: [{ output: `token ${key}` }] },
  ]);
  const kept = JSON.stringify(await bench.read.sessionMessages({ session: 's' }));
  for (const secret of [key, 'PIN', 'Correct-horse-9']) expect(kept).not.toContain(secret);
  expect(kept).toContain('"n":1,"ok":true');
  const { passages } = await mustBe(bench.read.search({ query: 'please', in: ['sessions'] }));
  expect(passages[0]?.text).toContain('[redacted:');
});

test('[SE-1] at the limit a message is taken, one past it refused with a sentence', async () => {
  const { write } = createEngineBench();
  const of = (message: MessageInput) => write.appendMessages({ session: { name: 's' }, messages: [message] });
  await mustBe(of(said('x'.repeat(LIMITS.messageCharsMax))));
  expect((await errorOf(of(said('x'.repeat(LIMITS.messageCharsMax + 1))))).message).toContain('262,144');
  const calls = (chars: number) => ({
    role: 'assistant' as const,
    content: '',
    toolCalls: ['x'.repeat(chars)],
  });
  await mustBe(of(calls(LIMITS.messageJsonCharsMax - 4)));
  expect((await errorOf(of(calls(LIMITS.messageJsonCharsMax - 3)))).message).toContain('characters of JSON');
  expect((await errorOf(of(said(' ')))).message).toContain('is empty');
  expect((await errorOf(of(said('\ud800')))).message).toContain('an incomplete character');
  const many = (count: number) =>
    write.appendMessages({
      session: { name: 'm' },
      messages: Array.from({ length: count }, () => said('x')),
    });
  await mustBe(many(LIMITS.sessionMessagesPerRequestMax));
  expect((await errorOf(many(LIMITS.sessionMessagesPerRequestMax + 1))).message).toContain('1,001');
  const named = (name: string) => write.appendMessages({ session: { name }, messages: [] });
  await mustBe(named('x'.repeat(LIMITS.sessionCharsMax)));
  expect((await errorOf(named('x'.repeat(LIMITS.sessionCharsMax + 1)))).kind).toBe('invalid_input');
  expect((await errorOf(named(''))).message).toContain('has no name');
  const task = (chars: number) => write.setActiveTask('s', 'x'.repeat(chars));
  await mustBe(task(LIMITS.activeTaskCharsMax));
  expect((await errorOf(task(LIMITS.activeTaskCharsMax + 1))).message).toContain('1,000');
});

test('[SE-1] [ST-4] a deleted session is found nowhere; taking out its transcript is the same', async () => {
  const bench = createEngineBench();
  const { write, read } = bench;
  await append(bench, [said('a zebra')]);
  await append(bench, [said('another zebra')], 'b');
  await mustBe(write.noteFile('s', '/x'));
  expect(await mustBe(write.deleteSession('s'))).toEqual({ id: 'ses_s', name: 's', messages: 1 });
  await mustBe(write.forgetSource('ses_b'));
  expect((await read.sessions({})).total).toBe(0);
  expect((await mustBe(read.search({ query: 'zebra', in: ['sessions'] }))).passages).toEqual([]);
  expect((await errorOf(write.deleteSession('s'))).kind).toBe('not_found');
  // A session that is made again knows nothing of the deleted one.
  await append(bench, [said('again')]);
  expect((await mustBe(read.restoreSession({ id: 's' }))).files).toEqual([]);
});

test('[SE-2] the path of a file is kept as it is, because spaces at its ends are part of it', async () => {
  const bench = createEngineBench();
  const { write, read } = bench;
  await append(bench, [said('a zebra')]);
  expect(await mustBe(write.noteFile('s', ' /x '))).toEqual({ path: ' /x ' });
  expect((await mustBe(read.restoreSession({ id: 's' }))).files).toEqual([' /x ']);
  expect((await errorOf(write.noteFile('s', ' '))).kind).toBe('invalid_input');
});

test('[SE-4] a message is found at once; a long piece that is said again is found where it was said first', async () => {
  const bench = createEngineBench();
  const { read } = bench;
  const output = `The okapi build says: ${'all is well with it, '.repeat(8)}end.`;
  expect(output.length).toBeGreaterThanOrEqual(LIMITS.repeatedUnitsMin);
  const first = await append(bench, [said(output, 'tool'), said('short okapi')]);
  const again = await append(bench, [said('short okapi'), said(output, 'tool'), said(output)]);
  expect([first.passages, again.passages]).toEqual([2, 2]);
  const { passages } = await mustBe(read.search({ query: 'okapi', in: ['sessions'], limit: 10 }));
  const found = passages.map(({ ordinal, until }) => [ordinal, until ?? null]);
  expect(found.sort()).toEqual([
    [0, 3],
    [1, null],
    [2, null],
    [4, null],
  ]);
  expect(await contents(bench)).toHaveLength(5);
});

const settle = async ({ stores }: EngineBench, leave = 0): Promise<void> => {
  for (const which of ['unfound', 'behind'] as const)
    while ((await settlePassages(stores.writer, which, leave)).more);
};
const passagesIn = ({ stores }: EngineBench) => stores.writer.write((tx) => tx.lastPassages('ses_s', 1_000));

test('[F-12] [F-8] messages that come one by one are in the end as if they had come at once', async () => {
  const texts = Array.from({ length: 60 }, (_, n) =>
    said(
      `Word${n} is said. ${'It is long. '.repeat(n % 7 === 0 ? 120 : 0)}`,
      n % 3 === 0 ? 'user' : 'assistant',
    ),
  );
  const atOnce = createEngineBench();
  await append(atOnce, texts);
  const whole = await passagesIn(atOnce);
  // The same result: settled after each message, sometimes with some left waiting, or only at the end; in many requests or in few.
  for (const [each, every, leave] of [
    [1, 1, 0],
    [1, 7, 0],
    [2, 5, 3],
    [1, 1_000, 0],
    [20, 1, 0],
    [13, 2, 4],
  ] as const) {
    const bench = createEngineBench();
    for (let at = 0; at < texts.length; at += each) {
      await append(bench, texts.slice(at, at + each));
      if ((at / each) % every === 0) await settle(bench, leave);
      const rows = await passagesIn(bench);
      expect(rows.map(({ previous }) => previous)).toEqual(
        whole.slice(0, rows.length).map(({ previous }) => previous),
      );
    }
    await settle(bench);
    expect(await passagesIn(bench)).toEqual(whole);
    const left = await bench.stores.writer.write(async (tx) => [
      await tx.countWaitingPassages('unfound'),
      await tx.countWaitingPassages('behind'),
    ]);
    expect(left).toEqual([0, 0]);
  }
});

test('[F-12] a transcript that is imported behind what was said settles that too', async () => {
  const [bench, whole] = [createEngineBench(), createEngineBench()];
  const texts = ['We saw a zebra', 'Where?', 'At the lake', 'When?', 'On Friday'];
  const turns = texts.map((text, at) => ({ author: 'user', text, at: bench.time.nowMs() + at }));
  for (const text of texts.slice(0, 3)) {
    await append(bench, [said(text)]);
    bench.time.skip(1);
  }
  const behind = turns.slice(3).map((turn) => ({ ...turn, at: turn.at + 60_000 }));
  await mustBe(bench.write.importTurns({ session: 's', turns: behind }));
  await settle(bench);
  await mustBe(whole.write.importTurns({ session: 's', turns: [...turns.slice(0, 3), ...behind] }));
  const words = (one: EngineBench) =>
    passagesIn(one).then((rows) => rows.map(({ previous, body, next }) => [previous, body, next]));
  expect(await words(bench)).toEqual(await words(whole));
});

test('[SE-4, F-12] a session is searched by words and their beginnings, once its entries are made', async () => {
  const bench = createEngineBench();
  await append(bench, [
    said('The okapi eats leaves'),
    said('Okapis sleep', 'assistant'),
    said('a "quoted: -*('),
  ]);
  await append(bench, [said('okapi')], 'other');
  await settlePassages(bench.stores.writer, 'unfound', 0);
  const search = async (query: string, last = 9) => {
    const { messages, found } = await bench.read.searchSession({ session: 's', query, last });
    return [...messages.map(({ sequence }) => sequence), `of ${found}`];
  };
  expect(await search('OKAP')).toEqual([0, 1, 'of 2']);
  expect(await search('okap', 1)).toEqual([1, 'of 2']);
  expect(await search('okapi leav')).toEqual([0, 'of 1']);
  expect(await search('"quoted" OR *')).toEqual(['of 0']);
  expect(await search('quoted: -*(')).toEqual([2, 'of 1']);
  expect(await search('?! ')).toEqual(['of 0']);
  expect(await bench.read.searchSession({ session: 'nobody', query: 'okapi' })).toEqual({
    messages: [],
    found: 0,
  });
});

test('[SE-1, F-11] sessions are listed in pages, each going on where the one before ended', async () => {
  const bench = createEngineBench();
  for (const name of ['a', 'b', 'c']) await append(bench, [said('one')], name);
  const first = await bench.read.sessions({ limit: 2 });
  expect(first).toMatchObject({ sessions: [{ name: 'a' }, { name: 'b' }], total: 3 });
  const second = await bench.read.sessions({ limit: 2, before: first.next ?? '' });
  expect(second).toMatchObject({ sessions: [{ name: 'c' }], total: 3, next: null });
});

test('[SE-4] what the program tells the assistant is kept and not found', async () => {
  const bench = createEngineBench();
  await append(bench, [said('You are an okapi.', 'system'), said('Hello.')]);
  expect((await mustBe(bench.read.search({ query: 'okapi', in: ['sessions'] }))).passages).toEqual([]);
  expect(await contents(bench)).toEqual(['You are an okapi.', 'Hello.']);
});

test('[SE-1] what was imported of a session and what is said in it are one, and a transcript brings nothing twice', async () => {
  const bench = createEngineBench();
  const { write } = bench;
  const at = bench.time.nowMs();
  const long = 'The quagga report, read aloud. '.repeat(10);
  const turns = [
    { author: 'user', text: 'Begin.', at: at - 60_000 },
    { author: 'tool', text: long, at },
    { author: 'tool', text: long, at: at + 30_000 },
  ];
  await mustBe(write.importTurns({ session: 's', name: 'Work', turns: turns.slice(0, 1) }));
  const kept = await append(bench, [
    { ...said(long, 'tool'), at: at + 40 },
    { ...said(long, 'tool'), at: at + 30_040 },
  ]);
  expect(kept.last).toBe(2);
  expect(await mustBe(write.importTurns({ session: 's', turns }))).toMatchObject({ new: 0, duplicate: 3 });
});

test('[SE-1] what was taken from a session moves forward only; a claim is granted once', async () => {
  const bench = createEngineBench();
  const { write, read, time } = bench;
  await append(bench, [said('one'), said('two'), said('three')]);
  const stale = async () => (await read.staleSessions({ idleSinceMs: time.nowMs(), limit: 9 })).length;
  expect(await stale()).toBe(0);
  time.skip(1);
  expect(await stale()).toBe(1);
  const mark = async (after: number, upto: number) =>
    (await mustBe(write.keepExtracted({ session: 's', findings: [], read: { after, upto } }))).applied;
  expect(await mark(-1, 1)).toBe(true);
  expect(await mark(-1, 0)).toBe(false);
  expect(await read.session('s')).toMatchObject({ extractedUpto: 1 });
  expect(await mark(1, 99)).toBe(true);
  expect(await read.session('s')).toMatchObject({ extractedUpto: 2 });
  expect(await stale()).toBe(0);
  expect([await write.claimFlush('s'), await write.claimFlush('s')]).toEqual([true, false]);
  expect(await write.claimFlush('nobody')).toBe(false);
});

test('[SE-1] a session keeps fields of a program, until others are given or they are taken away', async () => {
  const { write, read } = createEngineBench();
  const append = (metadata?: Record<string, unknown> | null) =>
    mustBe(
      write.appendMessages({
        session: { name: 's' },
        messages: [{ role: 'user', content: 'x' }],
        ...(metadata === undefined ? {} : { metadata }),
      }),
    );
  const { session: id } = await append({ ticket: 'A-7' });
  const kept = async () => (await read.session(id))?.metadata;
  expect(await kept()).toEqual({ ticket: 'A-7' });
  await append();
  expect(await kept()).toEqual({ ticket: 'A-7' });
  await append({ ticket: 'B-1' });
  expect(await kept()).toEqual({ ticket: 'B-1' });
  await append(null);
  expect(await kept()).toBeNull();
});
