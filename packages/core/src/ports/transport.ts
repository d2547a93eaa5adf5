/**
 * The connection to the sync server: HTTP, or two queues in the simulator. A call times out only when it makes no
 * progress, never by its total time [SY-L4]. An answer that cannot be parsed fails with `bad_answer`. `push` sends the
 * given bytes unchanged [SY-U2]. The transport reads its credentials from the keyring for every call.
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

/**
 * The kind of a failed call. A `ServerErrorKind` comes from the problem document, and nothing was applied. After
 * `unreachable` and `bad_answer`, the outcome is unknown.
 */
export type TransportErrorKind = ServerErrorKind | 'unreachable' | 'bad_answer';

export interface TransportError {
  readonly kind: TransportErrorKind;
  /** A sentence for `status` with the problem and the address. No secrets. */
  readonly message: string;
  /** Retry-After, when the server sent it. */
  readonly retryAfterMs: number | null;
}

export interface PullRequest {
  /** The server's opaque text; null before the first page. */
  readonly cursor: string | null;
  readonly limit: number;
  /** Whether the store was empty when the pull began. Used only without a cursor. [SY-P4] */
  readonly empty: boolean;
  /**
   * The newest epoch and commit of the server that this device knows. The commit may be from a push and newer than the
   * cursor. Both are also sent with a pull from the beginning. They show whether the server was restored again, because
   * then it lacks them and has other push numbers. [SY-E1, RL-10]
   */
  readonly epoch: string | null;
  readonly anchor: string | null;
}

export interface SyncTransport {
  push(bytes: Uint8Array): Promise<Result<PushResponse, TransportError>>;
  pull(request: PullRequest): Promise<Result<PullResponse, TransportError>>;
  /** `token`: replaces the present token for this call. */
  keyring(token?: string): Promise<Result<KeyringResponse, TransportError>>;
  /** SY-S6: sends entries that the server lacks. */
  appendMembers(request: MembersRequest, token?: string): Promise<Result<KeyringResponse, TransportError>>;
  /** SY-E3: registers the new identity under the present token, which stays valid until the keyring holds the new one. */
  fork(request: ForkRequest): Promise<Result<null, TransportError>>;
  /** SY-E5: requests digests. Tombstones with a sequence at or below `above` are left out. */
  digest(above: number): Promise<Result<DigestResponse, TransportError>>;
  digestRows(query: HeldQuery): Promise<Result<DigestRowsResponse, TransportError>>;
  /** Requests registers by name, at most LIMITS.batchItemsMax. */
  registers(
    names: readonly { readonly entity: EntityId; readonly facet: string }[],
  ): Promise<Result<RegistersResponse, TransportError>>;
}

/** Digests of the server's registers, and registers by name. [SY-E5] */
export type DigestSource = Pick<SyncTransport, 'digest' | 'digestRows' | 'registers'>;
