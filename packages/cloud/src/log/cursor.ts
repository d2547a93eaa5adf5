/**
 * The cursor of a pull. It is opaque to devices. A bootstrap notes the head (`start`). It serves rows newer than `high` upwards and,
 * with the remaining room, rows older than `low` downwards, until none is older. After that it only serves upwards. A row that changes
 * meanwhile moves above `high`, so nothing is missed. [SY-P3, SY-P4]
 */
import { type Anchor, formatAnchor, parseAnchor } from './anchor.ts';

export interface Cursor {
  readonly epoch: string;
  /** Everything in (start, high] has been served. */
  readonly high: number;
  /** The bootstrap has served [low, start]; 0 after its end. */
  readonly low: number;
  /** The head at the beginning of the bootstrap. */
  readonly start: number;
  /** The number of rows of the whole bootstrap, counted at its beginning. */
  readonly expected: number;
  /** Whether the device held nothing at the beginning. Then tombstones at or below `start` are left out. */
  readonly empty: boolean;
  /** The server's last commit at the time of the page. */
  readonly anchor: Anchor;
}

/** The state of the vault in the snapshot of a page. */
export interface PageState {
  readonly epoch: string;
  readonly head: number;
  readonly anchor: string;
  readonly registers: number;
  readonly tombstones: number;
}

export interface PageBounds {
  readonly items: number;
  readonly payloadBytes: number;
}

/** The rows to read: `seq > high` upwards and, if `low` is not 0, `seq < low` downwards. */
export interface PageRange {
  readonly high: number;
  readonly low: number;
  readonly skipTombstones: boolean;
}

/** A null cursor is a pull without one: it begins at the head of its snapshot. */
export const rangeOf = (cursor: Cursor | null, empty: boolean): PageRange =>
  cursor === null
    ? { high: Number.MAX_SAFE_INTEGER, low: Number.MAX_SAFE_INTEGER, skipTombstones: empty }
    : { high: cursor.high, low: cursor.low, skipTombstones: cursor.empty };

export const isBootstrapping = (cursor: Cursor): boolean => cursor.low > 0;

/** The sequence up to which the holder of this cursor surely has everything. [SY-E4] */
export const heldUpTo = (cursor: Cursor): number => (isBootstrapping(cursor) ? 0 : cursor.high);

export const beginCursor = (state: PageState, empty: boolean): Cursor => ({
  epoch: state.epoch,
  high: state.head,
  low: state.head + 1,
  start: state.head,
  expected: empty ? state.registers - state.tombstones : state.registers,
  empty,
  anchor: { seq: state.head, mark: state.anchor },
});

interface Row {
  readonly seq: number;
  readonly payload: string;
}

/**
 * Cuts the read rows to a page, and moves the cursor exactly past it. A store reads one row more than the limit, or stops after
 * `payloadBytes`. Either means that more rows follow.
 */
export const cutPage = <T extends Row>(
  cursor: Cursor,
  state: PageState,
  rows: { readonly upwards: readonly T[]; readonly downwards: readonly T[] },
  bounds: PageBounds,
) => {
  const newer = cut(rows.upwards, bounds);
  const high = newer.more ? (newer.items.at(-1)?.seq ?? cursor.high) : state.head;
  const room = { items: bounds.items - newer.items.length, payloadBytes: bounds.payloadBytes - newer.bytes };
  const older = newer.more ? { items: [], more: true, bytes: 0 } : cut(rows.downwards, room);
  const low = older.more ? (older.items.at(-1)?.seq ?? cursor.low) : 0;
  const anchor = { seq: state.head, mark: state.anchor };
  const moved: Cursor = { ...cursor, high, low: isBootstrapping(cursor) ? low : 0, anchor };
  return {
    items: [...newer.items, ...older.items],
    cursor: moved,
    hasMore: newer.more || isBootstrapping(moved),
  };
};

/** Returns the decoded length of base64url without padding. */
export const payloadBytes = (row: { readonly payload: string }): number =>
  Math.floor((row.payload.length * 3) / 4);

const cut = <T extends Row>(rows: readonly T[], bounds: PageBounds) => {
  let bytes = 0;
  let taken = 0;
  for (const row of rows) {
    if (taken >= bounds.items || bytes >= bounds.payloadBytes) break;
    bytes += payloadBytes(row);
    taken += 1;
  }
  const more = taken < rows.length || bytes >= bounds.payloadBytes;
  return { items: rows.slice(0, taken), more, bytes };
};

const CURSOR_VERSION = '1';
/** A field that earlier servers filled. It stays, so that their cursors can be read. */
const UNUSED = 0;

/** Base64url without padding. */
export const encodeCursor = (cursor: Cursor): string =>
  Buffer.from(
    [
      CURSOR_VERSION,
      cursor.epoch,
      cursor.high,
      cursor.low,
      cursor.start,
      cursor.expected,
      cursor.empty ? 1 : 0,
      UNUSED,
      formatAnchor(cursor.anchor),
    ].join(':'),
  ).toString('base64url');

const EPOCH = /^[0-9a-f]{32}$/;
const NUMBER = /^\d{1,16}$/;

/** Returns null if the text is no valid cursor of this version. */
export const decodeCursor = (text: string): Cursor | null => {
  const fields = Buffer.from(text, 'base64url').toString('utf8').split(':');
  const [version, epoch = '', ...rest] = fields;
  if (fields.length !== 9 || version !== CURSOR_VERSION || !EPOCH.test(epoch)) return null;
  const numbers = rest.slice(0, 6);
  if (!numbers.every((field) => NUMBER.test(field) && Number.isSafeInteger(Number(field)))) return null;
  const [high = 0, low = 0, start = 0, expected = 0, empty = 0] = numbers.map(Number);
  const anchor = parseAnchor(rest[6] ?? '');
  if (anchor === null || empty > 1 || high < start || low > start + 1 || anchor.seq < high) return null;
  return { epoch, high, low, start, expected, empty: empty === 1, anchor };
};
