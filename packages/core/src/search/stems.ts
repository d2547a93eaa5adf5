/** Stems of words, and a fast search for a stem in a text. [F-17, F-22] */

const WORD_HERE = /[\p{L}\p{N}\p{M}]+/uy;
const ENDS_IN_WORD = /[\p{L}\p{N}\p{M}]$/u;

/** Returns where a word with this stem begins, at or after `from`; -1 when there is none. */
export const placeOfStem = (folded: string, stem: string, from = 0): number => {
  for (let at = folded.indexOf(stem, from); at >= 0; at = folded.indexOf(stem, at + 1)) {
    if (ENDS_IN_WORD.test(folded.slice(Math.max(0, at - 2), at))) continue;
    WORD_HERE.lastIndex = at;
    const [word = ''] = WORD_HERE.exec(folded) ?? [];
    if (stemOf(word) === stem) return at;
  }
  return -1;
};

/**
 * English endings that a stem lacks. The index cuts more endings (Porter). So it may match two forms of a word whose stems differ here,
 * such as "happiness" and "happy".
 */
const ENDINGS = /(?:ations?|ings?|edly|ed|ions?|ments?|ers?|ies|ied|ly|es|s|y|e)$/;

export const stemOf = (word: string): string => {
  if (word.length < 4) return word;
  const cut = word.replace(ENDINGS, '');
  if (cut.length < 3) return word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word;
  // `running` → `runn` → `run`
  return cut.length > 3 && cut.at(-1) === cut.at(-2) ? cut.slice(0, -1) : cut;
};
