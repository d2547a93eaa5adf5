import { type CairnError, cairnError, err, hasSeen, LIMITS, type Result } from '@cairn/schema';
import { withinLimit } from '../memory/draft.ts';

/** Returns the path unchanged, because another spelling names another file. [M-11] */
export const parsePath = (of: 'document' | 'file' | 'folder', path: string): Result<string, CairnError> => {
  if (!hasSeen(path)) return err(cairnError('invalid_input', `Give the path of the ${of}.`));
  if (!path.isWellFormed() || path.includes('\0'))
    return err(cairnError('invalid_input', 'The path contains a NUL or an incomplete character.'));
  return withinLimit('path', path, LIMITS.documentPathCharsMax);
};
