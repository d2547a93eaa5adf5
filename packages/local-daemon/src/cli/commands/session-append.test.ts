import { err, LIMITS, ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { failure } from '../failure.ts';
import { append, readMessages } from './session-append.ts';

const BATCH = LIMITS.sessionMessagesPerRequestMax;

/** Appends messages at a daemon that refuses all requests after the first `taken`. */
const appended = (count: number, taken: number) => {
  let calls = 0;
  const io = Object.assign(Object.create(null), {
    readStdin: async () => ok(Array.from({ length: count }, (_, n) => `user: ${n}`).join('\n')),
    ask: async () =>
      ++calls > taken
        ? err(failure('storage_full', 'The disk is full.'))
        : ok({ session: 'ses_s', last: 0, messages: calls * BATCH, tokens: 0, passages: 1, due: [] }),
  });
  const nothing = { text: () => undefined, texts: () => undefined, int: () => undefined, flag: () => false };
  return append(Object.assign(Object.create(null), { args: ['s', '-'], ...nothing }), io);
};

test('[SE-1] a session that got only the first messages is a partial result, which says how many', async () => {
  expect(await appended(2 * BATCH + 5, 2)).toMatchObject({
    value: {
      exit: 5,
      json: { session: 'ses_s', passages: 2 },
      failure: {
        kind: 'storage_full',
        message: expect.stringContaining(
          `The first ${2 * BATCH} of ${2 * BATCH + 5} messages were appended to ses_s`,
        ),
      },
    },
  });
  expect(await appended(BATCH + 5, 0)).toMatchObject({ error: { message: 'The disk is full.' } });
  expect(await appended(BATCH + 5, 2)).toMatchObject({ value: { json: { passages: 2 } } });
});

test('[SE-1] an empty message is named by its line, before anything is sent', () => {
  for (const text of [
    'user: a\n  more\nassistant:\n\nuser: b',
    '\n{"role":"user","content":"a"}\n{"role":"user","content":" ","toolCalls":[]}',
  ])
    expect(readMessages(text)).toMatchObject({
      error: { kind: 'usage', message: expect.stringContaining('The message on line 3 is empty.') },
    });
  expect(readMessages('user:\nlater\n{"role"')).toMatchObject({ value: [{ content: 'later\n{"role"' }] });
  expect(readMessages('{"role":"tool","content":"","toolResults":[1]}')).toMatchObject({ ok: true });
});
