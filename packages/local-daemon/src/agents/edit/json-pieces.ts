/**
 * Adds Cairn's parts to an agent's JSON settings and removes them. A part is a property with Cairn's name, or an
 * element of a list. [IN-2]
 */
import type { Node } from 'jsonc-parser';
import { type Edited, edited, isSame, refused } from './edited.ts';
import {
  findNode,
  insertChild,
  type Json,
  nodeValue,
  type ParsedJson,
  parseJsonText,
  propertyOf,
  removeChild,
  replaceNode,
  withoutBom,
} from './json-text.ts';

/**
 * Part of a JSON file. `isOurs` recognises values that any version of Cairn wrote. A foreign value under Cairn's name
 * is never changed.
 */
export type JsonItem = {
  /** Path of the object or the list. */
  readonly path: readonly string[];
  readonly value: Json;
  readonly isOurs: (value: unknown) => boolean;
} & ({ readonly kind: 'property'; readonly key: string } | { readonly kind: 'element' });

/** Paths (`a/b`) of objects and lists that existed before Cairn's part. They stay even when the removal leaves them empty. */
export type Kept = readonly string[];

export const keptOf = (text: string, items: readonly JsonItem[]): Kept => {
  const parsed = parseJsonText(withoutBom(text).body);
  if (parsed.kind === 'broken') return [];
  const paths = new Set(items.flatMap(({ path }) => path.map((_, at) => path.slice(0, at + 1).join('/'))));
  return [...paths].filter((path) => findNode(parsed.root, path.split('/')) !== null);
};

export const putJson = (text: string, items: readonly JsonItem[]): Edited => overItems(text, items, put);

export const takeJson = (text: string, items: readonly JsonItem[], kept: Kept): Edited =>
  overItems(text, items, (current, root, item) => take(current, root, item, kept));

const refusedAt = ({ line, column, reason }: Extract<ParsedJson, { kind: 'broken' }>): Edited =>
  refused(`line ${line}, column ${column}: ${reason}`);

type Step = (text: string, root: Node, item: JsonItem) => Edited;

const overItems = (whole: string, items: readonly JsonItem[], step: Step): Edited => {
  const { bom, body } = withoutBom(whole);
  let text = body;
  for (const item of items) {
    const parsed = parseJsonText(text);
    if (parsed.kind === 'broken') return refusedAt(parsed);
    if (parsed.root.type !== 'object') return refused('line 1, column 1: an object is expected');
    const next = step(text, parsed.root, item);
    if (next.kind === 'refused') return next;
    ({ text } = next);
  }
  // A file that cannot be parsed is never written.
  const after = parseJsonText(text);
  return after.kind === 'broken' ? refused(`it would be broken in line ${after.line}`) : edited(bom + text);
};

const put: Step = (text, root, item) => {
  const made = withContainer(text, root, item);
  if (made.kind === 'refused') return made;
  const parsed = parseJsonText(made.text);
  const container = parsed.kind === 'json' ? findNode(parsed.root, item.path) : null;
  if (container === null) return refused(`${item.path.join('.')} cannot be made`);
  return item.kind === 'property'
    ? putProperty(made.text, container, item)
    : putElement(made.text, container, item);
};

/** Adds every missing container on the item's path. */
const withContainer = (text: string, root: Node, item: JsonItem): Edited => {
  let current = text;
  let tree = root;
  for (const [at, name] of item.path.entries()) {
    const parent = findNode(tree, item.path.slice(0, at));
    const type = at === item.path.length - 1 ? (item.kind === 'property' ? 'object' : 'array') : 'object';
    const found = parent === null ? null : findNode(parent, [name]);
    if (found !== null && found.type !== type)
      return refused(
        `"${item.path.slice(0, at + 1).join('.')}" is not ${type === 'array' ? 'a list' : 'an object'}`,
      );
    if (found !== null || parent === null) continue;
    current = insertChild(current, parent, name, type === 'array' ? [] : {});
    const parsed = parseJsonText(current);
    if (parsed.kind === 'broken') return refusedAt(parsed);
    tree = parsed.root;
  }
  return edited(current);
};

