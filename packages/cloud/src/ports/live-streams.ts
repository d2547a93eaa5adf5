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
   * From now on the sink gets every hint for this device, and a ping every 15 s. A hint that was lost on the way is made up
   * for within 5 s. The stream is closed after `revoked`. Answers the function that ends it.
   */
  open(session: Session, sink: StreamSink): () => void;
  /** Makes up for lost hints now, not at the next poll. */
  refresh(): void;
  /** Closes every stream; later ones are closed at once. */
  close(): void;
}
