/**
 * A text that is longer than a memory may be, in parts that are none the less whole: they end at a paragraph, a sentence, a line
 * or a word. Nothing is lost but white space between them. Text that must not be kept goes before the cut, so that no half of
 * it escapes the guard. [IM-5, G-1]
 */
import { type CairnError, cairnError, err, LIMITS, ok, type Result } from '@cairn/schema';
import { chunkText } from '../passages/chunk-text.ts';
import { cleanText, countChars } from './clean-text.ts';
import { withoutSecrets } from './guard.ts';

export const splitLong = (raw: string): Result<readonly string[], CairnError> => {
  const cleaned = cleanText(raw);
  // Any other fault of a short text is told by the code that parses it.
  if (!cleaned.ok || countChars(cleaned.value) <= LIMITS.contentCharsMax) return ok([raw]);
  if (cleaned.value.length > LIMITS.importTextUnitsMax)
    return tooLong(
      countChars(cleaned.value),
      'more than is looked at. `cairn index FILE` makes it searchable',
    );
  // A text that reads like an order is judged in the part that holds it.
  const text = withoutSecrets(cleaned.value);
  const length = countChars(text);
  if (length <= LIMITS.contentCharsMax) return ok([text]);
  if (ONE_WORD.test(text)) return tooLong(length, 'and holds a word that is longer than a memory');
  const parts = chunkText(text, { unitsMax: LIMITS.contentCharsMax, overlap: 0 });
  if (parts.length > LIMITS.importPartsMax)
    return tooLong(
      length,
      `which would be ${parts.length} memories. \`cairn index FILE\` makes it searchable`,
    );
  return ok(parts.map(({ start, stop }) => text.slice(start, stop)));
};

/** Data rather than words: languages without spaces do not look like this. */
const ONE_WORD = new RegExp(`[!-~]{${LIMITS.contentCharsMax + 1},}`);

const tooLong = (length: number, why: string): Result<never, CairnError> =>
  err(
    cairnError(
      'invalid_input',
      `The text is ${length.toLocaleString('en-US')} characters long, ${why}; the limit is ${LIMITS.contentCharsMax.toLocaleString('en-US')}. Shorten it or save it as several memories.`,
    ),
  );
