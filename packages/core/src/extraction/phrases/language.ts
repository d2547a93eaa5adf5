/**
 * The set phrases by which people of a language ask to have something remembered, for use without a model. Each is matched
 * from the start of a sentence.
 */

/** `kept`: a pattern's first group, or else the whole sentence, is what is stored. */
export interface Phrases {
  readonly name: string;
  /** Politeness and joining words that may stand before any of them. */
  readonly leadIn: RegExp;
  /** "Remember that …": a fact. */
  readonly facts: readonly RegExp[];
  /** "From now on …", "I always use …": how the person wants things. */
  readonly standing: readonly RegExp[];
  /** "No, we use X, not Y". */
  readonly corrections: readonly RegExp[];
  /** A statement that holds for the moment only, a question, or a supposition. */
  readonly passing: RegExp;
  /** The words by which people speak of themselves: such a text is kept as the person's own. */
  readonly firstPerson: RegExp;
}

/** Alternatives of one pattern, without case. */
export const phrase = (source: string): RegExp => new RegExp(`^(?:${source})`, 'iu');
/** The same where capitals tell a name from a word. */
export const namePhrase = (source: string): RegExp => new RegExp(`^(?:${source})`, 'u');
/** A list of words as one group of alternatives. */
export const oneOf = (list: string): string => `(?:${list.trim().split(/\s+/).join('|')})`;
