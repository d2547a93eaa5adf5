/** Checks whether a generated note or directive may be stored. [X-3, X-5, G-1] */
import { err, LIMITS, ok, type Result } from '@cairn/schema';
import { guardText } from '../memory/guard.ts';
import { tellingWords } from '../search/query.ts';
import { isRefusal } from '../summary/refusal.ts';
import { sentencesOf } from '../summary/sentences.ts';
import { groundOf, hasNames, isGrounded } from './grounding.ts';

export type NoteFault = 'too_long' | 'injection' | 'ungrounded' | 'refused' | 'empty';

const NOTE_SENTENCES_MAX = 2;
const DIRECTIVE_SENTENCES_MAX = 6;

/** Checks a note. `quoted`: the text that the model was given. */
export const checkNote = (note: string, quoted: string): Result<string, NoteFault> => {
  if (isRefusal(note, quoted)) return err('refused');
  const fit = fitting(note, LIMITS.extractValueCharsMax, NOTE_SENTENCES_MAX);
  if (!fit.ok) return fit;
  return isGrounded(fit.value, groundOf([quoted])) ? fit : err('ungrounded');
};

/** Checks a directive. The model may use other words, but no other names and numbers. */
export const checkDirective = (text: string, observed: readonly string[]): Result<string, NoteFault> => {
  if (tellingWords(text).length === 0) return err('empty');
  if (isRefusal(text, '')) return err('refused');
  const fit = fitting(text, LIMITS.directiveCharsMax, DIRECTIVE_SENTENCES_MAX);
  if (!fit.ok) return fit;
  return hasNames(fit.value, groundOf(observed)) ? fit : err('ungrounded');
};

/** Refuses a text with an instruction that the guard would hold. It is not worth a review. */
const fitting = (text: string, charsMax: number, sentencesMax: number): Result<string, NoteFault> => {
  const guarded = guardText(text, 'auto');
  if (!guarded.ok || guarded.value.trust === 'held' || guarded.value.content !== text)
    return err('injection');
  const short = sentencesOf(text).slice(0, sentencesMax).join(' ');
  return short.length > charsMax ? err('too_long') : ok(short);
};
