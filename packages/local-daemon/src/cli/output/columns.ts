/** Rows of text as aligned columns. Widths are counted in characters, colours come afterwards. */
import { printable, type Style } from '../style.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'right';
}

export const columns = (
  head: readonly Column[],
  rows: readonly (readonly string[])[],
  style: Style,
): string => {
  const clean = rows.map((row) => row.map(printable));
  const widths = head.map(({ title }, at) =>
    Math.max(...[title, ...clean.map((row) => row[at] ?? '')].map((cell) => [...cell].length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => {
        const gap = ' '.repeat(Math.max(0, (widths[at] ?? 0) - [...cell].length));
        return head[at]?.align === 'right' ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd();
  return [style.dim(line(head.map(({ title }) => title))), ...clean.map(line)].join('\n');
};

/** Names and what they are, one a line. */
export const facts = (rows: readonly (readonly [string, string])[], style: Style): string => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, what]) => `${style.dim(name.padEnd(width))}  ${what}`).join('\n');
};
