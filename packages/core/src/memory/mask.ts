/**
 * The guard for texts that Cairn only finds and does not change. Private parts become spaces. A secret becomes its redaction, cut or
 * padded to the secret's length, so that every offset into the text still holds. [G-1, CX-9]
 */
import { blankHidden, redactionOf } from '@cairn/schema';
import { blankOwnBlocks } from '../context/echo.ts';
import { privateSpans } from './guard.ts';
import { replaceSecrets } from './guard-secrets.ts';

/** Returns the masked text, with the same length as `text`. */
export const maskText = (text: string): string => {
  const shown = blankHidden(text);
  const open = maskPrivate(blankOwnBlocks(shown));
  return shown === text ? maskSecrets(open) : maskSplit(open, blankedIn(text, shown));
};

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

/** Returns the places of the invisible characters that became blanks. */
const blankedIn = (text: string, shown: string): readonly number[] => {
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) if (shown[at] === ' ' && text[at] !== ' ') places.push(at);
  return places;
};

/** Masks secrets also where blanks at these places split them. Such a blank comes after the redaction. */
const maskSplit = (text: string, blanks: readonly number[]): string => {
  const starts = [0, ...blanks.map((at) => at + 1)];
  const bare = starts.map((start, part) => text.slice(start, blanks[part])).join('');
  const masked = maskSecrets(bare);
  const isMasked = (at: number): boolean => bare[at] !== masked[at];
  let put = '';
  let from = 0;
  for (const [before, at] of blanks.entries()) {
    let to = Math.max(from, at - before);
    while (isMasked(to - 1) && isMasked(to)) to++;
    put += `${masked.slice(from, to)} `;
    from = to;
  }
  return put + masked.slice(from);
};
