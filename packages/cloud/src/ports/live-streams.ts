/** The open event streams of this process. [SY-L1, SY-L3, SY-A3] */
import type { DeviceId, Hint, VaultId } from '@cairn/schema';

export interface Session {
  readonly vault: VaultId;
  readonly device: DeviceId;
}

/** One connection. Neither call throws or waits. */
export interface StreamSink {
  send(hint: Hint): void;
  close(): void;
}

export interface LiveStreams {
  /**
   * Sends every hint for this device and a ping every 15 s to the sink. A lost hint is made up for within 5 s. Closes the stream after
   * `revoked`. Returns a function that ends it.
   */
  open(session: Session, sink: StreamSink): () => void;
  /** Makes up for lost hints now instead of at the next poll. */
  refresh(): void;
  /** Closes every stream. Later ones are closed at once. */
  close(): void;
}
