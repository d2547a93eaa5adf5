/**
 * Hints within one process. Collects heads for 20 ms after a commit, so that a burst wakes a device once. Then also shares them with
 * other replicas. [SY-L2, SY-L3]
 */
import { type DeviceId, LIMITS, type VaultId } from '@cairn/schema';
import type { Audience, HintListener, Hints, PublishedHint } from '../ports/hints.ts';

export interface ProcessHints extends Hints {
  /** Delivers to this process's subscribers at once, because another replica has already collected it. */
  deliver(published: PublishedHint): void;
  /** Sends the collected hints first. */
  close(): void;
}

interface Subscriber {
  readonly device: DeviceId;
  readonly listener: HintListener;
}

const isAddressed = (audience: Audience, device: DeviceId): boolean =>
  audience.kind === 'all' || (audience.kind === 'only') === (audience.device === device);

const keyOf = ({ vault, audience }: PublishedHint): string =>
  audience.kind === 'all' ? vault : `${vault} ${audience.kind} ${audience.device}`;

/** Returns the higher of two heads of a vault for the same devices. */
const higher = (one: PublishedHint | undefined, other: PublishedHint): PublishedHint =>
  one?.hint.kind === 'head' && other.hint.kind === 'head' && one.hint.head > other.hint.head ? one : other;

export const createProcessHints = (
  share: (published: readonly PublishedHint[]) => void = () => {},
): ProcessHints => {
  const subscribers = new Map<VaultId, Set<Subscriber>>();
  const heads = new Map<string, PublishedHint>();
  let others: PublishedHint[] = [];
  let timer: NodeJS.Timeout | null = null;

  const deliver = ({ vault, hint, audience }: PublishedHint): void => {
    for (const one of subscribers.get(vault) ?? []) if (isAddressed(audience, one.device)) one.listener(hint);
  };

  const flush = (): void => {
    const gathered = [...heads.values()];
    const shared = [...others, ...gathered];
    timer = null;
    heads.clear();
    others = [];
    for (const one of gathered) deliver(one);
    share(shared);
  };

  return {
    publish: (vault, hint, audience) => {
      const published = { vault, hint, audience };
      if (hint.kind === 'head') heads.set(keyOf(published), higher(heads.get(keyOf(published)), published));
      else {
        others.push(published);
        deliver(published);
      }
      timer ??= setTimeout(flush, LIMITS.hintCoalesceMs);
    },
    subscribe: (vault, device, listener) => {
      const one = { device, listener };
      const ofVault = subscribers.get(vault) ?? new Set();
      subscribers.set(vault, ofVault.add(one));
      return () => {
        ofVault.delete(one);
        if (ofVault.size === 0 && subscribers.get(vault) === ofVault) subscribers.delete(vault);
      };
    },
    deliver,
    close: () => {
      if (timer !== null) clearTimeout(timer);
      flush();
      subscribers.clear();
    },
  };
};
