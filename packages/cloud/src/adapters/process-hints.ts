/** Hints within one process. Heads are gathered for 20 ms, so that a burst of commits wakes a device once. [SY-L2, SY-L3] */
import { type DeviceId, type Hint, LIMITS, type VaultId } from '@cairn/schema';
import type { Audience, HintListener, Hints } from '../ports/hints.ts';

interface Subscriber {
  readonly device: DeviceId;
  readonly listener: HintListener;
}

const isAddressed = (audience: Audience, device: DeviceId): boolean =>
  audience.kind === 'all' || (audience.kind === 'only') === (audience.device === device);

export const createProcessHints = (): Hints & { readonly close: () => void } => {
  const subscribers = new Map<VaultId, Set<Subscriber>>();
  const waiting = new Map<Subscriber, { head: number; readonly timer: NodeJS.Timeout }>();

  const sendHead = (to: Subscriber, head: number): void => {
    const gathered = waiting.get(to);
    if (gathered !== undefined) {
      gathered.head = Math.max(gathered.head, head);
      return;
    }
    const timer = setTimeout(() => {
      const last = waiting.get(to)?.head ?? head;
      waiting.delete(to);
      to.listener({ kind: 'head', head: last });
    }, LIMITS.hintCoalesceMs);
    waiting.set(to, { head, timer });
  };

  const send = (to: Subscriber, hint: Hint): void => {
    if (hint.kind === 'head') sendHead(to, hint.head);
    else to.listener(hint);
  };

  const forget = (one: Subscriber): void => {
    clearTimeout(waiting.get(one)?.timer);
    waiting.delete(one);
  };

  return {
    publish: (vault, hint, audience) => {
      for (const one of subscribers.get(vault) ?? []) if (isAddressed(audience, one.device)) send(one, hint);
    },
    subscribe: (vault, device, listener) => {
      const one = { device, listener };
      const ofVault = subscribers.get(vault) ?? new Set();
      subscribers.set(vault, ofVault.add(one));
      return () => {
        forget(one);
        ofVault.delete(one);
        if (ofVault.size === 0 && subscribers.get(vault) === ofVault) subscribers.delete(vault);
      };
    },
    close: () => {
      for (const one of waiting.keys()) forget(one);
      subscribers.clear();
    },
  };
};
