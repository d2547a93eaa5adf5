export type { Crypto, SecretKeys } from './create-crypto.ts';
export { createCrypto } from './create-crypto.ts';
export type { BoxPair, GenerationSecret, Generations, Recipient } from './generation.ts';
export type { Envelope, HandoverFault, Handovers } from './handovers.ts';
export type { MemberSigner, Members } from './members.ts';
export type { PairedVault, Pairing, PairingCode } from './pairing.ts';
export type { WordsError } from './words.ts';
