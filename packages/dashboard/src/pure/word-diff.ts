/** The changes between two texts, word by word. [PG-12] */
import { diffWordsWithSpace } from 'diff';

export interface DiffPiece {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** A phrase that was replaced is one removal and one addition, not as many as it has words. */
export const wordDiff = (before: string, after: string): readonly DiffPiece[] => {
  const pieces: DiffPiece[] = [];
  let removed = '';
  let added = '';
  let gap = '';
  const flush = (): void => {
    if (removed !== '') pieces.push({ text: removed, kind: 'removed' });
    if (added !== '') pieces.push({ text: added, kind: 'added' });
    if (gap !== '') pieces.push({ text: gap, kind: 'same' });
    removed = added = gap = '';
  };
  for (const piece of diffWordsWithSpace(before, after)) {
    const isChange = piece.added || piece.removed;
    if (!isChange && piece.value.trim() === '' && removed !== '' && added !== '') gap += piece.value;
    else if (!isChange) {
      flush();
      pieces.push({ text: piece.value, kind: 'same' });
    } else {
      removed += gap;
      added += gap;
      gap = '';
      if (piece.removed) removed += piece.value;
      else added += piece.value;
    }
  }
  flush();
  return pieces;
};
