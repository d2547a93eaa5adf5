/**
 * Edits a JSON text and leaves every other byte unchanged: comments, spacing, line ends, and a byte order mark.
 * Removing an untouched insertion restores the original text, but not white space in an empty container. [IN-2]
 */
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type ParsedJson =
  | { readonly kind: 'json'; readonly root: Node }
  | { readonly kind: 'broken'; readonly line: number; readonly column: number; readonly reason: string };

const BOM = '\uFEFF';

/** Parses a JSON text without byte order mark (see `withoutBom`). Comments and trailing commas are allowed. */
export const parseJsonText = (text: string): ParsedJson => {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  const [first] = errors;
  if (root !== undefined && first === undefined) return { kind: 'json', root };
  const before = text.slice(0, first?.offset ?? 0).split('\n');
  return {
    kind: 'broken',
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    reason: first === undefined ? 'it is empty' : readable(first.error),
  };
};

/** Turns `PropertyNameExpected` into `property name expected`. */
const readable = (code: number): string =>
  printParseErrorCode(code)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

export const withoutBom = (text: string): { readonly bom: string; readonly body: string } =>
  text.startsWith(BOM) ? { bom: BOM, body: text.slice(1) } : { bom: '', body: text };

export const nodeValue = (node: Node): unknown => getNodeValue(node);

/** Returns the value under these names, or null if there is none. Of duplicate names the last one counts, as in agents. */
export const findNode = (root: Node, path: readonly string[]): Node | null =>
  path.reduce<Node | null>(
    (node, name) => (node === null ? null : (propertyOf(node, name)?.children?.[1] ?? null)),
    root,
  );

export const propertyOf = (object: Node, name: string): Node | null =>
  object.type === 'object'
    ? (object.children?.findLast(({ children }) => children?.[0]?.value === name) ?? null)
    : null;

/** Adds a property at the end of an object, or an element at the end of an array (`key` null). */
export const insertChild = (text: string, container: Node, key: string | null, value: Json): string => {
  const style = styleOf(text, container);
  const written =
    (key === null ? '' : `${JSON.stringify(key)}:${style.isWide ? ' ' : ''}`) + valueText(value, style);
  const last = container.children?.at(-1);
  return last === undefined
    ? intoEmpty(text, container, written, style)
    : behind(text, container, last, written, style);
};

/** Replaces the value of a property, or an element. */
export const replaceNode = (text: string, container: Node, node: Node, value: Json): string =>
  spliced(text, node.offset, node.offset + node.length, valueText(value, styleOf(text, container)));

/** Removes a property or an element, with its comma and the white space before it. */
export const removeChild = (text: string, container: Node, child: Node): string => {
  const at = (container.children ?? []).indexOf(child);
  const [start, end] = [child.offset, child.offset + child.length];
  const before = container.children?.[at - 1];
  const from = before === undefined ? container.offset + 1 : before.offset + before.length;
  const to = container.children?.[at + 1]?.offset ?? container.offset + container.length - 1;
  const lead = from + text.slice(from, start).trimEnd().length;
  const commaAfter = findComma(text, end, to);
  // A comment of the line before needs its line end, if something follows on this line.
  const isComment = /\/\/[^\n]*$/.test(text.slice(from, lead));
  const endOf = (at: number): string => (isComment && !/^[ \t]*\r?\n/.test(text.slice(at)) ? '\n' : '');
  if (commaAfter !== null) return spliced(text, lead, commaAfter + 1, endOf(commaAfter + 1));
  const commaBefore = before === undefined ? null : findComma(text, from, start);
  const lineEnd = endOf(end);
  const without = spliced(text, lead, end, lineEnd);
  if (commaBefore !== null) return spliced(without, commaBefore, commaBefore + 1, '');
  return collapsed(without, container.offset, end - lead - lineEnd.length, container);
};

/** Joins the brackets of an empty container, because it was most likely written without white space. */
const collapsed = (text: string, open: number, removed: number, container: Node): string => {
  const close = container.offset + container.length - 1 - removed;
  return text.slice(open + 1, close).trim() === '' ? spliced(text, open + 1, close, '') : text;
};

type Style = ReturnType<typeof styleOf>;

const styleOf = (text: string, container: Node) => {
  const inner = text.slice(container.offset, container.offset + container.length);
  const first = container.children?.[0];
  const unit = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const outer = indentAt(text, container.offset);
  const own = first === undefined ? null : leadingSpace(text, first.offset);
  const isMultiline =
    first === undefined ? text.trim().includes('\n') || text.trim() === '{}' : inner.includes('\n');
  return {
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    unit,
    /** Indent of the container's children. `outer` is the indent of its closing bracket. */
    indent: own ?? outer + unit,
    outer,
    isMultiline,
    isWide: isMultiline || /":\s/.test(inner) || first === undefined,
  };
};

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';

/** Returns the white space before the offset if nothing else is before it on its line, else null. */
const leadingSpace = (text: string, offset: number): string | null => {
  const before = text.slice(lineStart(text, offset), offset);
  return before.trim() === '' && lineStart(text, offset) > 0 ? before : null;
};

const valueText = (value: Json, { eol, unit, indent, isMultiline, isWide }: Style): string =>
  isMultiline
    ? JSON.stringify(value, null, unit).split('\n').join(`${eol}${indent}`)
    : isWide
      ? JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')
      : JSON.stringify(value);

const intoEmpty = (text: string, container: Node, written: string, style: Style): string => {
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
  const { eol, indent, outer, isMultiline } = style;
  if (text.slice(open, close).trim() !== '')
    return spliced(text, open, open, `${eol}${indent}${written}${eol}${indent}`);
  return spliced(text, open, close, isMultiline ? `${eol}${indent}${written}${eol}${outer}` : written);
};

/** Inserts a child after the last one. A comment on the last child's line stays on that line. */
const behind = (text: string, container: Node, last: Node, written: string, style: Style): string => {
  const end = last.offset + last.length;
  const close = container.offset + container.length - 1;
  const comma = findComma(text, end, close);
  const after = comma === null ? end : comma + 1;
  const gap = style.isMultiline ? `${style.eol}${style.indent}` : style.isWide ? ' ' : '';
  const place = style.isMultiline ? behindComment(text, after, close) : after;
  if (comma !== null) return spliced(text, place, place, `${gap}${written},`);
  return spliced(spliced(text, place, place, `${gap}${written}`), end, end, ',');
};

/** Returns the position after comments on the same line. */
const behindComment = (text: string, from: number, to: number): number => {
  const found = /^(?:[ \t]*\/\*[^\n]*?\*\/)*(?:[ \t]*\/\/[^\r\n]*)?/.exec(text.slice(from, to));
  return from + (found?.[0].trimEnd().length ?? 0);
};

/** Finds the comma between two children, outside of comments. Nothing else between children can contain a comma. */
const findComma = (text: string, from: number, to: number): number | null => {
  for (let at = from; at < to; at++) {
    if (text[at] === ',') return at;
    const comment = /^(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/.exec(text.slice(at, to));
    if (comment !== null) at += comment[0].length - 1;
  }
  return null;
};

const spliced = (text: string, from: number, to: number, put: string): string =>
  text.slice(0, from) + put + text.slice(to);
