import { type CairnError, hasSeen, LIMITS, type Result } from '@cairn/schema';
import { withinLimit } from '../memory/draft.ts';
import { invalid } from '../memory/invalid-input.ts';

/** Returns the path unchanged, because another spelling names another file. [M-11] */
export const parsePath = (of: 'document' | 'file' | 'folder', path: string): Result<string, CairnError> => {
  if (!hasSeen(path)) return invalid(`Give the path of the ${of}.`);
  if (!path.isWellFormed() || path.includes('\0'))
    return invalid('The path contains a NUL or an incomplete character.');
  return withinLimit('path', path, LIMITS.documentPathCharsMax);
};
