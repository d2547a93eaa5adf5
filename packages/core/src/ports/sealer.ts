/**
 * Turns a register's JSON into the payload that travels, and back. One per vault; a readable vault's only encodes.
 * Sealing binds protocol version, vault, entity, facet, hlc and generation, so that a server can neither re-date, move nor
 * cross-post a payload. [SY-S2]
 */
import type { Result, VaultId, VaultKind, WireRegister } from '@cairn/schema';

/** `no_key`: the generation's key is not here (yet). `forged`: the payload does not open under its key. */
export type OpenError = 'no_key' | 'forged';

export interface Sealer {
  /** The generation that `seal` uses. */
  readonly kg: number;
  seal(register: Omit<WireRegister, 'payload' | 'kg'>, json: string): WireRegister;
  open(register: WireRegister): Result<string, OpenError>;
}

export interface SealingKeys {
  readonly vault: VaultId;
  readonly kind: VaultKind;
  readonly kg: number;
  readonly keys: readonly { readonly kg: number; readonly key: string }[];
}
