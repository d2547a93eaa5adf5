/** The root of a vault as 24 words (BIP-39: 256 bits and a checksum), shown once and kept on no device. [SY-S3] */
import { err, ok, type Result } from '@cairn/schema';
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const WORDS = 24;

/** `message` names words by their position only, because the words are a secret. */
export type WordsError = {
  readonly kind: 'wrong_count' | 'unknown_word' | 'wrong_checksum';
  readonly message: string;
};

export const rootToWords = (root: Uint8Array): string => entropyToMnemonic(root, wordlist);

/** Accepts any case, numbering ("1. abandon"), commas and any white space. */
export const wordsToRoot = (text: string): Result<Uint8Array, WordsError> => {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  if (words.length !== WORDS)
    return err({
      kind: 'wrong_count',
      message: `Expected ${WORDS} recovery words, got ${words.length}.`,
    });
  const unknown = words.flatMap((word, at) => (wordlist.includes(word) ? [] : [at + 1]));
  if (unknown.length > 0)
    return err({
      kind: 'unknown_word',
      message: `Not a recovery word: number ${unknown.join(', ')}. Check the spelling.`,
    });
  try {
    return ok(mnemonicToEntropy(words.join(' '), wordlist));
  } catch {
    return err({
      kind: 'wrong_checksum',
      message: 'All words are valid, but they do not form a recovery phrase. Check their order and spelling.',
    });
  }
};
