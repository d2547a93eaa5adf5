/** Plans the facets to write for a change of a profile. Empty when nothing changes. [CX-2, SY-D3] */
import {
  type Checked,
  type EntityId,
  FACET_VERSION,
  type FacetValue,
  LIMITS,
  ok,
  oneLine,
  type ProfileChange,
  type ProfileDocumentName,
  type ProfileItemValue,
  type ProfileName,
  parseFacet,
  type Register,
  refuse,
} from '@cairn/schema';
import { invalid } from '../memory/invalid-input.ts';
import type { FacetDraft } from '../memory/stamp.ts';
import type { StoredRegister } from '../ports/store.ts';
import { type NewItem, parseItem, readDocument, tooMany } from './document-form.ts';
import { findField, parseFieldValue } from './fields.ts';
import { fieldValueOf, type Item, itemsOf } from './fold-profile.ts';
import { parseOwnWords } from './own-words.ts';

export interface ProfileState {
  /** The registers of all profiles. */
  readonly registers: readonly Register[];
  readonly entityOf: (profile: ProfileName) => EntityId;
  /** Makes the id of a new item. */
  readonly makeId: () => string;
}
type Planned = Checked<{ readonly drafts: readonly FacetDraft[]; readonly warnings: readonly string[] }>;

export const planProfileChange = (change: ProfileChange, state: ProfileState): Planned => {
  if (change.kind === 'fields') return planFields(change.fields, state);
  if (change.kind === 'device_name') return planDeviceName(change, state);
  if (change.kind === 'item_add') return planItem(change, state);
  if (change.kind === 'item_patch') return planPatch(change, state);
  if (change.kind === 'item_remove') return planRemoval(change, state);
  return change.kind === 'raw' ? planRaw(change, state) : planReplacement(change, state);
};

type Of<K extends ProfileChange['kind']> = Extract<ProfileChange, { kind: K }>;

/** Plans all fields, or none if one is wrong. */
const planFields = (fields: Of<'fields'>['fields'], state: ProfileState): Planned => {
  const drafts: FacetDraft[] = [];
  const warnings: string[] = [];
  for (const [raw, given] of Object.entries(fields)) {
    const field = findField(raw);
    if (!field.ok) return field;
    const { of, name } = field.value;
    const parsed = given === null ? ok({ value: null, warnings: [] }) : parseFieldValue(field.value, given);
    if (!parsed.ok) return parsed;
    warnings.push(...parsed.value.warnings);
    drafts.push(...fieldDraft(state, of, name, parsed.value.value));
  }
  return ok({ drafts, warnings });
};

const planDeviceName = ({ device, name }: Of<'device_name'>, state: ProfileState): Planned => {
  const parsed =
    name === null
      ? ok({ text: null, warnings: [] })
      : parseOwnWords(name, { what: 'The name', charsMax: LIMITS.deviceNameCharsMax, mayGiveOrders: false });
  if (!parsed.ok) return parsed;
  const { text, warnings } = parsed.value;
  return ok({ drafts: fieldDraft(state, 'devices', device, text === null ? null : oneLine(text)), warnings });
};

const fieldDraft = (
  { registers, entityOf }: ProfileState,
  of: ProfileName,
  name: string,
  value: string | string[] | null,
): readonly FacetDraft[] => {
  const present = fieldValueOf(registers, of, name) ?? null;
  if (JSON.stringify(present) === JSON.stringify(value)) return [];
  return [{ entity: entityOf(of), facet: { facet: `field.${name}`, value: { of, value } } }];
};

/** Plans a new item. A section does not get the same text twice. */
const planItem = ({ document, item }: Of<'item_add'>, state: ProfileState): Planned => {
  const parsed = parseItem(item.section, item.text);
  if (!parsed.ok) return parsed;
  const { section, text, warnings } = parsed.value;
  const present = itemsOf(state.registers, document);
  const same = present.find((one) => one.section === section && one.text === text);
  const enabled = item.enabled ?? true;
  if (same !== undefined) return ok({ drafts: changed(state, document, same, { enabled }), warnings });
  if (present.length >= LIMITS.profileItemsMax) return tooMany(present.length + 1);
  const id = state.makeId();
  const orders =
    item.before === undefined
      ? new Map([[id, orderAfter(present)]])
      : ordersAfterMove(present, id, section, item.before);
  const draft = itemDraft(state, document, id, { section, text, enabled, order: orders.get(id) ?? 1 });
  return ok({ drafts: [draft, ...moved(state, document, present, orders)], warnings });
};

