/** Publishes changes, for `GET /v1/events` and for other services. */
import type { DaemonEvent } from '@cairn/schema';

type Listener = (event: DaemonEvent) => void;

export type EventBus = ReturnType<typeof createEventBus>;

export const createEventBus = () => {
  const listeners = new Set<Listener>();
  return {
    publish: (event: DaemonEvent): void => {
      for (const listener of listeners) listener(event);
    },
    /** Returns a function that ends the subscription. */
    subscribe: (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
