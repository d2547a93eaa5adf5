/** Event streams. They get hints from this process. A poll of all heads every 5 s makes lost hints harmless. [SY-L1, SY-L3] */
import { type Hint, LIMITS } from '@cairn/schema';
import type { Clock } from '../ports/clock.ts';
import type { Hints } from '../ports/hints.ts';
import type { LiveStreams, StreamSink } from '../ports/live-streams.ts';
import type { SyncStore, VaultPulse } from '../ports/sync-store.ts';
import { countedAs, type Session } from '../services/session.ts';

interface Stream {
  readonly session: Session;
  readonly sink: StreamSink;
  /** The last state that this device was told; null before the first poll. */
  told: { head: number; epoch: string; kg: number } | null;
  end: () => void;
}

interface LiveDeps {
  readonly store: SyncStore;
  readonly hints: Hints;
  readonly clock: Clock;
  readonly headPollMs?: number;
  readonly pingMs?: number;
}

const note = (stream: Stream, hint: Hint): void => {
  const { told } = stream;
  if (told === null) return;
  if (hint.kind === 'head') told.head = Math.max(told.head, hint.head);
  if (hint.kind === 'epoch') told.epoch = hint.epoch;
  if (hint.kind === 'keys') told.kg = Math.max(told.kg, hint.kg);
};

const tell = (stream: Stream, hint: Hint): void => {
  note(stream, hint);
  stream.sink.send(hint);
  if (hint.kind === 'revoked') stream.end();
};

/** Sends what the stream was not told yet. The first poll sends the head, so that a returning device catches up. */
const compare = (stream: Stream, pulse: VaultPulse): void => {
  const { head, epoch, kg } = pulse;
  if (pulse.revoked.includes(stream.session.device)) {
    tell(stream, { kind: 'revoked' });
    return;
  }
  const before = stream.told;
  stream.told = { head, epoch, kg };
  if (before !== null && before.epoch !== epoch) stream.sink.send({ kind: 'epoch', epoch });
  if (before !== null && before.kg < kg) stream.sink.send({ kind: 'keys', kg });
  if (before === null || before.head < head) stream.sink.send({ kind: 'head', head });
};

export const createLiveStreams = (deps: LiveDeps): LiveStreams => {
  const { store, hints, clock, headPollMs = LIMITS.headPollMs, pingMs = LIMITS.pingIntervalMs } = deps;
  const streams = new Set<Stream>();
  let closed = false;

  const look = async (which: readonly Stream[]): Promise<void> => {
    const vaults = [...new Set(which.map((stream) => stream.session.vault))];
    if (vaults.length === 0) return;
    const read = await store.read((reads) => reads.heads(vaults));
    // The database is away. The next poll will tell.
    if (!read.ok) return;
    const pulses = new Map(read.value.map((pulse) => [pulse.vault, pulse]));
    for (const stream of which) {
      const pulse = pulses.get(stream.session.vault);
      if (!streams.has(stream)) continue;
      // The vault was deleted or moved to another database. The device asks again where it is. [OP-20]
      if (pulse === undefined) stream.end();
      else compare(stream, pulse);
    }
  };

  const ping = (): void => {
    for (const stream of streams) stream.sink.send({ kind: 'ping', serverTime: clock.nowMs() });
  };

  /** Ends a device's oldest streams. A device needs one stream; others have broken on their way. [SY-L1] */
  const endOldest = ({ session }: Stream): void => {
    const own = [...streams].filter((one) => countedAs(one.session) === countedAs(session));
    for (const one of own.slice(0, -LIMITS.streamsPerDeviceMax)) one.end();
  };

  /** Drops an error, such as a lost database. The timer looks again at every stream. */
  const quietly = (work: Promise<void>): void => {
    work.catch(() => {});
  };
  const refresh = (): void => quietly(look([...streams]));
  const timers = [setInterval(refresh, headPollMs), setInterval(ping, pingMs)];
  for (const timer of timers) timer.unref();

  return {
    open: (session, sink) => {
      const stream: Stream = { session, sink, told: null, end: () => {} };
      const unsubscribe = hints.subscribe(session.vault, session.device, (hint) => tell(stream, hint));
      stream.end = () => {
        unsubscribe();
        if (streams.delete(stream)) sink.close();
      };
      streams.add(stream);
      endOldest(stream);
      if (closed) stream.end();
      else {
        sink.send({ kind: 'ping', serverTime: clock.nowMs() });
        quietly(look([stream]));
      }
      return stream.end;
    },
    refresh,
    close: () => {
      closed = true;
      for (const timer of timers) clearInterval(timer);
      for (const stream of [...streams]) stream.end();
    },
  };
};
