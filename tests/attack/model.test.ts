// While a language model answers with what is to hold a daemon up, the daemon goes on answering others.

import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

let own: AttackedDevice;
let model: Server;
let answer = '';
let asked = 0;
beforeAll(async () => {
  model = createServer((incoming, outgoing) => {
    incoming.resume();
    asked++;
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const at = model.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  own = await openDevice('model', {
    settings: {
      CAIRN_LLM_BASE_URL: `http://127.0.0.1:${port}/v1`,
      ...{ CAIRN_LLM_MODEL: 'hostile', CAIRN_LLM_TOKENS_PER_DAY: '99999999' },
    },
  });
});
afterAll(async () => {
  await closeDevice(own);
  model.closeAllConnections();
  model.close();
});

test.each(Object.keys(ANSWERS))('[TR-9] %s: searches go on meanwhile', async (name) => {
  answer = ANSWERS[name]?.() ?? '';
  const askedBefore = asked;
  for (let at = 0; at < 4; at++)
    await own.cli.run(['save', `The tea house of ${name} sells ${at + 1} kinds of tea`]);
  let isOver = false;
  const summary = own.cli.run(['summarise']).finally(() => {
    isOver = true;
  });
  const took: number[] = [];
  while (!isOver) {
    const began = performance.now();
    expect((await own.client.request('POST', '/v1/search', { query: 'tea house' })).ok).toBe(true);
    took.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await summary).code).toBe(0);
  expect(asked).toBeGreaterThan(askedBefore);
  expect(Math.max(...took) / loadNow()).toBeLessThan(ANSWER_MS_MAX);
});
