/**
 * Overwrites erased text that SQLite leaves although `secure_delete` is on. When cells move to another page, their
 * bytes stay in the free space of the first page, and erasing the cells does not reach them. An erased word can also
 * remain as the border between two pages of the full-text index. Small steps search for both, and SQLite itself
 * overwrites them. [ST-4]
 */
import { countOf } from './columns.ts';
import { type Database, inTransaction, type Row, type SqlArgument } from './database.ts';

/** Pages per step, 512 KB at the usual page size. */
const STEP_PAGES = 128;
const STEP_BORDERS = 50;

/** Pointer pages of an auto-vacuum file may look like B-tree pages. No program of ours made such a file. */
const AUTO_VACUUM = 'PRAGMA auto_vacuum';
const PAGE_COUNT = 'PRAGMA page_count';
const PAGES = `WITH RECURSIVE numbers (n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
  SELECT n, data FROM numbers CROSS JOIN sqlite_dbpage ON pgno = n`;
const PUT_PAGE = 'UPDATE sqlite_dbpage SET data = ?2 WHERE pgno = ?1';

export interface Step {
  /** Whether something was overwritten, so the log has to be folded. */
  readonly found: boolean;
  /** Where the next step begins; null at the end. */
  readonly next: number | null;
}

/** Cleans the pages from this one on. */
export const cleanPages = (database: Database, from: number): Promise<Step> =>
  inTransaction(database, async (tx) => {
    if ((await countOf(tx, AUTO_VACUUM)) !== 0) return { found: false, next: null };
    const count = await countOf(tx, PAGE_COUNT);
    const to = Math.min(count, from + STEP_PAGES - 1);
    let found = false;
    for (const [number, data] of (await tx.all(PAGES, [from, to])).map(pageOf)) {
      const cleaned = cleanedPage(number, data);
      if (cleaned === null) continue;
      found = true;
      await tx.run(PUT_PAGE, [number, cleaned]);
    }
    return { found, next: to < count ? to + 1 : null };
  });

const blobOf = (value: unknown): ArrayBuffer => (value instanceof ArrayBuffer ? value : new ArrayBuffer(0));
const pageOf = (row: Row): readonly [number, ArrayBuffer] => [Number(row[0]), blobOf(row[1])];

/** The file header precedes the header of the first page. */
const FILE_HEADER_BYTES = 100;
/** Header bytes by the kind of a B-tree page: with children, or a leaf. Other pages have no free space. */
const HEADER_BYTES: ReadonlyMap<number | undefined, number> = new Map([
  ...[2, 5].map((kind) => [kind, 12] as const),
  ...[10, 13].map((kind) => [kind, 8] as const),
]);

/** Returns the page with zeros between its cell pointers and its cells. Null when there are only zeros already. */
const cleanedPage = (number: number, data: ArrayBuffer): ArrayBuffer | null => {
  const header = number === 1 ? FILE_HEADER_BYTES : 0;
  const page = new Uint8Array(data);
  const size = HEADER_BYTES.get(page[header]);
  if (size === undefined) return null;
  const view = new DataView(data);
  const from = header + size + 2 * view.getUint16(header + 3);
  // A page of 64 KiB stores 0 here.
  const to = view.getUint16(header + 5) || 65_536;
  if (to > page.length || from >= to || page.subarray(from, to).every((byte) => byte === 0)) return null;
  const cleaned = new Uint8Array(page);
  cleaned.fill(0, from, to);
  return cleaned.buffer;
};

export const FULL_TEXT = ['memory_fts', 'passage_fts'] as const;
type FullText = (typeof FULL_TEXT)[number];

/** Creates a temporary table of all words that the index contains. */
const wordsOf = (index: FullText): string =>
  `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${index}_words USING fts5vocab(main, '${index}', 'instance')`;
/**
 * Selects each border after a given one, with the first existing word from there on. A byte for the kind of index comes
 * before the word. The border before a segment's first page is empty, and is skipped because the search for its next
 * word would read all words.
 */
const bordersOf = (index: FullText): string =>
  `SELECT segid, term, (SELECT CAST(word.term AS BLOB) FROM temp.${index}_words AS word
     WHERE word.term >= CAST(substr(border.term, 2) AS TEXT) LIMIT 1)
   FROM ${index}_idx AS border WHERE (segid, term) > (?1, ?2) AND length(term) > 1 ORDER BY segid, term LIMIT ${STEP_BORDERS}`;
const moveBorder = (index: FullText): string =>
  `UPDATE ${index}_idx SET term = ?3 WHERE segid = ?1 AND term = ?2`;

export interface Place {
  readonly segment: number;
  readonly term: ArrayBuffer;
}
export const FIRST_PLACE: Place = { segment: 0, term: new ArrayBuffer(0) };

/** Moves borders after this place. A border that begins no existing word becomes a prefix of the next word. */
export const moveBorders = (
  database: Database,
  index: FullText,
  after: Place,
): Promise<{ readonly found: boolean; readonly next: Place | null }> =>
  inTransaction(database, async (tx) => {
    await tx.script(wordsOf(index));
    const rows = await tx.all(bordersOf(index), [after.segment, after.term]);
    let found = false;
    for (const row of rows) {
      const [segment, term] = [Number(row[0]), blobOf(row[1])];
      const moved = movedBorder(new Uint8Array(term), new Uint8Array(blobOf(row[2])));
      if (moved === null) continue;
      found = true;
      await tx.run(moveBorder(index), [segment, term, moved] satisfies SqlArgument[]);
    }
    const last = rows.length < STEP_BORDERS ? undefined : rows.at(-1);
    return {
      found,
      next: last === undefined ? null : { segment: Number(last[0]), term: blobOf(last[1]) },
    };
  });

/**
 * Returns the shortest prefix of `word` that sorts after the border. It sorts after all words before the border, and
 * not after the words that follow it. Null when the border is a prefix of this word, or there is no word.
 */
const movedBorder = (border: Uint8Array, word: Uint8Array): ArrayBuffer | null => {
  const at = border.subarray(1).findIndex((byte, index) => byte !== word[index]);
  if (at < 0 || word.length === 0) return null;
  return new Uint8Array([border[0] ?? 0, ...word.subarray(0, at + 1)]).buffer;
};
