// While a language model or an embedder answers with what is to hold a daemon up, the daemon goes on answering others.

import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { loadNow } from './support/in-time.ts';
import { type AttackedDevice, closeDevice, openDevice } from './support/world.ts';

const BYTES = 4_000_000;
const ANSWER_MS_MAX = 1_500;

const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const saying = (content: string): string => event({ choices: [{ delta: { content } }] });
const filled = (one: string, bytes = BYTES): string => one.repeat(Math.floor(bytes / one.length));
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Answers as server-sent events. */
const ANSWERS: Readonly<Record<string, () => string>> = {
  calls: () =>
    event({
      choices: [{ delta: { tool_calls: Array.from({ length: 600_000 }, (_, index) => ({ index })) } }],
    }),
  'blank lines': () => filled('\n'),
  'empty events': () => filled('data: {}\n\n'),
  'a letter at a time': () => filled(saying('a')),
  'one event of brackets': () => `data: {"choices":[{"delta":{"content":${nested(4_000_000)}}}]}\n\n`,
  'a text of brackets': () => saying(`{"items":${nested(3_000_000)}}`),
  'a text of brackets that is short': () => saying(`{"items":${nested(60_000)}}`),
};

/** Answers to a request for vectors. */
const VECTORS: Readonly<Record<string, () => string>> = {
  'lists in place of vectors': () => `{"data":[${filled('[],')}[]]}`,
  'objects in place of vectors': () => `{"data":[${filled('{},')}{}]}`,
  'texts in place of numbers': () => `{"data":[{"index":0,"embedding":[${filled('"",')}1]}]}`,
  'brackets in place of vectors': () => nested(2_000_000),
  'a vector of a million numbers': () => `{"data":[{"index":0,"embedding":[${filled('1,')}1]}]}`,
};

let model: Server;
let address = '';
let answer = '';
let asked = 0;
beforeAll(async () => {
  model = createServer((incoming, outgoing) => {
    incoming.resume();
    asked++;
    const isChat = incoming.url?.endsWith('/chat/completions') === true;
    outgoing.writeHead(200, { 'content-type': isChat ? 'text/event-stream' : 'application/json' });
    outgoing.end(answer);
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const at = model.address();
  address = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/v1`;
});
afterAll(() => {
  model.closeAllConnections();
  model.close();
});

const deviceWith = async (settings: Readonly<Record<string, string>>): Promise<AttackedDevice> => {
  const own = await openDevice('model', { settings });
  onTestFinished(() => closeDevice(own));
  return own;
};

/** Returns the milliseconds of the slowest search until this is over. */
const longestWhile = async (work: Promise<unknown>, { client }: AttackedDevice): Promise<number> => {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const began = performance.now();
    expect((await client.request('POST', '/v1/search', { query: 'tea house' })).ok).toBe(true);
    longest = Math.max(longest, performance.now() - began);
    await pause(20);
  }
  return longest;
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test.each(Object.keys(ANSWERS))('[TR-9] %s: searches go on meanwhile', async (name) => {
  answer = ANSWERS[name]?.() ?? '';
  const askedBefore = asked;
  const own = await deviceWith({ CAIRN_LLM_BASE_URL: address, CAIRN_LLM_MODEL: 'hostile' });
  for (let at = 1; at < 5; at++) await own.cli.run(['save', `The tea house sells ${at} kinds of tea`]);
  const summary = own.cli.run(['summarise']);
  const took = await longestWhile(summary, own);
  expect((await summary).code).toBe(0);
  expect(asked).toBeGreaterThan(askedBefore);
  expect(took / loadNow()).toBeLessThan(ANSWER_MS_MAX);
});

test.each(Object.keys(VECTORS))('[TR-9] %s: searches go on meanwhile', async (name) => {
  answer = VECTORS[name]?.() ?? '';
  const askedBefore = asked;
  const own = await deviceWith({
    ...{ CAIRN_EMBED: 'on', CAIRN_EMBED_BASE_URL: address, CAIRN_EMBED_MODEL: 'hostile' },
  });
  await own.cli.run(['save', 'The tea house sells tea']);
  const took = await longestWhile(pause(6_000), own);
  expect(asked).toBeGreaterThan(askedBefore);
  expect(took / loadNow()).toBeLessThan(ANSWER_MS_MAX);
});
