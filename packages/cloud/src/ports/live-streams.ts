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
   * Sends every hint for this device to the sink, and a ping every 15 s. A poll finds the changes of a lost hint within 5 s. Closes the
   * stream after `revoked`. Returns a function that ends the stream.
   */
  open(session: Session, sink: StreamSink): () => void;
  /** Polls now, for hints that may have been lost. */
  refresh(): void;
  /** Closes every stream. A stream that is opened later is closed at once. */
  close(): void;
}
