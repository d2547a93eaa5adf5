/** Formats rows of text as aligned columns that fit the terminal. */
import { printable, type Style } from '../style.ts';
import { cellsOf, cutToCells, padCells, wrapCells } from './cells.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'right';
  /** True when a cell is never cut, such as an id, a number or a time. */
  readonly whole?: true;
  /** True when a cell wraps instead of being cut, such as a sentence. */
  readonly wraps?: true;
  /** Colours the cell by its meaning. `row` has the full texts of its row. */
  readonly paint?: (cell: string, row: readonly string[]) => string;
}

/** Makes a column whose cells are never cut, such as ids and times. */
export const whole = (title: string, further: Partial<Column> = {}): Column => ({
  ...{ title, whole: true },
  ...further,
});
export const numbers = (title: string): Column => whole(title, { align: 'right' });
export const wrapping = (title: string): Column => ({ title, wraps: true });

const GAP = '  ';
/** The least width of a cut cell. */
const CELLS_MIN = 8;

/** A column may be its title only. */
export const columns = (
  titled: readonly (Column | string)[],
  rows: readonly (readonly string[])[],
  style: Style,
): string => {
  const head = titled.map((one): Column => (typeof one === 'string' ? { title: one } : one));
  // A line break in a cell would look like another row. [TR-13]
  const clean = rows.map((row) => row.map((cell) => printable(cell).replaceAll('\n', ' ')));
  const natural = head.map(({ title }, at) =>
    Math.max(...[title, ...clean.map((row) => row[at] ?? '')].map(cellsOf)),
  );
  if (style.width !== null && leastOf(head, natural) > style.width) return blocks(head, clean, style);
  const widths = style.width === null ? natural : fitted(head, natural, style.width);
  const line = (cells: readonly string[], row: readonly string[] | null): string =>
    cells
      .map((cell, at) => {
        const { align, paint } = head[at] ?? {};
        const padded = padCells(cell, widths[at] ?? 0, align);
        return row === null || paint === undefined ? padded : padded.replace(cell, () => paint(cell, row));
      })
      .join(GAP)
      .trimEnd();
  const lines = (row: readonly string[]): readonly string[] => {
    const cells = row.map((cell, at) => {
      const width = widths[at] ?? 0;
      return head[at]?.wraps === true ? wrapCells(cell, width) : [cutToCells(cell, width)];
    });
    const height = Math.max(...cells.map((parts) => parts.length));
    const below = Array.from({ length: height }, (_, at) => cells.map((parts) => parts[at] ?? ''));
    return below.map((parts) => line(parts, row));
  };
  const titles = head.map(({ title }) => title);
  return [style.dim(line(titles, null)), ...clean.flatMap(lines)].join('\n');
};

const leastOf = (head: readonly Column[], natural: readonly number[]): number =>
  natural
    .map((width, at) => (head[at]?.whole === true ? width : Math.min(width, CELLS_MIN)))
    .reduce((sum, width) => sum + width, GAP.length * (head.length - 1));

/** Formats a table that does not fit: each row as its first cell, with the other cells below it under their titles. */
const blocks = (head: readonly Column[], rows: readonly (readonly string[])[], style: Style): string => {
  const width = Math.max(...head.slice(1).map(({ title }) => cellsOf(title)));
  const room = Math.max(CELLS_MIN, (style.width ?? 0) - width - 2 * GAP.length);
  return rows
    .flatMap((row) =>
      row.flatMap((cell, at) => {
        const { title = '', paint = (text: string) => text } = head[at] ?? {};
        if (at === 0) return [paint(cell, row)];
        if (cell === '') return [];
        return wrapCells(cell, room).map(
          (line, nth) =>
            `${GAP}${style.dim(padCells(nth === 0 ? title : '', width))}${GAP}${paint(line, row)}`,
        );
      }),
    )
    .join('\n');
};

/** Narrows the widest column that may be cut, one cell at a time. */
const fitted = (head: readonly Column[], natural: readonly number[], room: number): readonly number[] => {
  const widths = [...natural];
  let over = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1)) - room;
  for (; over > 0; over--) {
    const cuttable = widths.map((width, at) => (head[at]?.whole === true ? 0 : width));
    const widest = Math.max(...cuttable);
    if (widest <= CELLS_MIN) break;
    widths[cuttable.indexOf(widest)] = widest - 1;
  }
  return widths;
};

export type Fact = readonly [name: string, what: string | null];

/** Formats names and values, one pair a line. Long values wrap. Leaves out those without a value. */
export const facts = (all: readonly Fact[], style: Style): string => {
  const rows = all.flatMap(([name, what]) => (what === null ? [] : [[name, what] as const]));
  const width = Math.max(...rows.map(([name]) => cellsOf(name)));
  const room = style.width === null ? null : Math.max(20, style.width - width - GAP.length);
  return rows
    .map(([name, what]) => {
      const [first = '', ...more] = wrapCells(what, room);
      return [
        `${style.dim(padCells(name, width))}${GAP}${first}`,
        ...more.map((line) => ' '.repeat(width + GAP.length) + line),
      ].join('\n');
    })
    .join('\n');
};
