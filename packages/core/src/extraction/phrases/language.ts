/**
 * The set phrases with which speakers of a language ask to have something remembered. They need no model. [X-4]
 * Each is matched from the start of a sentence.
 */
import { recordOf } from '@cairn/schema';

/** The first group of a pattern is stored, or the whole sentence if it has no group. */
export interface Phrases {
  /** Whether the language has no spaces between words. Its texts are measured in characters. */
  readonly isUnspaced?: true;
  /** Polite and joining words that may stand before any of these phrases. */
  readonly leadIn: RegExp;
  /** "Remember that …": a fact. */
  readonly facts: readonly RegExp[];
  /** "From now on …", "I always use …": how the person wants things. */
  readonly standing: readonly RegExp[];
  /** "Call me X", in languages where this has only two words. The name needs a capital. */
  readonly names: readonly RegExp[];
  /** "No, we use X, not Y". */
  readonly corrections: readonly RegExp[];
  /** A statement that holds for the moment only, a question, a supposition, or a report of what is going on. */
  readonly passing: RegExp;
  /** "I prefer not to say": about this conversation, at a sentence's end. With an object of its own, it is a preference. */
  readonly refusal: RegExp;
  /** Words with which a condition begins: a fact that holds on a condition is none. "Even if" is left out. */
  readonly condition: RegExp;
  /** Words with which people speak of themselves. A text with one of them is kept as the person's own. */
  readonly firstPerson: RegExp;
}

/** Makes a pattern for the start of a sentence, in upper or lower case. */
export const phrase = (source: string): RegExp => new RegExp(`^(?:${source})`, 'iu');
/** Makes a pattern for the end of a sentence, from the start of a word if the language has spaces between words. */
const ending = (source: string, isUnspaced: boolean): RegExp =>
  new RegExp(String.raw`${isUnspaced ? '' : String.raw`(?<![\p{L}])`}(?:${source})[\s.!…。！]{0,8}$`, 'iu');
/** Makes a case-sensitive pattern for the start of a sentence, because capitals distinguish a name from a word. */
export const namePhrase = (source: string): RegExp => new RegExp(`^(?:${source})`, 'u');
/** Makes one group of alternatives from a list of words. */
export const oneOf = (list: string): string => `(?:${list.trim().split(/\s+/).join('|')})`;

/** Excludes names that are no place and no employer, such as those of tools: "Lavoro in Docker". */
export const NO_TOOL = String.raw`(?!(?:PR|MR|CI|WSL|VM|Issue|Ticket|Jira|Docker|Git|Node|Python|React|Mac|Windows|Linux|Ubuntu|VS|Vim|Section|Step|Part|Phase|Chapter|Page|Task)(?![\p{L}])|\p{Lu}+-\d)`;

const LISTS = ['facts', 'standing', 'names', 'corrections'] as const;
type Lists = (typeof LISTS)[number];
type Sources = Omit<Phrases, Lists | 'leadIn' | 'refusal'> &
  Readonly<
    Record<Exclude<Lists, 'names'>, readonly (string | RegExp)[]> &
      Partial<Record<'names', readonly (string | RegExp)[]>> &
      Record<'leadIn' | 'denial' | 'refusal', string>
  >;

/**
 * Makes patterns of the texts: of the refusal for the end of a sentence, of all others for its start. `denial`: words such as "no",
 * which with a comma are a lead-in too.
 */
export const phrasesOf = ({ leadIn, denial, refusal, ...others }: Sources): Phrases => ({
  ...others,
  ...recordOf(LISTS, (list) =>
    (others[list] ?? []).map((one) => (typeof one === 'string' ? phrase(one) : one)),
  ),
  leadIn: phrase(String.raw`${leadIn}|(?:${denial})\s{0,4}[,.:;!、，。！]+\s{0,8}`),
  refusal: ending(refusal, others.isUnspaced === true),
});