/** Returns an order after all others. Items with the largest possible order are sorted by id. */
const orderAfter = (items: readonly Item[]): number =>
  Math.min(items.reduce((max, one) => Math.max(max, one.order), 0) + 1, LIMITS.profileOrderMax);

const planPatch = ({ document, id, patch }: Of<'item_patch'>, state: ProfileState): Planned => {
  const item = findItem(state, document, id);
  if (!item.ok) return item;
  const { section, text } = item.value;
  const parsed = parseItem(patch.section ?? section, patch.text ?? text);
  if (!parsed.ok) return parsed;
  const now = {
    section: parsed.value.section,
    text: parsed.value.text,
    enabled: patch.enabled ?? item.value.enabled,
  };
  const { warnings } = parsed.value;
  if (patch.before === undefined) return ok({ drafts: changed(state, document, item.value, now), warnings });
  const items = itemsOf(state.registers, document);
  const orders = ordersAfterMove(items, id, now.section, patch.before);
  const order = orders.get(id) ?? item.value.order;
  const others = items.filter((one) => one.id !== id);
  const drafts = [
    ...changed(state, document, item.value, { ...now, order }),
    ...moved(state, document, others, orders),
  ];
  return ok({ drafts, warnings });
};

const moved = (
  state: ProfileState,
  document: ProfileDocumentName,
  items: readonly Item[],
  orders: ReadonlyMap<string, number>,
): readonly FacetDraft[] =>
  items.flatMap((item) => changed(state, document, item, { order: orders.get(item.id) ?? item.order }));

const planRaw = ({ document, raw }: Of<'raw'>, state: ProfileState): Planned => {
  const read = readDocument(raw ?? '', 'raw');
  if (!read.ok) return read;
  const text = read.value.kind === 'raw' ? read.value.raw : null;
  return ok({ drafts: fieldDraft(state, document, 'raw', text), warnings: read.value.warnings });
};

/** Plans a removal. The removed text stays only in the history. */
const planRemoval = ({ document, id }: Of<'item_remove'>, state: ProfileState): Planned => {
  const item = findItem(state, document, id);
  return item.ok ? ok({ drafts: [removal(state, document, item.value)], warnings: [] }) : item;
};

/** Plans a replacement. The JSON form has no Markdown, so it replaces only the items. */
const planReplacement = ({ document, text, as }: Of<'replace'>, state: ProfileState): Planned => {
  const read = readDocument(text, as);
  if (!read.ok) return read;
  const { warnings } = read.value;
  if (read.value.kind === 'items')
    return ok({ drafts: replaceItems(state, document, read.value.items), warnings });
  return ok({
    drafts: [...fieldDraft(state, document, 'raw', read.value.raw), ...replaceItems(state, document, [])],
    warnings,
  });
};

/** Plans the items of a replaced document. Items with the same text keep their ids, so a second import writes nothing. */
const replaceItems = (
  state: ProfileState,
  document: ProfileDocumentName,
  wanted: readonly NewItem[],
): readonly FacetDraft[] => {
  const left = [...itemsOf(state.registers, document)];
  const drafts = wanted.flatMap(({ section, text, enabled }, at) => {
    const order = at + 1;
    const same = left.findIndex((one) => one.section === section && one.text === text);
    const [present] = same < 0 ? [] : left.splice(same, 1);
    return present === undefined
      ? [itemDraft(state, document, state.makeId(), { section, text, enabled, order })]
      : changed(state, document, present, { enabled, order });
  });
  return [...drafts, ...left.map((item) => removal(state, document, item))];
};

const findItem = ({ registers }: ProfileState, document: ProfileDocumentName, id: string): Checked<Item> => {
  const found = itemsOf(registers, document).find((item) => item.id === id);
  if (found !== undefined) return ok(found);
  if (id.trim() === '') return invalid('The id of the item is empty.');
  return refuse('not_found', `There is no such item. \`cairn profile ${document}\` lists the items.`);
};

type ItemFields = Pick<ProfileItemValue, 'section' | 'text' | 'enabled' | 'order'>;

