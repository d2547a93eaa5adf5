/**
 * F-7: finds the markers of a question. A memory that holds them comes first, however similar others are. A marker is text that is
 * never written by chance. It is something in quotes, a file name, a version, an id, a flag, or the only word of a question.
 */
import { folded } from './fold.ts';
import { type ParsedQuery, quotedIn } from './query.ts';
import { isUnspaced } from './scripts-without-spaces.ts';

/** Words that punctuation such as dots, colons or hyphens joins without a space. */
const PIECE = /[\p{L}\p{N}\p{M}]+(?:[-_./:@#+\\]+[\p{L}\p{N}\p{M}]+)*/gu;
/** A piece joined by a sign other than a hyphen, by a hyphen between capitals, or by a capital after a small letter. */
const IS_JOINED = /[\p{L}\p{N}][_./:@#+\\][\p{L}\p{N}]|\p{Lu}-\p{Lu}|\p{Ll}\p{Lu}/u;
const LETTER = /\p{L}/u;
const DIGIT = /\p{N}/u;
/** Clock times, dates and fractions, which many texts hold by chance. */
const IS_NUMBER = /^[\p{N}.:/-]+(?:st|nd|rd|th|am|pm|s|h)?$/iu;

export const markersOf = (question: string, { literals, terms }: ParsedQuery): readonly string[] => {
  const pieces = (question.match(PIECE) ?? []).filter((piece) => isMarker(piece) && !IS_NUMBER.test(piece));
  const onlyWord = literals.length === 1 && terms.length === 1 ? terms : [];
  const found = [...quotedIn(question), ...pieces, ...onlyWord]
    .map(trimmed)
    .filter((marker) => marker !== '');
  return [...new Set(found)];
};

const isMarker = (piece: string): boolean =>
  IS_JOINED.test(piece) || (DIGIT.test(piece) && LETTER.test(piece));

/** Whether a text holds every marker as whole words. False without markers. */
export const holdsMarkers = (text: string, markers: readonly string[]): boolean => {
  if (markers.length === 0) return false;
  const within = trimmed(text);
  return markers.every((marker) => holdsWhole(within, marker));
};

const trimmed = (text: string): string => folded(text).trim();

const holdsWhole = (text: string, marker: string): boolean => {
  for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + 1)) {
    if (!isWordAt(text, at - 1, marker, 0) && !isWordAt(text, at + marker.length, marker, -1)) return true;
  }
  return false;
};

const WORD = /[\p{L}\p{N}\p{M}]/u;
/** Whether the character at `at` continues the word at the marker's edge. Scripts without spaces have no such words. */
const isWordAt = (text: string, at: number, marker: string, edge: 0 | -1): boolean =>
  WORD.test(text.charAt(at)) && WORD.test(marker.at(edge) ?? '') && !isUnspaced(text.charAt(at));
