import type { PassageRow } from '../ports/passage-store.ts';
import { textPassages } from './text-passages.ts';

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
export const documentPassages = ({
  source,
  project,
  path,
  text,
  modifiedAt,
}: DocumentText): readonly PassageRow[] =>
  textPassages(
    { source, kind: 'document', project, author: null, at: modifiedAt },
    { text, tags: [fileName(path)], createdAt: null },
    (nth) => ({ ordinal: nth, part: 0 }),
  );

/** Returns the last part of a POSIX or Windows path. */
const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
