/** The part of a device's secrets that the engine has to know. */
import type { VaultSecrets } from '../../ports/keyring.ts';
import { keyBounds } from '../../sync/generation-bounds.ts';
import type { VaultKeys } from '../api.ts';

/** The member list of the secrets was checked before it was kept. */
export const vaultKeysOf = ({ vault, kind, kg, keys, members }: VaultSecrets): VaultKeys => ({
  vault,
  kind,
  kg,
  keys,
  bounds: keyBounds(members),
});
