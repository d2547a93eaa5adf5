import { LIMITS, type TranscriptInput } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createEngineBench, errorOf, mustBe } from '../testing/engine-bench.ts';

const AT = Date.UTC(2026, 0, 15);
const turn = (text: string, at = AT, author: string | null = 'user') => ({ author, text, at });
const transcript = (
  turns: TranscriptInput['turns'],
  fields: Partial<TranscriptInput> = {},
): TranscriptInput => ({ session: 's', turns, ...fields });

test('[IM-4] a transcript twice changes nothing; of one that grew only what is new is taken', async () => {
  const { write, read } = createEngineBench();
  const first = [turn('The okapi is asleep.'), turn('So is the quagga.', AT + 1, 'assistant')];
  expect(await mustBe(write.importTurns(transcript(first, { name: 'Animals' })))).toMatchObject({
    read: 2,
    new: 2,
    passages: 2,
  });
  const before = await read.listSources('session');
  expect(await mustBe(write.importTurns(transcript(first)))).toMatchObject({
    new: 0,
    duplicate: 2,
    passages: 0,
  });
  expect(await read.listSources('session')).toEqual(before);
  // A turn may also arrive late: somebody spoke between the two.
  const grown = [...first, turn('And the zebra?', AT), turn('Awake.', AT + 9)];
  expect(await mustBe(write.importTurns(transcript(grown)))).toMatchObject({ new: 2, duplicate: 2 });
  expect(await mustBe(write.importTurns(transcript(grown)))).toMatchObject({ new: 0, duplicate: 4 });
  const [entry] = (await read.listSources('session')).sources;
  expect(entry).toMatchObject({ name: 'Animals', passages: 4 });
  const { passages } = await mustBe(read.search({ query: 'zebra', in: ['sessions'] }));
  expect(passages[0]).toMatchObject({ author: 'user', text: 'And the zebra?' });
});

test('[IM-4] the same words of somebody else, or at another time, are another turn', async () => {
  const { write } = createEngineBench();
  const turns = [
    turn('yes'),
    turn('yes', AT, 'assistant'),
    turn('yes', AT + 1),
    turn('yes'),
    turn('yes', AT, null),
  ];
  expect(await mustBe(write.importTurns(transcript(turns)))).toMatchObject({ new: 4, duplicate: 1 });
  expect(await mustBe(write.importTurns(transcript(turns)))).toMatchObject({ new: 0, duplicate: 5 });
});

test('[IM-4] what a hook kept while it was said is not taken again from the transcript', async () => {
  const { write, read } = createEngineBench();
  const hear = (role: 'user' | 'assistant', content: string, at: number) =>
    mustBe(write.appendMessages({ session: { name: 's' }, messages: [{ role, content, at }] }));
  await hear('user', 'Go on.', AT + 40);
  await hear('assistant', 'Done, all of it.', AT + 9_000);
  await hear('user', 'Go on.', AT + 20_040);
  const turns = [
    turn('Go on.'),
    turn('I look at it.', AT + 4_000, 'assistant'),
    turn('Done, all of it.', AT + 8_000, 'assistant'),
    turn('Go on.', AT + 20_000),
    turn('Go on.', AT + 30_000),
  ];
  const named = transcript(turns, { name: 'Work' });
  expect(await mustBe(write.importTurns(named))).toMatchObject({ new: 2, duplicate: 3 });
  expect(await mustBe(write.importTurns(transcript(turns)))).toMatchObject({ new: 0, duplicate: 5 });
  // A hook knows no name for the session except its id.
  await hear('user', 'And on.', AT + 90_000);
  expect((await read.listSources('session')).sources).toMatchObject([{ name: 'Work', passages: 6 }]);
});

test('[IM-4] what is said again a little later is another turn, also when another request brings it', async () => {
  const { write } = createEngineBench();
  await mustBe(write.importTurns(transcript([turn('Go on.'), turn('Go on.', AT + 60_000)])));
  const more = transcript([turn('Go on.', AT + 120_000), turn('Go on.', AT + 180_000)]);
  expect(await mustBe(write.importTurns(more))).toMatchObject({ new: 2, duplicate: 0 });
});

