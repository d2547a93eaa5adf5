import { contentHashOf } from '../memory/content-hash.ts';
import { maskText } from '../memory/mask.ts';
import type { PassagePlace, PassageRow } from '../ports/passage-store.ts';
import { type SearchColumnsInput, searchColumns } from '../search/search-columns.ts';
import { chunkText } from './chunk-text.ts';

/** Masks a text and splits it into passages. `tags` and `createdAt` find them too. `placeOf`: the place of the nth passage. */
export const textPassages = (
  of: Pick<PassageRow, 'source' | 'kind' | 'project' | 'author' | 'at'>,
  { text, tags, createdAt }: Pick<SearchColumnsInput, 'tags' | 'createdAt'> & { readonly text: string },
  placeOf: (nth: number) => Pick<PassagePlace, 'ordinal' | 'part'>,
): readonly PassageRow[] => {
  const masked = maskText(text);
  return chunkText(masked).map(({ start, stop }, nth) => {
    const body = masked.slice(start, stop);
    return {
      ...of,
      ...placeOf(nth),
      body,
      previous: '',
      next: '',
      start,
      stop,
      contentHash: contentHashOf(body),
      ...searchColumns({ content: body, key: null, namespace: null, project: of.project, tags, createdAt }),
    };
  });
};

/** Returns the words beside the text that find a turn too. */
export const turnTags = (author: string | null): readonly string[] => (author === null ? [] : [author]);

/** Returns the words beside the text that find a document too. Takes a path of either kind. */
export const documentTags = (path: string): readonly string[] => [path.split(/[\\/]/).at(-1) ?? path];
