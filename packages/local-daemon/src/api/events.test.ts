import { expect, test } from 'vitest';
import { createEventBus } from '../services/events.ts';
import { createGate } from '../services/gate.ts';
import { createPageAccess } from '../services/page-access.ts';
import { createApp } from './app.ts';
import type { ApiDeps } from './deps.ts';
import { createDoorKeeper } from './guard-door.ts';
import { createPageDoor } from './page-door.ts';

const PORT = 4949;
const HOST = `127.0.0.1:${PORT}`;
const TOKEN = 'ab'.repeat(32);

/** The API. `held` counts its subscriptions and timers that have not ended. */
const setUp = () => {
  const bus = createEventBus();
  const held = { subscriptions: 0, timers: 0 };
  const hold = (what: keyof typeof held, end: () => void) => {
    held[what] += 1;
    return () => {
      held[what] -= 1;
      end();
    };
  };
  const events: ApiDeps['events'] = { ...bus, subscribe: (one) => hold('subscriptions', bus.subscribe(one)) };
  const timers: ApiDeps['timers'] = { after: () => hold('timers', () => undefined) };
  const stop = new AbortController();
  const access = createPageAccess({ randomBytes: (count) => new Uint8Array(count), nowMs: () => 0 });
  const port = () => PORT;
  const page = { files: { read: async () => null }, access, port };
  const shared = { page, stopSignal: stop.signal, gate: createGate(), log: { error: () => undefined } };
  const deps: ApiDeps = Object.assign(Object.create(null), { ...shared, events, timers });
  const keeper = createDoorKeeper({ token: TOKEN, port, page: createPageDoor(access, port) });
  const app = createApp(deps, keeper);
  const ask = (method: string) => {
    const headers = { host: HOST, authorization: `Bearer ${TOKEN}` };
    return app.request(`http://${HOST}/v1/events`, { method, headers }, { door: 'tcp' });
  };
  return { ask, held, stop };
};

test('the stream sends a comment at once, and ends with the daemon', async () => {
  const { ask, held, stop } = setUp();
  const answer = await ask('GET');
  expect(held).toEqual({ subscriptions: 1, timers: 1 });
  stop.abort();
  expect(await answer.text()).toBe(': ping\n\n');
  expect(held).toEqual({ subscriptions: 0, timers: 0 });
});

test('a request for the headers holds no stream', async () => {
  const { ask, held } = setUp();
  const answer = await ask('HEAD');
  expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([
    200,
    'text/event-stream',
    null,
  ]);
  expect(held).toEqual({ subscriptions: 0, timers: 0 });
});
