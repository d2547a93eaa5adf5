import { LIMITS, type MessageInput } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createEngineBench, type EngineBench, errorOf, mustBe } from '../../testing/engine-bench.ts';

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
  expect((await errorOf(of(said(' ')))).message).toContain('says nothing');
  expect((await errorOf(of(said('\ud800')))).message).toContain('half of a character');
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
  expect((await errorOf(named(''))).message).toContain('give it a name');
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
  // Made anew it knows nothing of before.
  await append(bench, [said('anew')]);
  expect((await mustBe(read.restoreSession({ id: 's' }))).files).toEqual([]);
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

test('[SE-4] [F-8] a message knows what follows it after sixteen others, or when the session ends', async () => {
  const [oneByOne, atOnce] = [createEngineBench(), createEngineBench()];
  const texts = Array.from({ length: 40 }, (_, n) =>
    said(`Word${n} is said.`, n % 3 === 0 ? 'user' : 'assistant'),
  );
  for (const [at, one] of texts.entries()) {
    await append(oneByOne, texts.slice(at, at + 1));
    const rows = await oneByOne.stores.writer.write((tx) => tx.lastPassages('ses_s', 100));
    for (const row of rows.slice(0, -16)) expect(row.next).toContain(`Word${row.ordinal + 2}`);
    expect(rows.at(-1)?.previous).toBe(
      texts
        .slice(Math.max(0, at - 2), at)
        .map(({ role, content }) => `${role}: ${content}`)
        .join(' '),
    );
    expect(one.content).toBe(rows.at(-1)?.body);
  }
  await append(atOnce, texts);
  await mustBe(oneByOne.write.endSession('s'));
  const rows = (bench: EngineBench) => bench.stores.writer.write((tx) => tx.lastPassages('ses_s', 100));
  expect(await rows(oneByOne)).toEqual(await rows(atOnce));
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
