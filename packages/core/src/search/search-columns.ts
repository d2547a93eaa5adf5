/** Columns of the full-text index beside the content. Pure, so every device and rebuild makes the same. [F-1, F-5] */
import type { MemoryRow, SearchColumns } from '../ports/memory-row.ts';
import { dateTerm, dayTerm, monthName } from './dates.ts';
import { folded, foldedByIndex } from './fold.ts';
import { besideRuns, pairsOf, unspacedRuns } from './scripts-without-spaces.ts';

/** Rises when the same text gets other columns, so that the rows of earlier programs get them too. */
export const COLUMNS_VERSION = 2;

/** `project`: canonical; null is global. */
export interface SearchColumnsInput
  extends Pick<MemoryRow, 'content' | 'key' | 'namespace' | 'project' | 'tags'> {
  /** Unix time, milliseconds; null for a text without a date. */
  readonly createdAt: number | null;
}

export const searchColumns = (input: SearchColumnsInput): SearchColumns => {
  const names = [input.key ?? '', input.namespace ?? '', ...input.tags].filter((name) => name !== '');
  const respelled = respelledWords([input.content, ...names].join(' '));
  const dated = dateWords(input.createdAt);
  const aside = [...names, ...(dated === '' ? [] : [dated]), ...respelled, ...besideRuns(input.content)].join(
    ' ',
  );
  return { aside, grams: gramsOf([input.content, ...names]), scope: scopeToken(input.project) };
};

/** Returns `p0` for global, else 48 bits of a hash of the project's name in decimal, which no word of a user looks like. */
export const scopeToken = (project: string | null): string => {
  if (project === null) return 'p0';
  // FNV-1a over UTF-16 units, twice with different offsets and a final mix. A collision costs time but gives no wrong hit, because
  // the query also compares the project.
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < project.length; at++) {
    const unit = project.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x5bd1e995);
    high ^= high >>> 15;
  }
  low ^= low >>> 13;
  return `p${(high & 0xffff) * 2 ** 32 + (low >>> 0) + 1}`;
};

/**
 * Returns year, month, `november21` and `20261121`. The bare day and month numbers are left out: otherwise one row in thirty would
 * match "port 21".
 */
const dateWords = (createdAt: number | null): string => {
  const time = new Date(createdAt ?? Number.NaN);
  if (Number.isNaN(time.getTime())) return '';
  const year = time.getUTCFullYear();
  const month = time.getUTCMonth();
  const day = time.getUTCDate();
  return `${year} ${monthName(month)} ${dayTerm(month, day)} ${dateTerm(year, month, day)}`;
};

const gramsOf = (texts: readonly string[]): string => {
  const grams = new Set<string>();
  for (const text of texts) {
    for (const run of unspacedRuns(text.normalize('NFKC'))) {
      for (const letter of run) grams.add(letter);
      for (const pair of pairsOf(run)) grams.add(pair);
    }
  }
  return [...grams].join(' ');
};

/** Returns words that the index would keep in another form than queries use: with full-width letters, ligatures, ß, Greek accents. */
const respelledWords = (text: string): readonly string[] => {
  const byIndex = foldedByIndex(text);
  const plain = folded(text);
  if (plain === byIndex) return [];
  const written = new Set(words(byIndex));
  return [...new Set(words(plain))].filter((word) => !written.has(word));
};

const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
