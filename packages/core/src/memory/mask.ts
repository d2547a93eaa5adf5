/**
 * The guard for texts that Cairn only finds and does not change. Private parts become spaces. A secret becomes its redaction, cut or
 * padded to the secret's length, so that every offset into the text still holds. [G-1, CX-9]
 */
import { blankHidden, REDACTION_START, redactionOf } from '@cairn/schema';
import { blanked, blankOwnBlocks } from '../context/echo.ts';
import { privateSpans } from './guard.ts';
import { replaceSecrets, SECRET_SHAPES } from './guard-secrets.ts';

/** Returns the masked text, with the same length as `text`. */
export const maskText = (text: string): string => {
  const shown = blankHidden(text);
  return shown === text ? maskShown(text) : maskSplit(shown, blankedIn(text, shown));
};

const maskShown = (text: string): string => {
  const own = blankOwnBlocks(text);
  return replaceSecrets(blanked(own, privateSpans(own)), fittedRedaction);
};

const fittedRedaction = (kind: string, secret: string): string =>
  redactionOf(kind).slice(0, secret.length).padEnd(secret.length, '.');

/** A redaction, padded or cut to no less than `[redac`, and perhaps words after it. */
const FITTED = /(\[redacted: [\w ]+\])\.*|\[redac[\w: ]*/g;
const MARKERS = [...new Set(SECRET_SHAPES.map(({ kind }) => kind)), 'recovery words'].map(redactionOf);

/** Returns a masked text for people, with redactions as in a memory. Offsets into the original do not hold. */
export const readableMask = (masked: string): string =>
  masked.replace(FITTED, (found, whole: string | undefined, at: number) => {
    if (whole !== undefined) return whole;
    const end = endOfCut(masked, at);
    return end === null ? found : `[redacted]${masked.slice(end, at + found.length)}`;
  });

/** Returns where a cut redaction ends: as far as a kind of secret goes on, at the end of a word. Null for other text. */
const endOfCut = (masked: string, start: number): number | null => {
  let end = start + Math.max(...MARKERS.map((marker) => sharedLength(marker, masked, start)));
  while (/[\w\]:]/.test(masked[end] ?? '')) end--;
  return end - start < REDACTION_START.length ? null : end;
};

const sharedLength = (marker: string, text: string, from: number): number => {
  let length = 0;
  while (length < marker.length && marker[length] === text[from + length]) length++;
  return length;
};

/** Returns the places of the invisible characters that became blanks. */
const blankedIn = (text: string, shown: string): readonly number[] => {
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) if (shown[at] === ' ' && text[at] !== ' ') places.push(at);
  return places;
};

/** Masks also where blanks at these places split a secret, a tag or a block. Such a blank comes after the masked part. */
const maskSplit = (text: string, blanks: readonly number[]): string => {
  const starts = [0, ...blanks.map((at) => at + 1)];
  const bare = starts.map((start, part) => text.slice(start, blanks[part])).join('');
  const masked = maskShown(bare);
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
