/**
 * Maintains a block of memories between two comments in a person's file. All other bytes of the file stay. A file without the block gets
 * it at its end. [IM-8]
 */
export const MANAGED_BEGIN = '<!-- BEGIN cairn';
export const MANAGED_END = '<!-- END cairn';
const BEGIN_LINE = `${MANAGED_BEGIN} (kept by \`cairn export --managed\`; what you write in here is written over) -->`;
const END_LINE = `${MANAGED_END} -->`;

export type ManagedText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** `block`: the lines between the comments; null removes the block. */
export const withManagedBlock = (file: string, block: string | null): ManagedText => {
  const begins = [...file.matchAll(/^<!-- BEGIN cairn\b[^\n]*/gm)];
  const ends = [...file.matchAll(/^<!-- END cairn\b[^\n]*/gm)];
  const [begin, end] = [begins[0], ends[0]];
  const isCrlf = begin === undefined ? file.includes('\r\n') : begin[0].endsWith('\r');
  const newline = isCrlf ? '\r\n' : '\n';
  if (begins.length > 1 || ends.length > 1)
    return { kind: 'refused', reason: 'it has several blocks of Cairn. Remove all but one by hand' };
  if ((begin === undefined) !== (end === undefined) || (begin && end && end.index < begin.index))
    return { kind: 'refused', reason: 'its block of Cairn lacks its first or last line. Fix it by hand' };
  const fenced = block === null ? '' : [BEGIN_LINE, ...block.split('\n'), END_LINE].join(newline);
  if (begin === undefined || end === undefined) {
    if (block === null) return { kind: 'text', text: file };
    return { kind: 'text', text: `${file}${gapBefore(file, newline)}${fenced}${newline}` };
  }
  const after = end.index + end[0].replace(/\r$/, '').length;
  if (block !== null) return { kind: 'text', text: file.slice(0, begin.index) + fenced + file.slice(after) };
  return {
    kind: 'text',
    text: withoutGap(file.slice(0, begin.index), newline) + file.slice(after).replace(/^\r?\n/, ''),
  };
};

/** Returns the line breaks that make an empty line between the file's text and the block. */
const gapBefore = (file: string, newline: string): string => {
  if (file === '') return '';
  return file.endsWith('\n') ? newline : newline + newline;
};

/** Removes the empty line that came with the block. */
const withoutGap = (before: string, newline: string): string =>
  before.endsWith(newline + newline) ? before.slice(0, -newline.length) : before;
