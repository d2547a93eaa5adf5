import { waitUntil } from '@cairn/test-support';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import type { AppEnv } from '../app-context.ts';
import type { LiveStreams, StreamSink } from '../ports/live-streams.ts';
import { createMemorySyncStore } from '../testing/memory-store.ts';
import { createWorld } from '../testing/sync-world.ts';
import { eventStream } from './event-stream.ts';

/** One stream, whose sink the test drives, and whether the server has let go of it. */
const openStream = async (signal?: AbortSignal) => {
  const { first } = await createWorld(createMemorySyncStore(), 'events').createVault();
  const opened = Promise.withResolvers<StreamSink>();
  const state = { ended: false };
  const live: LiveStreams = {
    open: (_, sink) => {
      opened.resolve(sink);
      return () => {
        state.ended = true;
      };
    },
    refresh: () => {},
    close: () => {},
  };
  const app = new Hono<AppEnv>().get('/', (context) => {
    context.set('session', first.session);
    return eventStream(context, live);
  });
  const response = await app.request('/', signal === undefined ? {} : { signal });
  const sink = await opened.promise;
  const ended = () => waitUntil(() => state.ended, { timeoutMs: 20_000, what: 'the end', everyMs: 5 });
  return { response, sink, state, ended };
};

describe('the event stream', () => {
  test('[SY-L1] ends when the client stops reading for good', async () => {
    const { response, sink, state, ended } = await openStream();
    const reader = response.body?.getReader();
    sink.send({ kind: 'head', head: 1 });
    await reader?.read();
    expect(state.ended).toBe(false);
    await reader?.cancel();
    await ended();
  });

  test('[SY-L1] ends when the request is aborted', async () => {
    const aborting = new AbortController();
    const { state, ended } = await openStream(aborting.signal);
    expect(state.ended).toBe(false);
    aborting.abort();
    await ended();
  });

  test('[SY-L1] ends when a client does not take what it is sent', async () => {
    const { sink, ended } = await openStream();
    for (let head = 0; head < 1_000; head += 1) sink.send({ kind: 'head', head });
    await ended();
  });

  test('[SY-L1] what was sent before a close arrives before the end', async () => {
    const { response, sink } = await openStream();
    sink.send({ kind: 'head', head: 7 });
    sink.send({ kind: 'revoked' });
    sink.close();
    expect(await response.text()).toBe(
      'event: head\ndata: {"kind":"head","head":7}\n\nevent: revoked\ndata: {"kind":"revoked"}\n\n',
    );
    expect(response.headers.get('X-Accel-Buffering')).toBe('no');
  });

  test('[SY-L1] a request for the headers opens none', async () => {
    let opened = 0;
    const live: LiveStreams = {
      open: () => {
        opened += 1;
        return () => undefined;
      },
      refresh: () => {},
      close: () => {},
    };
    const { first } = await createWorld(createMemorySyncStore(), 'headers').createVault();
    const app = new Hono<AppEnv>().get('/', (context) => {
      context.set('session', first.session);
      return eventStream(context, live);
    });
    const answer = await app.request('/', { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type'), answer.body, opened]).toEqual([
      200,
      'text/event-stream',
      null,
      0,
    ]);
  });
});