const changed = (
  state: ProfileState,
  document: ProfileDocumentName,
  { id, section, text, enabled, order }: Item,
  change: Partial<ItemFields>,
): readonly FacetDraft[] => {
  const before: ItemFields = { section, text, enabled, order };
  const now = { ...before, ...change };
  return JSON.stringify(now) === JSON.stringify(before) ? [] : [itemDraft(state, document, id, now)];
};

const itemDraft = (
  { entityOf }: ProfileState,
  document: ProfileDocumentName,
  id: string,
  fields: ItemFields,
): FacetDraft => ({
  entity: entityOf(document),
  facet: { facet: `item.${id}`, value: { of: document, ...fields } },
});

const removal = (
  { entityOf }: ProfileState,
  document: ProfileDocumentName,
  { id, order }: Item,
): FacetDraft => ({
  entity: entityOf(document),
  facet: {
    facet: `item.${id}`,
    value: { of: document, section: '', text: '', enabled: false, order, removed: true },
  },
});

/** An item's place. A move writes only the item's own register when a number is free between its neighbours. [CX-2] */
type Placed = Pick<Item, 'id' | 'section' | 'order'>;

/**
 * Returns the orders that change. `items`: in order, with or without the moved one. `before`: the item before which it is put; null
 * or an unknown item puts it at the end of `section`.
 */
const ordersAfterMove = (
  items: readonly Placed[],
  id: string,
  section: string,
  before: string | null,
): ReadonlyMap<string, number> => {
  const heir = heirOf(items, id, section);
  if (heir !== null && heir.id === before) return new Map();
  const others = items
    .filter((item) => item.id !== heir?.id)
    .flatMap((item) => (item.id === id ? (heir ?? []) : item));
  const wanted = others.findIndex((item) => item.id === before);
  const last = others.findLastIndex((item) => item.section === section);
  // The only item of a section stays in place, and so does the section.
  const own = items.findIndex((item) => item.id === id && item.section === section);
  const end = last >= 0 ? last + 1 : own >= 0 ? own : others.length;
  const at = wanted >= 0 ? wanted : end;
  if (heir === null && at === own) return new Map();
  const order = orderBetween(others[at - 1]?.order, others[at]?.order);
  if (order !== null && heir === null) return new Map([[id, order]]);
  if (order !== null && heir?.isFree === true)
    return new Map([
      [heir.id, heir.order],
      [id, order],
    ]);
  const all = others.map((item) => item.id).toSpliced(at, 0, id);
  return new Map(all.map((one, place) => [one, place + 1]));
};

/**
 * Returns the item that takes the place of its section's first item, which moves within the section. A section is at the place of its
 * first item, so without this the section would move. Null when no item of another section is between the two. `isFree`: whether there
 * is an order for it.
 */
const heirOf = (items: readonly Placed[], id: string, section: string) => {
  const at = items.findIndex((item) => item.section === section);
  const next = items.find((item, place) => place > at && item.section === section);
  if (items[at]?.id !== id || next === undefined || items[at + 1] === next) return null;
  const order = orderBetween(items[at - 1]?.order, items[at + 1]?.order);
  return { ...next, order: order ?? next.order, isFree: order !== null };
};

/**
 * Returns an order between two others; null when there is none within the limits. Two devices that add at the same time choose the
 * same number.
 */
const orderBetween = (low: number | undefined, high: number | undefined): number | null => {
  if (low === undefined) return high === undefined ? 1 : withinOrders(high - 1);
  if (high === undefined) return withinOrders(low + 1);
  const middle = (low + high) / 2;
  return low < middle && middle < high ? middle : null;
};

const withinOrders = (order: number): number | null =>
  Math.abs(order) <= LIMITS.profileOrderMax ? order : null;

const NO_ITEM = { section: '', text: '', enabled: false, order: 0, removed: true };

/**
 * Returns the facet that replaces an unreadable value by the last readable value, or by an empty one. [TR-6] Null for the facet of a
 * newer program.
 */
export const endOfFacet = (
  of: ProfileName,
  facet: string,
  registers: readonly StoredRegister[],
): FacetValue | null => {
  const present = registers.find((register) => register.facet === facet);
  if (present !== undefined) return facetOf(present);
  const end = (value: object) => parseFacet('profile', facet, FACET_VERSION, value);
  return end({ of, value: null }) ?? end({ of, ...NO_ITEM });
};

const facetOf = ({ entity: _entity, hlc: _hlc, kg: _kg, seq: _seq, ...value }: StoredRegister): FacetValue =>
  value;
