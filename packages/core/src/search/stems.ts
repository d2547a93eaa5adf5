/** Stems of words as the index makes them (Porter), and a fast search for a stem in a text. [F-17, F-22] */
import { stemmer } from 'stemmer';

const WORD_HERE = /[\p{L}\p{N}\p{M}]+/uy;
const ENDS_IN_WORD = /[\p{L}\p{N}\p{M}]$/u;

/** Returns where a word with this stem begins, at or after `from`; -1 when there is none. */
export const placeOfStem = (folded: string, stem: string, from = 0): number => {
  // A stem may end in a letter that its word lacks: `happi` of "happy", `hope` of "hoping".
  const start = stem.length > 3 ? stem.replace(/[ei]$/, '') : stem;
  for (let at = folded.indexOf(start, from); at >= 0; at = folded.indexOf(start, at + 1)) {
    if (ENDS_IN_WORD.test(folded.slice(Math.max(0, at - 2), at))) continue;
    WORD_HERE.lastIndex = at;
    const [word = ''] = WORD_HERE.exec(folded) ?? [];
    if (stemOf(word) === stem) return at;
  }
  return -1;
};

/** Porter's stem of an English word. Words with other letters stay as they are. */
export const stemOf = (word: string): string => (/^[a-z]+$/.test(word) ? stemmer(word) : word);
