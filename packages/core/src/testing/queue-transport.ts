/**
 * A network between a device and a server in one process: one queue per direction. Messages wait, get lost, arrive twice and overtake
 * each other, all decided by one seed in virtual time.
 */
import { err, type Result } from '@cairn/schema';
import type { Timers } from '../ports/timers.ts';
import type { SyncTransport, TransportError } from '../ports/transport.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The faults of the network. Chances are from 0 to 1. A test may change a fault at any time. */
export interface Link {
  partitioned: boolean;
  /** Half-open: messages in this direction are lost, while the other direction works. */
  silent: 'out' | 'back' | null;
  /** The chance that a message is lost, in either direction. */
  dropChance: number;
  /** The chance that a request arrives a second time, later. */
  duplicateChance: number;
  /** The chance that the server's answer breaks the protocol. */
  garbleChance: number;
  delayMsMin: number;
  delayMsMax: number;
  /** How long a device waits for an answer. Milliseconds. */
  timeoutMs: number;
}

export const GOOD_LINK: Readonly<Link> = {
  partitioned: false,
  silent: null,
  dropChance: 0,
  duplicateChance: 0,
  garbleChance: 0,
  delayMsMin: 1,
  delayMsMax: 20,
  timeoutMs: 30_000,
};

export interface QueueTransportDeps {
  readonly server: SyncTransport;
  readonly timers: Timers;
  readonly random: SeededRandom;
  readonly link: Link;
  /** Called with every request body that leaves the device. */
  readonly onBody?: (bytes: Uint8Array) => void;
}

const failed = (kind: TransportError['kind'], message: string) =>
  err<TransportError>({ kind, message, retryAfterMs: null });
const unreachable = failed('unreachable', 'The server does not answer.');
const garbled = failed('bad_answer', 'The server answered with something else.');

export const createQueueTransport = (deps: QueueTransportDeps): SyncTransport => {
  const { server, timers, random, link, onBody } = deps;
  const delay = (): number => link.delayMsMin + random.below(link.delayMsMax - link.delayMsMin + 1);
  const isLost = (way: 'out' | 'back'): boolean =>
    link.partitioned || link.silent === way || random.chance(link.dropChance);

  const send = <T>(call: () => Promise<Result<T, TransportError>>): Promise<Result<T, TransportError>> =>
    new Promise((resolve) => {
      const giveUp = timers.after(link.timeoutMs, () => resolve(unreachable));
      const answer = (result: Result<T, TransportError>): void => {
        if (isLost('back')) return;
        timers.after(delay(), () => {
          giveUp();
          resolve(random.chance(link.garbleChance) ? garbled : result);
        });
      };
      const arrive = (then: (result: Result<T, TransportError>) => void): void => {
        if (isLost('out')) return;
        timers.after(delay(), () => void call().then(then));
      };
      arrive(answer);
      if (random.chance(link.duplicateChance)) arrive(() => undefined);
    });

  return {
    push: (bytes) => {
      onBody?.(bytes);
      return send(() => server.push(bytes));
    },
    pull: (request) => send(() => server.pull(request)),
    keyring: (token) => send(() => server.keyring(token)),
    appendMembers: (request, token) => {
      onBody?.(new TextEncoder().encode(JSON.stringify(request)));
      return send(() => server.appendMembers(request, token));
    },
    digest: (above) => send(() => server.digest(above)),
    digestRows: (query) => send(() => server.digestRows(query)),
    registers: (names) => send(() => server.registers(names)),
    fork: (request) => {
      onBody?.(new TextEncoder().encode(JSON.stringify(request)));
      return send(() => server.fork(request));
    },
  };
};