test('[IM-2] a dry run of a transcript counts and writes nothing', async () => {
  const { write, read } = createEngineBench();
  const input = transcript([turn('The okapi.'), turn(' ')]);
  const dry = await mustBe(write.importTurns({ ...input, dryRun: true }));
  expect(dry).toMatchObject({ read: 2, new: 1, skipped: 1 });
  expect((await read.listSources('session')).sources).toEqual([]);
  expect(await mustBe(write.importTurns(input))).toEqual(dry);
});

test('[IM-5, G-1] a turn of any length is found to its end; what is private or secret is in no part of it', async () => {
  const { write, read } = createEngineBench();
  const filler = 'Some words go here. '.repeat(Math.ceil(LIMITS.turnTextCharsMax / 20));
  const key = `ghp_${'a1B2'.repeat(9)}`;
  const long = `<private>${filler}</private> ${filler} ${key} ${filler} The okapi is last.`;
  const input = transcript([turn(long)]);
  expect(await mustBe(write.importTurns(input))).toMatchObject({ read: 1, new: 1 });
  expect(await mustBe(write.importTurns(input))).toMatchObject({ new: 0, duplicate: 1 });
  const { passages } = await mustBe(read.search({ query: 'okapi' }));
  expect(passages[0]?.text).toContain('The okapi is last.');
  await mustBe(write.importTurns(transcript([], { name: `Key ${key} <private>quagga</private> here` })));
  expect((await read.listSources('session')).sources[0]?.name).toMatch(
    /^Key \[redacted: GitHub token\]\.* here$/,
  );
  const found = await mustBe(read.search({ query: key }));
  expect(JSON.stringify(found)).not.toContain(key);
  const bare = await mustBe(write.importTurns(transcript([turn(`<private>${filler}</private>`, AT + 1)])));
  expect(bare).toMatchObject({ new: 0, skipped: 1 });
});

test('[IM-5] a turn at the limit is taken, one past it is named and stops no other', async () => {
  const { write } = createEngineBench();
  const at = await mustBe(write.importTurns(transcript([turn('字'.repeat(LIMITS.importTurnCharsMax))])));
  expect(at).toMatchObject({ new: 1, failed: 0 });
  const past = [
    turn('字'.repeat(LIMITS.importTurnCharsMax + 1), AT + 1),
    turn('\ud800', AT + 2),
    turn('fine', AT + 3),
  ];
  expect(await mustBe(write.importTurns(transcript(past)))).toMatchObject({
    new: 1,
    failed: 2,
    failures: [
      { index: 0, reason: 'The turn is longer than 2,097,152 characters. Split it in the file.' },
      { index: 1, reason: 'The turn contains an incomplete character.' },
    ],
  });
  expect((await errorOf(write.importTurns(transcript([], { session: ' ' })))).kind).toBe('invalid_input');
});

test('[IM-10] [X-1] with `learn` turns are messages of a finished session, in the places of their passages', async () => {
  const { write, read } = createEngineBench();
  const first = [turn('I use pnpm.'), turn('Fine.', AT + 1, 'assistant'), turn('Hm.', AT + 2, 'Bob')];
  const dry = await mustBe(write.importTurns(transcript(first, { learn: true, dryRun: true })));
  expect(dry.learn).toEqual({ messages: 2, chars: 16, tokens: expect.any(Number) });
  expect(await read.session('s')).toBeNull();
  // The turns were imported before, and are learnt from only now.
  expect((await mustBe(write.importTurns(transcript(first, { name: 'Work' })))).learn).toBeUndefined();
  expect(await read.session('s')).toBeNull();
  const more = [...first, turn('Deploys go to Lyon.', AT + 3), turn('x'.repeat(900), AT + 4)];
  const learnt = await mustBe(write.importTurns(transcript(more, { learn: true })));
  expect(learnt).toMatchObject({ new: 2, duplicate: 3, learn: { messages: 4, chars: 16 + 19 + 500 } });
  expect(await read.session('s')).toMatchObject({
    ...{ name: 'Work', state: 'completed', messages: 5, lastSequence: 4, extractedUpto: -1 },
    ...{ createdAt: new Date(AT).toISOString(), updatedAt: new Date(AT + 4).toISOString() },
  });
  const roles = (await read.sessionMessages({ session: 's' })).map(({ role, content }) => [role, content]);
  expect(roles.slice(0, 4)).toEqual([
    ...[
      ['user', 'I use pnpm.'],
      ['assistant', 'Fine.'],
      ['system', 'Hm.'],
      ['user', 'Deploys go to Lyon.'],
    ],
  ]);
  // No text is found twice, and nothing is left to learn.
  const { passages } = await mustBe(read.search({ query: 'Lyon', in: ['sessions'] }));
  expect(passages.filter(({ text }) => text.includes('Lyon'))).toHaveLength(1);
  const again = await mustBe(write.importTurns(transcript(more, { learn: true })));
  expect(again.learn).toEqual({ messages: 0, chars: 0, tokens: 0 });
  expect((await read.session('s'))?.messages).toBe(5);
});

