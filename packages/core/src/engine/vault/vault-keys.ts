/** The part of a device's secrets that the engine needs. */
import type { VaultSecrets } from '../../ports/keyring.ts';
import { keyBounds } from '../../sync/generation-bounds.ts';
import type { VaultKeys } from '../api.ts';

/** Trusts the member list of the secrets, which was checked before it was saved. */
export const vaultKeysOf = ({ vault, kind, kg, keys, members }: VaultSecrets): VaultKeys => ({
  vault,
  kind,
  kg,
  keys,
  bounds: keyBounds(members),
});
