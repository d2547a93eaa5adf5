/**
 * Checks whether a text states only what another text states. Names and numbers must occur as written. Other words may
 * be inflected, and some may be new. An error that words do not show, such as a reversed meaning, is not detected.
 * [X-2]
 */
import { pairsOf, unspacedRuns, withoutUnspacedRuns } from '../search/scripts-without-spaces.ts';
import { isStopWord } from '../search/words/small-words.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const STEM_CHARS = 5;

const folded = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

const wordsOf = (text: string): readonly string[] => {
  const plain = folded(text);
  return [
    ...(withoutUnspacedRuns(plain).match(WORD) ?? []),
    ...unspacedRuns(plain).flatMap((run) => (run.length === 1 ? run : pairsOf(run))),
  ];
};

export type Ground = ReturnType<typeof groundOf>;

export const groundOf = (texts: readonly string[]) => {
  const words = new Set(texts.flatMap(wordsOf));
  const stems = new Set([...words].map(stemOf));
  return {
    /** Whether the word occurs in some form. */
    has: (word: string): boolean => words.has(word) || stems.has(stemOf(word)),
    hasExactly: (word: string): boolean => words.has(word),
    isNegated: [...words].some((word) => NEGATIONS.has(word)),
  };
};

/** Returns the first letters of the word without its ending. */
const stemOf = (word: string): string =>
  (word.length > 2 ? word.replace(/(?:es|en|s|n|e)$/, '') : word).slice(0, STEM_CHARS);

const listed = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).map(folded));

/** Words with which a model reports what was said, and articles and the like. They need not occur in the conversation. */
const TELLING_OF =
  listed(`user users person prefer prefers preferred preference like likes dislike dislikes want wants use uses using
 used work works working live lives call called calls name named has have decide decided decision choose chose chosen
 agree agreed ask asked request requested tell told say says said mention mentioned plan plans need needs keep keeps project
 always avoid avoids expect expects instead rather over consider considers
 benutzer nutzer benutzerin nutzerin bevorzugt mag möchte will nutzt benutzt verwendet arbeitet wohnt heißt hat entschieden immer lieber statt
 utilisateur utilisatrice préfère aime veut utilise travaille habite appelle décidé toujours plutôt
 usuario usuaria prefiere gusta quiere usa utiliza trabaja vive llama decidido siempre
 der die das ein eine und oder mit für von in im am auf zu zur zum den dem des nicht kein keine le la les un une et ou avec pour de du des dans
 el los las una y o con para por en del se que ne pas no`);

const NEGATIONS =
  listed(`not never no none without don doesn didn isn aren wasn weren won can cannot shouldn mustn dont doesnt stop avoid
 avoids hate hates dislike dislikes nor nicht nie niemals kein keine keinen keinem keiner ohne statt pas jamais aucun aucune sans nunca
 jamás sin ningún ninguna tampoco instead rather over`);

/** Negations that count in the model's text. Weaker ones (`NEGATIONS`) count only in the text that was said. */
const DENIES = listed(
  'not never doesn don dont doesnt nicht nie niemals kein keine keinen pas jamais nunca jamás',
);

/** Least share of the text's telling words that must have been said. */
const KNOWN_SHARE = 0.6;

/**
 * Checks `text` against what was said. Every name and number and most other words must have been said. If `text` denies
 * something, what was said must contain a negation.
 */
export const isGrounded = (text: string, ground: Ground): boolean => {
  if (!hasNames(text, ground)) return false;
  const words = [...new Set(wordsOf(text))];
  if (words.some((word) => DENIES.has(word)) && !ground.isNegated) return false;
  const telling = words.filter((word) => !isStopWord(word) && !TELLING_OF.has(word));
  const known = telling.filter((word) => ground.has(word)).length;
  return known > 0 && known / telling.length >= KNOWN_SHARE;
};

/**
 * Splits a claim into `telling`, the words that carry it, and `frame`, the reporting words in sorted order. Two claims
 * with the same frame differ in their telling words.
 */
export const wordsOfClaim = (
  text: string,
): { readonly telling: readonly string[]; readonly frame: string } => {
  const words = [...new Set(wordsOf(text))].filter((word) => !isStopWord(word));
  return {
    telling: words.filter((word) => !TELLING_OF.has(word)),
    frame: words
      .filter((word) => TELLING_OF.has(word))
      .sort()
      .join(' '),
  };
};

/** Whether at least one word with content occurs. */
export const sharesWord = (text: string, ground: Ground): boolean =>
  wordsOf(text).some((word) => !isStopWord(word) && !TELLING_OF.has(word) && ground.has(word));

const PIECE = /[\p{L}\p{N}][\p{L}\p{N}\p{M}._/:@#+\\-]*/gu;

/** Checks names and numbers that their spelling shows: a digit, a joined word, or a capital inside a sentence. */
export const hasNames = (text: string, ground: Ground): boolean => {
  for (const match of text.matchAll(PIECE)) {
    const piece = match[0].replace(/(?<![._/:@#+\\-])[._/:@#+\\-]+$/u, '');
    if (!isName(piece, beginsSentence(text.slice(0, match.index)))) continue;
    const words = wordsOf(piece).filter((word) => !TELLING_OF.has(word));
    const isThere = (word: string): boolean =>
      /\p{N}/u.test(word) ? ground.hasExactly(word) : ground.has(word);
    if (!words.every(isThere)) return false;
  }
  return true;
};

/** Whether a sentence or a quotation begins after this text. Reads only its end, because long texts have many words. */
const beginsSentence = (before: string): boolean => {
  const words = before.trimEnd();
  const last = words.at(-1) ?? '';
  if (words.length < before.length) return /^[.!?…:]$/u.test(last);
  return before === '' || /^["'“„«(]$/u.test(last);
};

const isName = (piece: string, isFirst: boolean): boolean =>
  /\p{N}/u.test(piece) ||
  /[\p{L}][._/:@#\\][\p{L}]/u.test(piece) ||
  /\p{Ll}\p{Lu}/u.test(piece) ||
  (!isFirst && /^\p{Lu}/u.test(piece));
