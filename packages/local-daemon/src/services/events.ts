/** What changed, for `GET /v1/events`. A lost event costs nothing but time: whoever listens reads again. */
export type DaemonEvent =
  | { readonly kind: 'changed'; readonly ids: readonly string[] }
  /** A document or transcript: its passages are new. */
  | { readonly kind: 'indexed'; readonly source: string }
  | { readonly kind: 'sync'; readonly state: string }
  | { readonly kind: 'join'; readonly message: string };

export interface EventBus {
  publish(event: DaemonEvent): void;
  /** The answer ends the subscription. */
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
