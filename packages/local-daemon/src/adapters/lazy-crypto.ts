/** The library behind the keys, loaded when it is needed first. */
import { type Crypto, createCrypto } from '@cairn/core';

/** Loaded when a vault is first entered or synced: a device in no vault never pays for it. */
export const lazyCrypto = (random: { bytes(count: number): Uint8Array }): (() => Promise<Crypto>) => {
  let loading: Promise<Crypto> | null = null;
  return () => {
    loading ??= createCrypto({ random });
    return loading;
  };
};
