/**
 * Shares hints between the replicas of a server. Each has one connection that listens and notifies, outside the pool and outside every
 * push's transaction. [SY-L2, SY-L3] The poll of heads finds within 5 s what is lost while the connection is away.
 */
import { deviceIdSchema, hintSchema, parseJson, vaultIdSchema } from '@cairn/schema';
import * as z from 'zod';
import type { PublishedHint } from '../ports/hints.ts';
import { atMost } from './at-most.ts';
import { type Listener, openListener } from './listener.ts';

interface ChannelDeps {
  readonly url: string;
  /** The name of this process among the replicas. */
  readonly replica: string;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Notifies through another connection than the listening one. */
  readonly notifyElsewhere: (channel: string, text: string) => Promise<void>;
  /** Called with a hint that another replica has published. */
  readonly onHint: (published: PublishedHint) => void;
  /** Called when it begins to listen, at first or again. Earlier messages were missed. */
  readonly onUp: () => void;
  readonly warn: (sentence: string) => void;
  readonly info: (sentence: string) => void;
  readonly beatMs?: number;
  readonly silenceMs?: number;
}

export const HINT_CHANNEL = 'cairn_hints';

const BEAT_MS = 15_000;
const SILENCE_MS = 5_000;
const RETRY_MS_MIN = 250;
const RETRY_MS_MAX = 5_000;
/** The limit of unsent hints while the database is slow. The poll makes up for the rest. */
const UNSENT_MAX = 1_000;

/** How long hints may still be sent when the server stops. */
const CLOSE_MS_MAX = 1_000;

/** Half of the delay is random, so that replicas do not reconnect all at once. */
export const retryDelayMs = (attempt: number, random: number): number =>
  Math.min(RETRY_MS_MIN * 2 ** attempt, RETRY_MS_MAX) * (0.5 + random / 2);

const LOST =
  'The connection that listens for changes of other replicas is lost. Until it is back, devices see those changes up to 5 s late.';
const DEAF =
  'LISTEN receives nothing: this looks like a pooler in transaction mode. Set DATABASE_DIRECT_URL to the database itself; until then devices on other replicas see a change up to 5 s late.';

export const createReplicaChannel = (deps: ChannelDeps) => {
  const { replica, random, beatMs = BEAT_MS, silenceMs = SILENCE_MS } = deps;
  let listener: Listener | null = null;
  let closed = false;
  let attempt = 0;
  let timer: NodeJS.Timeout | null = null;
  let heardItself = false;
  let complained = false;
  let unsent: PublishedHint[] = [];
  let sending: Promise<void> | null = null;

  const after = (delayMs: number, work: () => void): void => {
    if (timer !== null) clearTimeout(timer);
    timer = closed ? null : setTimeout(work, delayMs);
    timer?.unref();
  };
  const complain = (sentence: string): void => {
    if (!complained) deps.warn(sentence);
    complained = true;
  };
  const retry = (): void => {
    listener = null;
    if (closed) return;
    after(retryDelayMs(attempt, random()), () => void connect());
    attempt += 1;
  };
  const onLost = (): void => {
    if (!closed) complain(LOST);
    retry();
  };
  const onMessage = (text: string): void => {
    const message = decodeHints(text);
    if (message?.from === replica) heardItself = true;
    else for (const hint of message?.hints ?? []) deps.onHint(hint);
  };

  const connect = async (): Promise<void> => {
    try {
      const opened = await openListener({ url: deps.url, channel: HINT_CHANNEL, onMessage, onLost });
      if (closed) return opened.close();
      listener = opened;
    } catch {
      onLost();
      return;
    }
    deps.onUp();
    void beat();
  };

  /** Sends itself a message through another connection, because half-open connections and poolers receive nothing. */
  const beat = async (): Promise<void> => {
    heardItself = false;
    const said = await deps.notifyElsewhere(HINT_CHANNEL, encodeHints(replica, [])[0] ?? '').then(
      () => true,
      () => false,
    );
    if (listener !== null) after(silenceMs, () => (said && !heardItself ? reopen() : rest()));
  };
  const rest = (): void => {
    if (heardItself) {
      attempt = 0;
      if (complained) deps.info('Changes of other replicas are received again.');
      complained = false;
    }
    after(beatMs, () => void beat());
  };
  const reopen = (): void => {
    complain(DEAF);
    void listener?.close();
    retry();
  };

  const send = async (): Promise<void> => {
    while (unsent.length > 0 && listener !== null) {
      const messages = encodeHints(replica, unsent);
      unsent = [];
      // A lost hint costs one poll. `onLost` reopens a lost connection.
      for (const text of messages) await listener?.notify(text).catch(() => {});
    }
  };

  void connect();
  return {
    /** Returns at once and never throws. Sends nothing while the connection is away. */
    share: (published: readonly PublishedHint[]): void => {
      if (listener === null || published.length === 0) return;
      unsent = [...unsent, ...published].slice(-UNSENT_MAX);
      sending ??= send().finally(() => {
        sending = null;
      });
    },
    /** Waits until everything shared is sent. */
    close: async (): Promise<void> => {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      await atMost(CLOSE_MS_MAX, sending);
      const last = listener;
      listener = null;
      await last?.close();
    },
  };
};

export type ReplicaChannel = ReturnType<typeof createReplicaChannel>;

/** The limit of a NOTIFY's text. It is JSON in ASCII, so characters are bytes, and stays below Postgres' limit of 8,000. */
const MESSAGE_BYTES_MAX = 7_900;

const audience = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('except'), device: deviceIdSchema }),
  z.object({ kind: z.literal('only'), device: deviceIdSchema }),
]);

const message = z.object({
  /** The replica that sent it. */
  from: z.string(),
  hints: z.array(z.object({ vault: vaultIdSchema, hint: hintSchema, audience })),
});

/** Returns as few messages as possible; one message without hints if there are none. */
export const encodeHints = (from: string, hints: readonly PublishedHint[]): readonly string[] => {
  const frame = `{"from":${JSON.stringify(from)},"hints":[`;
  const messages: string[] = [];
  let parts: string[] = [];
  let bytes = frame.length + 2;
  for (const hint of hints) {
    const part = JSON.stringify(hint);
    if (bytes + part.length + 1 > MESSAGE_BYTES_MAX) {
      messages.push(`${frame}${parts.join(',')}]}`);
      parts = [];
      bytes = frame.length + 2;
    }
    parts.push(part);
    bytes += part.length + 1;
  }
  return [...messages, `${frame}${parts.join(',')}]}`];
};

/** Returns null for foreign messages: anyone who may connect to the database may NOTIFY. */
export const decodeHints = (text: string): z.infer<typeof message> | null =>
  message.safeParse(parseJson(text)).data ?? null;