test('[IM-10] a title that is the name of another session leaves each its own', async () => {
  const { write, read } = createEngineBench();
  const learnt = (session: string, name: string) =>
    mustBe(write.importTurns(transcript([turn(`about ${session}`)], { session, name, learn: true })));
  await learnt('a', 'b');
  await learnt('c', 'a');
  await learnt('d', 'a');
  await learnt('b', 'a');
  const names = async () =>
    (await read.sessions({})).sessions.map(({ id, name }) => `${id} ${name}`).toSorted();
  expect(await names()).toEqual(['ses_a a', 'ses_b b', 'ses_c c', 'ses_d d']);
  await learnt('e', 'Fix tests');
  const messages = [{ role: 'user' as const, content: 'Now fix them.' }];
  await mustBe(write.appendMessages({ session: { name: 'Fix tests' }, messages }));
  expect((await names()).slice(-2)).toEqual(['ses_d d', 'ses_e e']);
});

test('[IM-10] [IM-5] every part of a long turn that was imported before is learnt from', async () => {
  const { write, read } = createEngineBench();
  const long = [turn(Array.from({ length: 22_000 }, (_, n) => `word${n}`).join(' ')), turn('Fine.', AT + 1)];
  await mustBe(write.importTurns(transcript(long)));
  const { learn } = await mustBe(write.importTurns(transcript(long, { learn: true })));
  expect(learn?.messages).toBe(5);
  const kept = (await read.sessionMessages({ session: 's' })).map(({ content }) => content);
  expect(kept.join(' ').split(/\s+/)).toEqual([...(long[0]?.text ?? '').split(' '), 'Fine.']);
  expect((await mustBe(write.importTurns(transcript(long, { learn: true })))).learn?.messages).toBe(0);
});

test('[IM-10] what hooks kept is not learnt from again, and its session stays as it is', async () => {
  const { write, read } = createEngineBench();
  const messages = [{ role: 'user' as const, content: 'I use pnpm.', at: AT }];
  await mustBe(write.appendMessages({ session: { name: 's' }, messages, agent: 'codex' }));
  const turns = [turn('I use pnpm.'), turn('Deploys go to Lyon.', AT + 60_000)];
  const { learn } = await mustBe(write.importTurns(transcript(turns, { learn: true })));
  expect(learn).toMatchObject({ messages: 1, chars: 19 });
  expect(await read.session('s')).toMatchObject({
    state: 'working',
    agent: 'codex',
    messages: 2,
    lastSequence: 1,
  });
  expect(await mustBe(write.deleteSession('s'))).toMatchObject({ messages: 2 });
  expect((await read.listSources('session')).sources).toEqual([]);
});

test('[IM-10] what a model would take is counted by the words, which are shorter in some languages than in others', async () => {
  const { write } = createEngineBench();
  const tokensOf = async (text: string) =>
    (await mustBe(write.importTurns(transcript([turn(text)], { learn: true, dryRun: true })))).learn?.tokens;
  expect(await tokensOf('用户喜欢在周五部署'.repeat(30))).toBeGreaterThan(180);
  expect(await tokensOf('deploys go '.repeat(25))).toBeLessThan(90);
});