const putProperty = (
  text: string,
  container: Node,
  { path, key, value, isOurs }: Extract<JsonItem, { kind: 'property' }>,
): Edited => {
  const found = propertyOf(container, key)?.children?.[1];
  if (found === undefined) return edited(insertChild(text, container, key, value));
  const present = nodeValue(found);
  if (!isOurs(present))
    return refused(
      `there is a "${[...path, key].join('.')}" already that Cairn has not written; rename or remove it`,
    );
  return edited(isSame(present, value) ? text : replaceNode(text, container, found, value));
};

const putElement = (text: string, container: Node, item: Extract<JsonItem, { kind: 'element' }>): Edited => {
  const ours = ourPlace(container, item);
  if (ours === null) return edited(insertChild(text, container, null, item.value));
  // In a group with foreign hooks, only Cairn's handler is replaced.
  const value = ours.container === container ? item.value : handlerIn(item.value);
  return edited(
    isSame(nodeValue(ours.child), value) ? text : replaceNode(text, ours.container, ours.child, value),
  );
};

/** Returns the handler of a group with a single one, else the value itself. */
const handlerIn = (value: Json): Json => {
  const { hooks }: { readonly hooks?: unknown } = Object(value);
  const [handler]: readonly Json[] = Array.isArray(hooks) ? hooks : [];
  return handler ?? value;
};

const take = (text: string, root: Node, item: JsonItem, kept: Kept): Edited => {
  const ours = ourPlace(findNode(root, item.path), item);
  if (ours === null) return edited(text);
  const without = removeChild(text, ours.container, ours.child);
  const parsed = parseJsonText(without);
  if (parsed.kind === 'broken') return refusedAt(parsed);
  // A list may contain several elements of Cairn.
  return item.kind === 'element' && ourPlace(findNode(parsed.root, item.path), item) !== null
    ? take(without, parsed.root, item, kept)
    : edited(withoutEmpty(without, item.path, kept));
};

/** Finds Cairn's entry, also inside a group of foreign hooks. */
const ourPlace = (
  container: Node | null,
  item: JsonItem,
): { readonly container: Node; readonly child: Node } | null => {
  if (container === null) return null;
  if (item.kind === 'property') {
    const child = propertyOf(container, item.key);
    const value = child?.children?.[1];
    return child !== null && value !== undefined && item.isOurs(nodeValue(value))
      ? { container, child }
      : null;
  }
  for (const list of [container, ...groupsIn(container)]) {
    const child = list.children?.find((node) => item.isOurs(nodeValue(node)));
    if (child !== undefined) return { container: list, child };
  }
  return null;
};

const groupsIn = (list: Node): readonly Node[] =>
  (list.children ?? []).flatMap((group) => {
    const inner = propertyOf(group, 'hooks')?.children?.[1];
    return inner?.type === 'array' ? [inner] : [];
  });

/** Removes empty containers that Cairn made, innermost first. */
const withoutEmpty = (text: string, path: readonly string[], kept: Kept): string => {
  const [parents, name] = [path.slice(0, -1), path.at(-1)];
  const parsed = parseJsonText(text);
  if (name === undefined || parsed.kind === 'broken' || kept.includes(path.join('/'))) return text;
  const node = findNode(parsed.root, path);
  const parent = findNode(parsed.root, parents);
  const property = parent === null ? null : propertyOf(parent, name);
  const isEmpty = node?.children?.length === 0;
  if (
    !isEmpty ||
    parent === null ||
    property === null ||
    text.slice(node.offset + 1, node.offset + node.length - 1).trim() !== ''
  )
    return text;
  return withoutEmpty(removeChild(text, parent, property), parents, kept);
};
