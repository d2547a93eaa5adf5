// Faults of the connection that a hostile server can cause.

import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { json, numbers, PULL, PUSH } from './answers.ts';
import { worldNowMs } from './passage.ts';
import { type Behaviour, EVENTS } from './proxy.ts';

/** Ends every answer in its middle: it closes the connection, or sends half an answer as a whole one. */
export const cut = (): Behaviour => {
  const draw = numbers(2);
  return {
    name: 'cut',
    deal: async ({ path }, pass) => {
      if (path === EVENTS) return cutHints;
      const answer = await pass();
      const body = answer.body.subarray(0, Math.floor(draw() * answer.body.length));
      if (draw() < 0.5) return { ...answer, body };
      return (response) => {
        response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
        response.write(body, () => response.destroy());
      };
    },
  };
};

const cutHints = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('event: head\ndata: {"kind":"he', () => response.destroy());
};

/** Invalid JSON, JSON of other shapes, and invalid numbers. */
const GARBAGE: readonly (() => string)[] = [
  () => randomBytes(2_000).toString('latin1'),
  () => '',
  () => 'null',
  () => '[]',
  () => '{}',
  () => '[['.repeat(20_000),
  () => '{"a":'.repeat(20_000),
  () => '{"__proto__":{"items":[]},"constructor":{"prototype":{}}}',
  () => '{"items":[{"entity":NaN}],"cursor":1e999}',
  () => JSON.stringify({ items: 'x', cursor: {}, hasMore: 1, head: -1, serverTime: 1e308 }),
  () => JSON.stringify(pageOf([null, 7, 'm_', {}, []])),
  () => JSON.stringify(pageOf([{ entity: 'x'.repeat(10_000), facet: '\u0000', hlc: 'zz', seq: -1 }])),
  () => `${JSON.stringify(pageOf([])).slice(0, -1)},"serverTime":1e400}`,
  () => '<html><body>Sign in to the hotel network</body></html>',
  () => JSON.stringify({ verdicts: [{}], head: 1e308, anchor: '1', serverTime: -5 }),
  () => JSON.stringify({ verdicts: {}, head: '7', anchor: null, serverTime: null }),
];

const pageOf = (items: readonly unknown[]) => ({
  items,
  cursor: 'AAAA',
  hasMore: true,
  expected: null,
  head: 2 ** 53,
  high: 1.5,
  tombFloor: 1,
  epoch: '0'.repeat(32),
  anchor: `1.${'0'.repeat(32)}`,
  serverTime: worldNowMs(),
});

export const garbage = (): Behaviour => {
  let asked = 0;
  return {
    name: 'garbage',
    deal: ({ path }) => {
      const text = GARBAGE[asked++ % GARBAGE.length]?.() ?? '';
      if (path === EVENTS)
        return (response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(`event: head\ndata: ${text.replaceAll('\n', ' ')}\n\n: ${text}\n\n`);
        };
      return { ...json(null), body: Buffer.from(text, 'latin1') };
    },
  };
};

const BITS = 3;

/** Acts like a connection without TLS that flips three bits in every second body, in both directions. */
export const flips = (): Behaviour => {
  const draw = numbers(3);
  const flipped = (body: Buffer): Buffer => {
    if (body.length === 0 || draw() < 0.5) return body;
    const changed = Buffer.from(body);
    for (let n = 0; n < BITS; n++) {
      const at = Math.floor(draw() * changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(draw() * 8));
    }
    return changed;
  };
  return {
    name: 'flipped bits',
    deal: async ({ path, body }, pass) => {
      if (path === EVENTS) return null;
      const answer = await pass({ body: flipped(body) });
      return { ...answer, body: flipped(answer.body) };
    },
  };
};

/** Sends a byte a second. */
export const slow = (): Behaviour => ({
  name: 'a byte a second',
  deal: async ({ path }, pass) => {
    const answer = path === EVENTS ? json({ kind: 'head', head: 7 }) : await pass();
    return (response) => {
      response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
      let at = 0;
      const drip = setInterval(() => response.write(answer.body.subarray(at, ++at)), 1_000);
      response.once('close', () => clearInterval(drip));
    };
  },
});

/** Accepts connections and never answers. */
export const silent = (): Behaviour => ({ name: 'no answer', deal: () => () => undefined });

const CHUNK = Buffer.alloc(1_048_576, 'x');

/** Sends as fast as the connection accepts it, until it is closed. */
const pour = (response: ServerResponse, head: string): void => {
  response.write(head);
  const more = (): void => {
    while (!response.destroyed && response.write(CHUNK));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};

/** Sends endless answers and hints. */
export const huge = (): Behaviour => ({
  name: 'huge',
  deal: ({ path }) => {
    if (path === EVENTS)
      return (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        pour(response, 'event: head\ndata: ');
      };
    return (response) => {
      response.writeHead(path === PUSH ? 503 : 200, {
        'content-type': 'application/json',
        ...(path === PULL ? { 'content-length': 8 * 1_024 ** 3 } : {}),
      });
      pour(response, '{"items":[],"cursor":"');
    };
  },
});

/** Sends endless valid hints, each with a reason to pull. */
export const chatter = (): Behaviour => ({
  name: 'hints without a pause',
  deal: ({ path }) => {
    if (path !== EVENTS) return null;
    return (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let head = 1_000;
      const again = setInterval(() => {
        for (let n = 0; n < 20; n++) {
          const kind = n % 2 === 0 ? 'head' : 'keys';
          response.write(`event: ${kind}\ndata: ${JSON.stringify({ kind, head: head++, kg: head })}\n\n`);
        }
      }, 20);
      response.once('close', () => clearInterval(again));
    };
  },
});
