/** Finds recovery words of a vault or a wallet (BIP-39), which open everything and look like plain words. [TR-14] */
import { wordlist } from '@scure/bip39/wordlists/english.js';

/**
 * The fewest words of a wallet. Plain text has no twelve listed words in a row, because the list lacks articles and most small words.
 */
const WORDS_MIN = 12;
/** A run of words with few other characters between them: `1. abandon`, `abandon, ability`, or one word per line. */
const RUN = /(?<![A-Za-z])[A-Za-z]{3,8}(?:[^A-Za-z]{1,8}[A-Za-z]{3,8}){11,}(?![A-Za-z])/g;
const WORD = /[A-Za-z]+/g;

const KNOWN: ReadonlySet<string> = new Set(wordlist);

/** Replaces every row of at least twelve different listed words by the result of `marker`. */
export const replaceRecoveryWords = (text: string, marker: (words: string) => string): string =>
  text.replace(RUN, (run) => {
    let shown = '';
    let from = 0;
    for (const { start, end } of rowsIn(run)) {
      shown += run.slice(from, start) + marker(run.slice(start, end));
      from = end;
    }
    return shown + run.slice(from);
  });

interface Row {
  readonly start: number;
  readonly end: number;
}

const rowsIn = (run: string): readonly Row[] => {
  const rows: Row[] = [];
  let words = new Set<string>();
  let start = 0;
  let end = 0;
  const close = (): void => {
    if (words.size >= WORDS_MIN) rows.push({ start, end });
    words = new Set();
  };
  for (const match of run.matchAll(WORD)) {
    const word = match[0].toLowerCase();
    if (KNOWN.has(word)) {
      if (words.size === 0) start = match.index;
      words.add(word);
      end = match.index + word.length;
    } else close();
  }
  close();
  return rows;
};
