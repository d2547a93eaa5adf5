import { contentHashOf } from '../memory/content-hash.ts';
import { maskText } from '../memory/mask.ts';
import type { PassageRow } from '../ports/passage-store.ts';
import { searchColumns } from '../search/search-columns.ts';
import { chunkText } from './chunk-text.ts';

export interface DocumentText {
  readonly source: string;
  /** The absolute path. */
  readonly path: string;
  readonly project: string | null;
  readonly text: string;
  /** Unix time, milliseconds. */
  readonly modifiedAt: number;
}

/** Returns the passages of a text file. Every passage is found by the words of the file's name, but not by its date. [M-11, F-2] */
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

/** Returns the last part of a POSIX or Windows path. */
const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
