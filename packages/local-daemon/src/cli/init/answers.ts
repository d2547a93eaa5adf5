/** Checks an answer while it can still be typed again. Undefined: nothing is wrong. Pure. */
import { LIMITS } from '@cairn/schema';
import { isHttpUrl } from '../../model-config.ts';
import { parseServerAddress } from '../../services/server-address.ts';

export type Check = (answer: string) => string | undefined;

export const anyText: Check = (answer) =>
  answer.trim() === '' ? 'Write it, or leave by Ctrl-C.' : undefined;

export const modelAddress: Check = (answer) =>
  anyText(answer) ??
  (isHttpUrl(answer.trim())
    ? undefined
    : 'An address begins with http:// or https://, like http://127.0.0.1:11434/v1.');

export const serverAddress: Check = (answer) => {
  const parsed = parseServerAddress(answer);
  return anyText(answer) ?? (parsed.ok ? undefined : parsed.error.message);
};

const CODE_CHARS = (LIMITS.pairingCodeBytes * 8) / 5;

/** `CODE`, or `CODE@URL`. */
export const invitation: Check = (answer) => {
  const [code = '', ...address] = answer.trim().split('@');
  const chars = code.replace(/[^\p{L}\p{N}]/gu, '').length;
  return (
    anyText(answer) ??
    (chars === CODE_CHARS
      ? undefined
      : `A code has ${CODE_CHARS} letters and digits; this one has ${chars}.`) ??
    (address.length === 0 ? undefined : serverAddress(address.join('@')))
  );
};
