import { deviceId, type Hint, LIMITS } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMemorySyncStore } from '../testing/memory-store.ts';
import { createRecordedHints, createWorld, unwrap } from '../testing/sync-world.ts';
import { createLiveStreams } from './live-streams.ts';
import { createProcessHints } from './process-hints.ts';

const createSink = () => {
  const sent: Hint[] = [];
  const state = { closed: false };
  const sink = {
    send: (hint: Hint) => void sent.push(hint),
    close: () => {
      state.closed = true;
    },
  };
  return { sent, state, sink, kinds: () => sent.map((hint) => hint.kind) };
};

const waitFor = (what: string, attempt: () => boolean): Promise<boolean> =>
  waitUntil(() => attempt(), { timeoutMs: 20_000, what, everyMs: 5 });

const setUp = async (seed: string) => {
  const store = createMemorySyncStore();
  const world = createWorld(store, seed);
  const { first } = await world.createVault();
  const clock = { nowMs: world.nowMs };
  return { store, world, first, clock };
};

describe('live streams', () => {
  test('[SY-L1] a stream begins with a ping and the present head, and ends when asked to', async () => {
    const { store, clock, first } = await setUp('live/begin');
    const hints = createProcessHints();
    const live = createLiveStreams({ store, hints, clock });
    onTestFinished(() => live.close());
    const { sent, state, sink, kinds } = createSink();
    const end = live.open(first.session, sink);
    await waitFor('the head', () => sent.length === 2);
    expect(kinds()).toEqual(['ping', 'head']);
    end();
    expect(state.closed).toBe(true);
    hints.publish(first.session.vault, { kind: 'keys', kg: 2 }, { kind: 'all' });
    expect(sent).toHaveLength(2);
  });

  test('[SY-L1] pings come at their interval', async () => {
    const { store, clock, first } = await setUp('live/ping');
    const live = createLiveStreams({ store, hints: createProcessHints(), clock, pingMs: 5 });
    onTestFinished(() => live.close());
    const { sink, kinds } = createSink();
    live.open(first.session, sink);
    await waitFor('pings', () => kinds().filter((kind) => kind === 'ping').length >= 3);
  });

  test('[SY-L2] heads of a burst are gathered into one hint, the last', async () => {
    const { clock, first, store } = await setUp('live/burst');
    const hints = createProcessHints();
    onTestFinished(() => hints.close());
    const live = createLiveStreams({ store, hints, clock });
    onTestFinished(() => live.close());
    const { sent, sink } = createSink();
    live.open(first.session, sink);
    await waitFor('the first head', () => sent.length === 2);
    for (let head = 1; head <= 50; head += 1) {
      hints.publish(first.session.vault, { kind: 'head', head }, { kind: 'all' });
    }
    await waitFor('the gathered head', () => sent.length === 3);
    expect(sent.at(-1)).toEqual({ kind: 'head', head: 50 });
  });

  test('[SY-L2] hints go to whom they are for', async () => {
    const { world, first } = await setUp('live/audience');
    const second = await world.join(first);
    const hints = createProcessHints();
    const heard: string[] = [];
    for (const { session } of [first, second]) {
      hints.subscribe(session.vault, session.device, (hint) => heard.push(`${session.device} ${hint.kind}`));
    }
    hints.publish(first.session.vault, { kind: 'keys', kg: 2 }, { kind: 'except', device: first.id });
    hints.publish(first.session.vault, { kind: 'pairing', id: '' }, { kind: 'only', device: first.id });
    hints.publish(first.session.vault, { kind: 'epoch', epoch: '' }, { kind: 'all' });
    expect(heard).toEqual([
      `${second.id} keys`,
      `${first.id} pairing`,
      `${first.id} epoch`,
      `${second.id} epoch`,
    ]);
  });

  test('[SY-L3] without a single hint the poll tells of heads, epochs, keys and a revocation', async () => {
    const { store, world, clock, first } = await setUp('live/poll');
    const second = await world.join(first);
    const live = createLiveStreams({ store, hints: createRecordedHints(), clock, headPollMs: 5 });
    onTestFinished(() => live.close());
    const { sent, state, sink } = createSink();
    live.open(second.session, sink);
    await waitFor('the first look', () => sent.length === 2);
    unwrap(await first.push([world.newItem(first.id)]));
    await waitFor('the head', () => sent.length === 3);
    expect(sent.at(-1)).toEqual({ kind: 'head', head: 1 });
    unwrap(await world.server.appendMembers(first.session, await world.generation(first)));
    await waitFor('the keys', () => sent.length === 4);
    expect(sent.at(-1)).toEqual({ kind: 'keys', kg: 2 });
    const lost = {
      epoch: first.epoch(),
      anchor: `9.${'ab'.repeat(16)}`,
      pushNo: 2,
      items: [{ entity: '', facet: '' }],
    };
    await world.server.push(first.session, Buffer.from(JSON.stringify(lost)));
    await waitFor('the epoch', () => sent.length === 5);
    expect(sent.at(-1)?.kind).toBe('epoch');
    unwrap(await world.server.appendMembers(first.session, await world.revocation(first, second.id)));
    await waitFor('the end', () => state.closed);
    expect(sent.at(-1)).toEqual({ kind: 'revoked' });
  });

  test('[SY-A3] a revocation closes the stream at once', async () => {
    const { store, world, clock, first } = await setUp('live/revoke');
    const hints = createProcessHints();
    const live = createLiveStreams({ store, hints, clock });
    onTestFinished(() => live.close());
    const { sent, state, sink } = createSink();
    live.open(first.session, sink);
    hints.publish(first.session.vault, { kind: 'revoked' }, { kind: 'only', device: first.id });
    expect(state.closed).toBe(true);
    expect(sent.at(-1)).toEqual({ kind: 'revoked' });
    expect(world.hints.published).toEqual([]);
  });

  test('[SY-L1] a device that opens ever more streams loses its oldest, and nobody else loses one', async () => {
    const { store, clock, first } = await setUp('live/many');
    const live = createLiveStreams({ store, hints: createProcessHints(), clock });
    onTestFinished(() => live.close());
    const other = createSink();
    live.open({ ...first.session, device: deviceId(1, new Uint8Array(10)) }, other.sink);
    const own = Array.from({ length: LIMITS.streamsPerDeviceMax + 2 }, () => createSink());
    for (const { sink } of own) live.open(first.session, sink);
    expect(own.map(({ state }) => state.closed)).toEqual(own.map((_, at) => at < 2));
    expect(other.state.closed).toBe(false);
  });

  test('[SY-L1] a device of another vault that took the same id ends no stream', async () => {
    const { store, world, clock, first } = await setUp('live/namesake');
    const namesake = { ...(await world.createVault()).first.session, device: first.id };
    const live = createLiveStreams({ store, hints: createProcessHints(), clock });
    onTestFinished(() => live.close());
    const own = createSink();
    live.open(first.session, own.sink);
    for (let n = 0; n < LIMITS.streamsPerDeviceMax; n++) live.open(namesake, createSink().sink);
    expect(own.state.closed).toBe(false);
  });
});
