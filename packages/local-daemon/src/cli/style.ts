/** Colours for a terminal; plain text elsewhere. Texts of memories are made safe to print: no control codes reach the terminal. */
import { printable } from '@cairn/schema';
import { cutToCells } from './output/cells.ts';

export { printable } from '@cairn/schema';

/** Returns a name or path as one line that is safe to print. A line break in it could forge a line of a list. [TR-13] */
export const printableName = (path: string): string => printable(path).replace(/[\t\n]/g, '\ufffd');

export type Style = ReturnType<typeof createStyle>;

export const createStyle = (isColoured: boolean, width: number | null) => {
  const paint =
    (open: number, close: number) =>
    (text: string): string =>
      isColoured && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    /** Columns of the terminal; null where lines are not cut, as on a terminal that does not tell its size. */
    width: width || null,
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
};

/** Returns whether to use colours, by https://no-color.org and https://force-color.org. The first has priority. */
export const isColoured = (
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean => {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0';
  return isTerminal && env.TERM !== 'dumb';
};

/** Joins the texts that are not empty. */
export const joined = (separator: string, parts: readonly (string | null | false)[]): string =>
  parts.filter(Boolean).join(separator);

export const oneLine = (text: string, max: number): string =>
  cutToCells(printable(text.replaceAll('\r\n', '\n')).replace(/\s+/g, ' ').trim(), Math.max(2, max));
