/** A text file → its passages. [M-11, F-2] */
import { contentHashOf } from '../memory/content-hash.ts';
import { maskText } from '../memory/mask.ts';
import type { PassageRow } from '../ports/passage-store.ts';
import { searchColumns } from '../search/search-columns.ts';
import { chunkText } from './chunk-text.ts';

export interface DocumentText {
  readonly source: string;
  /** Absolute. */
  readonly path: string;
  readonly project: string | null;
  readonly text: string;
  /** Milliseconds. */
  readonly modifiedAt: number;
}

/** The words of its name lead to every piece of a document. When it was written is no word of what it says. */
export const documentPassages = (document: DocumentText): readonly PassageRow[] => {
  const { source, project, modifiedAt } = document;
  const masked = maskText(document.text);
  return chunkText(masked).map(({ start, stop }, ordinal) => {
    const body = masked.slice(start, stop);
    const name = fileName(document.path);
    const columns = searchColumns({
      content: body,
      key: null,
      namespace: null,
      tags: [name],
      project,
      createdAt: null,
    });
    return {
      source,
      kind: 'document',
      ordinal,
      part: 0,
      body,
      previous: '',
      next: '',
      ...columns,
      project,
      author: null,
      at: modifiedAt,
      start,
      stop,
      contentHash: contentHashOf(body),
    };
  });
};

/** Takes a path of either kind. */
const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
