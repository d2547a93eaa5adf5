import { type Crypto, createCrypto } from '@cairn/core';

/** Loads the cryptography library when a vault is first used. A device in no vault never loads it. */
export const lazyCrypto = (random: { bytes(count: number): Uint8Array }): (() => Promise<Crypto>) => {
  let loading: Promise<Crypto> | null = null;
  return () => {
    loading ??= createCrypto({ random });
    return loading;
  };
};
