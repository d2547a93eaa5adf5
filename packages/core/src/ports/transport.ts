/**
 * The way to the sync server. The real one is HTTP, the simulator's two queues. Every call ends: it has progress time-outs
 * of its own, never a total one [SY-L4]. Answers are parsed; what cannot be parsed is `bad_answer`. `push` sends the given
 * bytes as they are [SY-U2]. Credentials are the transport's own, read from the keyring again for every call.
 */
import type {
  DigestResponse,
  DigestRowsResponse,
  EntityId,
  ForkRequest,
  KeyringResponse,
  MembersRequest,
  PullResponse,
  PushResponse,
  RegistersResponse,
  Result,
  ServerErrorKind,
} from '@cairn/schema';
import type { HeldQuery } from './store.ts';

/** A kind of ours means the server's own problem document: nothing was applied. The other two leave the outcome unknown. */
export type TransportErrorKind = ServerErrorKind | 'unreachable' | 'bad_answer';

export interface TransportError {
  readonly kind: TransportErrorKind;
  /** A sentence for `status`: what happened, at which address. No secrets. */
  readonly message: string;
  /** Retry-After, when the server said it. */
  readonly retryAfterMs: number | null;
}

export interface PullRequest {
  /** The server's opaque text; null before the first page. */
  readonly cursor: string | null;
  readonly limit: number;
  /** The store held nothing when the pull began; only meant without a cursor. [SY-P4] */
  readonly empty: boolean;
  /**
   * The past of the server as this device knows it: the newest commit, which a push may have told it after the cursor, and its
   * epoch, which a cursor names too. A device that begins again names them as well: a server that was put back once more has lost
   * that past, and its numbers of pushes are not this device's. [SY-E1, RL-10]
   */
  readonly epoch: string | null;
  readonly anchor: string | null;
}

export interface SyncTransport {
  push(bytes: Uint8Array): Promise<Result<PushResponse, TransportError>>;
  pull(request: PullRequest): Promise<Result<PullResponse, TransportError>>;
  /** `token`: in place of the present one. */
  keyring(token?: string): Promise<Result<KeyringResponse, TransportError>>;
  /** SY-S6: entries that the server lacks. */
  appendMembers(request: MembersRequest, token?: string): Promise<Result<KeyringResponse, TransportError>>;
  /** SY-E3: registers the new identity under the present token, which stays valid until the keyring holds the new one. */
  fork(request: ForkRequest): Promise<Result<null, TransportError>>;
  /** SY-E5. `above`: tombstones with a sequence at or below it are left out. */
  digest(above: number): Promise<Result<DigestResponse, TransportError>>;
  digestRows(query: HeldQuery): Promise<Result<DigestRowsResponse, TransportError>>;
  /** At most LIMITS.batchItemsMax names. */
  registers(
    names: readonly { readonly entity: EntityId; readonly facet: string }[],
  ): Promise<Result<RegistersResponse, TransportError>>;
}

/** The server's account of what it holds, and the registers that it gives by name. [SY-E5] */
export type DigestSource = Pick<SyncTransport, 'digest' | 'digestRows' | 'registers'>;
