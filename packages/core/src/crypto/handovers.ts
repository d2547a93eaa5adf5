/**
 * A session for one device: padded, signed by its sender, and sealed to the receiver's key. The signature covers vault,
 * id and receiver. So a copy is not valid for another device, id or vault. [SE-6]
 */
import {
  type DeviceId,
  type EntityId,
  err,
  type HandoverLetter,
  handoverLetter,
  lengthPrefixed,
  liveMember,
  type MemberList,
  ok,
  parseJson,
  type Result,
} from '@cairn/schema';
import { keyFromHex } from './derive.ts';
import { type BoxPair, openSealed, sealTo, signWith } from './generation.ts';
import { padText, unpadText } from './sealer.ts';
import type { Sodium } from './sodium.ts';

/** The facts that are sent beside the sealed session. */
export interface Envelope {
  readonly id: EntityId;
  readonly to: DeviceId;
  readonly sealed: string;
}

/** `revoked`: the sender is not a member, or is revoked. `forged`: everything else. */
export type HandoverFault = 'forged' | 'revoked';

const SIGNATURE_BYTES = 64;

export type Handovers = ReturnType<typeof createHandovers>;

export const createHandovers = (sodium: Sodium) => ({
  /** Returns base64url. `signSecret` is the seed of the sender's key. `boxKey` is the receiver's key. */
  seal: (
    letter: HandoverLetter,
    { id, to }: Omit<Envelope, 'sealed'>,
    { vault, signSecret, boxKey }: Readonly<Record<'vault' | 'signSecret' | 'boxKey', string>>,
  ): string => {
    const text = padText(JSON.stringify(letter));
    const signature = signWith(sodium, signSecret, transcript(vault, id, to, text));
    return sealTo(sodium, boxKey, Buffer.concat([signature, text]));
  },
  open: (
    { id, to, sealed }: Envelope,
    pair: BoxPair,
    list: MemberList,
  ): Result<HandoverLetter, HandoverFault> => {
    const opened = openSealed(sodium, pair, sealed);
    if (opened === null || opened.length <= SIGNATURE_BYTES) return err('forged');
    const text = opened.subarray(SIGNATURE_BYTES);
    const letter = handoverLetter.safeParse(parseJson(unpadText(text) ?? ''));
    if (!letter.success) return err('forged');
    const sender = liveMember(list, letter.data.from);
    if (sender === null) return err('revoked');
    const message = transcript(list.vault, id, to, text);
    return sodium.isSigned(message, opened.subarray(0, SIGNATURE_BYTES), keyFromHex(sender.signKey))
      ? ok(letter.data)
      : err('forged');
  },
});

const transcript = (vault: string, id: EntityId, to: DeviceId, text: Uint8Array): Uint8Array =>
  lengthPrefixed(['cairn/1/handover', vault, id, to, text]);
