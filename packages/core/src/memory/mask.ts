/**
 * The guard for texts that Cairn only finds and does not change. Private parts become spaces. A secret becomes its redaction, cut or
 * padded to the secret's length, so that every offset into the text still holds. [G-1, CX-9]
 */
import { blankHidden, redactionOf } from '@cairn/schema';
import { blankOwnBlocks } from '../context/echo.ts';
import { privateSpans } from './guard.ts';
import { replaceSecrets } from './guard-secrets.ts';

/** Returns the masked text, with the same length as `text`. */
export const maskText = (text: string): string =>
  maskHidden(maskSecrets(maskPrivate(blankOwnBlocks(blankHidden(text)))));

const maskPrivate = (text: string): string => {
  let masked = '';
  let from = 0;
  for (const { start, end } of privateSpans(text)) {
    masked += text.slice(from, start) + text.slice(start, end).replace(/\S/g, ' ');
    from = end;
  }
  return masked + text.slice(from);
};

const maskSecrets = (text: string): string => replaceSecrets(text, fittedRedaction);

const fittedRedaction = (kind: string, secret: string): string =>
  redactionOf(kind).slice(0, secret.length).padEnd(secret.length, '.');

/** A redaction that was padded, or cut to no less than `[redac`. */
const FITTED = /(\[redacted: [\w ]+\])\.*|\[redac(?:t(?:e(?:d(?:: ?\w*)?)?)?)?(?![\w\]:])/g;

/** Returns a masked text for people, with redactions as in a memory. Offsets into the original do not hold. */
export const readableMask = (masked: string): string =>
  masked.replace(FITTED, (_, whole: string | undefined) => whole ?? '[redacted]');

/** Masks secrets that invisible characters split. */
const maskHidden = (text: string): string => {
  if (!HIDDEN.test(text)) return text;
  const chars = [...text];
  const bare = chars.filter((char) => !HIDDEN.test(char)).join('');
  const masked = maskSecrets(bare);
  if (masked === bare) return text;
  let at = 0;
  const take = (units: number): string => {
    at += units;
    return masked.slice(at - units, at);
  };
  return chars.map((char) => (HIDDEN.test(char) ? char : take(char.length))).join('');
};

const HIDDEN = /\p{Cf}/u;
