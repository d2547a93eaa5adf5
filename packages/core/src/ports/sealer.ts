/**
 * Turns a register's JSON into the payload that is sent, and back. Each vault has one sealer. In a readable vault it only encodes.
 * Sealing binds protocol version, vault, entity, facet, hlc and key generation. So a server can neither re-date, move nor cross-post
 * a payload. [SY-S2]
 */
import type { Result, VaultId, VaultKind, WireRegister } from '@cairn/schema';

/** `no_key`: the key of the generation is not here (yet). `forged`: the payload does not open under its key. */
export type OpenError = 'no_key' | 'forged';

export interface Sealer {
  /** The key generation that `seal` uses. */
  readonly kg: number;
  seal(register: Omit<WireRegister, 'payload' | 'kg'>, json: string): WireRegister;
  open(register: WireRegister): Result<string, OpenError>;
}

export interface SealingKeys {
  readonly vault: VaultId;
  readonly kind: VaultKind;
  /** The present key generation, under which new registers are sealed. */
  readonly kg: number;
  readonly keys: readonly { readonly kg: number; readonly key: string }[];
}
