/** The typed text → a question that can be asked, or a sentence that says why not. [F-1] */
import { type CairnError, cairnError, err, LIMITS, ok, type Result } from '@cairn/schema';
import { cleanText, countChars } from '../../memory/clean-text.ts';
import { type ParsedQuery, parseQuery } from '../../search/query.ts';

export const parseQuestion = (raw: string): Result<ParsedQuery, CairnError> => {
  const cleaned = cleanText(raw.toWellFormed());
  if (!cleaned.ok || cleaned.value === '') {
    return err(cairnError('invalid_input', 'Say what to search for: the query is empty.'));
  }
  const chars = countChars(cleaned.value);
  if (chars > LIMITS.queryCharsMax) {
    return err(
      cairnError(
        'invalid_input',
        `The query is ${chars.toLocaleString('en-US')} characters long; the limit is ${LIMITS.queryCharsMax.toLocaleString('en-US')}. Ask with fewer words.`,
      ),
    );
  }
  return ok(parseQuery(cleaned.value));
};
