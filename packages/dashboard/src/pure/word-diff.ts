/** What changed between two texts, word by word. [PG-12] */
import { diffWordsWithSpace } from 'diff';

export interface DiffPiece {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

export const wordDiff = (before: string, after: string): readonly DiffPiece[] =>
  diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
