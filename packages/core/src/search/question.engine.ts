/** The typed text → a question that can be asked, or a sentence that says why not. [F-1, F-14] */
import { type CairnError, cairnError, err, LIMITS, ok, type Result, type SearchInput } from '@cairn/schema';
import { cleanText, countChars } from '../memory/clean-text.ts';
import { parseOperators, wantedTerms } from './operators.ts';
import { type ParsedQuery, parseQuery } from './query.ts';

export const parseQuestion = ({
  query,
  fts,
  mode,
}: Pick<SearchInput, 'query' | 'fts' | 'mode'>): Result<ParsedQuery, CairnError> => {
  const cleaned = cleanText(query.toWellFormed());
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
  if (fts !== true) return ok(parseQuery(cleaned.value));
  if (mode === 'vector')
    return err(cairnError('invalid_input', 'Operators are of words: leave mode "vector" out, or fts.'));
  const expression = parseOperators(cleaned.value);
  if (!expression.ok) return expression;
  return ok({ terms: wantedTerms(expression.value), literals: [], expression: expression.value });
};
