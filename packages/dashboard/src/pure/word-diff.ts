/** Finds the changes between two texts, word by word. [PG-12] */
import { diffWordsWithSpace } from 'diff';

export interface DiffPiece {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** A replaced phrase is one removal and one addition, whatever its number of words. */
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

/** The versions of a memory. The chain may fork if two devices replaced the same version. [PG-12] */
interface ChainLink {
  readonly id: string;
  readonly supersededBy: string | null;
  readonly current: boolean;
}

/** Returns the version that the one at `at` replaced; null for the first. `versions`: oldest first. */
export const replacedBy = <T extends ChainLink>(versions: readonly T[], at: number): T | null => {
  const earlier = versions.slice(0, at);
  const own = versions[at];
  // A link names only one successor. The other side of a fork replaced the version before both.
  return (
    earlier.findLast(({ id, supersededBy }) => id === own?.id || supersededBy === own?.id) ??
    earlier.findLast(({ current }) => !current) ??
    earlier.at(-1) ??
    null
  );
};

/** Returns the other current versions beside the shown one. */
export const rivalsOf = <T extends ChainLink>(versions: readonly T[], id: string): readonly T[] =>
  versions.filter((one) => one.current && one.id !== id);
