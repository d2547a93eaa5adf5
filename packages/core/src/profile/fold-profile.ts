/** Folds registers to the profile. A field that a newer program added stays in the store and is not shown. [CX-2, SY-M6] */
import {
  AGENT_FIELDS,
  compareHlc,
  hlcMs,
  isNamed,
  type Profile,
  type ProfileDocument,
  type ProfileDocumentName,
  type ProfileHistoryResult,
  type ProfileItemValue,
  type Register,
  USER_FIELDS,
} from '@cairn/schema';

export interface Item extends ProfileItemValue {
  readonly id: string;
}

export const foldProfile = (registers: readonly Register[]): Profile => ({
  agent: fieldsOf(registers, 'agent', Object.keys(AGENT_FIELDS)),
  user: fieldsOf(registers, 'user', Object.keys(USER_FIELDS)),
  rules: documentOf(registers, 'rules'),
  tools: documentOf(registers, 'tools'),
});

const FIELD = 'field.'.length;
const ITEM = 'item.'.length;

/** Returns the value of a field: undefined without a register, null when it was removed. */
export const fieldValueOf = (
  registers: readonly Register[],
  of: string,
  name: string,
): string | readonly string[] | null | undefined => {
  for (const register of registers)
    if (isField(register) && register.facet.slice(FIELD) === name && register.value.of === of)
      return register.value.value;
  return undefined;
};

/** Returns all text fields of a profile that has no fixed list of fields. */
export const fieldsNamed = (registers: readonly Register[], of: string): ReadonlyMap<string, string> =>
  new Map(
    registers.flatMap((register) =>
      isField(register) && register.value.of === of && typeof register.value.value === 'string'
        ? [[register.facet.slice(FIELD), register.value.value] as const]
        : [],
    ),
  );

const fieldsOf = (registers: readonly Register[], of: string, names: readonly string[]): Profile['agent'] =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = fieldValueOf(registers, of, name);
      if (value === undefined || value === null) return [];
      return [[name, typeof value === 'string' ? value : [...value]]];
    }),
  );

/** Returns the items in their order, without removed ones. */
export const itemsOf = (registers: readonly Register[], of: ProfileDocumentName): readonly Item[] =>
  registers
    .flatMap((register) =>
      isItem(register) && register.value.of === of && register.value.removed !== true
        ? [{ ...register.value, id: register.facet.slice(ITEM) }]
        : [],
    )
    .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));

/** Returns a document. A section is at the place of its first item. */
const documentOf = (registers: readonly Register[], of: ProfileDocumentName): ProfileDocument => {
  const raw = fieldValueOf(registers, of, 'raw');
  const sections = [...Map.groupBy(itemsOf(registers, of), ({ section }) => section)].map(([name, own]) => ({
    name,
    items: own.map(({ id, text, enabled }) => ({ id, text, enabled })),
  }));
  return { raw: typeof raw === 'string' ? raw : null, sections };
};

const isField = isNamed('field.');
const isItem = isNamed('item.');

/** One value that a field or item had on this device. [CX-2, SY-M7] */
type Version = ProfileHistoryResult['versions'][number];

/** Returns all versions, oldest first. `present`: current registers. `past`: replaced ones. */
export const profileVersions = (
  present: readonly Register[],
  past: readonly Register[],
): readonly Version[] =>
  [
    ...present.map((register) => ({ register, current: true })),
    ...past.map((register) => ({ register, current: false })),
  ]
    .sort((a, b) => compareHlc(a.register.hlc, b.register.hlc))
    .flatMap(({ register, current }) => versionOf(register, current));

const versionOf = (register: Register, current: boolean): readonly Version[] => {
  const at = new Date(hlcMs(register.hlc)).toISOString();
  if (isField(register)) {
    const { of, value } = register.value;
    return [{ profile: of, field: register.facet.slice('field.'.length), value, at, current }];
  }
  if (!isItem(register)) return [];
  const { of, section, text, enabled, removed } = register.value;
  const named = { profile: of, field: register.facet, at, current };
  return [removed === true ? { ...named, value: null } : { ...named, value: text, enabled, section }];
};
