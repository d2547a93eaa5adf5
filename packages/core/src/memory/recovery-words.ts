/** Finds recovery words of a vault or a wallet (BIP-39), which open everything and look like plain words. [TR-14] */
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** The fewest words of a wallet. Plain text has no twelve listed words in a row: the list has few small words. */
const WORDS_MIN = 12;
/** The fewest different words among them. One wallet of thirty has a word twice; a list of one word is no secret. */
const DIFFERENT_MIN = 10;
/** A run of words with few other characters between them: `1. abandon`, `abandon, ability`, or one word per line. */
const RUN = /(?<![A-Za-z])[A-Za-z]{3,8}(?:[^A-Za-z]{1,8}[A-Za-z]{3,8}){11,}(?![A-Za-z])/g;
const WORD = /[A-Za-z]+/g;

const KNOWN: ReadonlySet<string> = new Set(wordlist);

/** Replaces every row of at least twelve listed words, nearly all different, by the result of `marker`. */
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
  let different = new Set<string>();
  let count = 0;
  let start = 0;
  let end = 0;
  const close = (): void => {
    if (count >= WORDS_MIN && different.size >= DIFFERENT_MIN) rows.push({ start, end });
    different = new Set();
    count = 0;
  };
  for (const match of run.matchAll(WORD)) {
    const word = match[0].toLowerCase();
    if (KNOWN.has(word)) {
      if (count === 0) start = match.index;
      different.add(word);
      count += 1;
      end = match.index + word.length;
    } else close();
  }
  close();
  return rows;
};
