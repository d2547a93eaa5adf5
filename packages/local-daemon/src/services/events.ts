/** Publishes changes, for `GET /v1/events` and for other services. */
import type { DaemonEvent } from '@cairn/schema';

export interface EventBus {
  publish(event: DaemonEvent): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (event: DaemonEvent) => void): () => void;
}

export const createEventBus = (): EventBus => {
  const listeners = new Set<(event: DaemonEvent) => void>();
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
