/** Registers → the profile as everybody sees it. A field that a newer program added is left alone and not shown. [CX-2, SY-M6] */
import {
  AGENT_FIELDS,
  type Profile,
  type ProfileDocument,
  type ProfileDocumentName,
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

/** The value of a field's register; undefined when there is none, null when it was taken away. */
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

const fieldsOf = (registers: readonly Register[], of: string, names: readonly string[]): Profile['agent'] =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = fieldValueOf(registers, of, name);
      if (value === undefined || value === null) return [];
      return [[name, typeof value === 'string' ? value : [...value]]];
    }),
  );

/** In the order in which they are shown; taken away ones are not among them. */
export const itemsOf = (registers: readonly Register[], of: ProfileDocumentName): readonly Item[] =>
  registers
    .flatMap((register) =>
      isItem(register) && register.value.of === of && register.value.removed !== true
        ? [{ ...register.value, id: register.facet.slice(ITEM) }]
        : [],
    )
    .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));

/** Sections stand where their first item does. */
const documentOf = (registers: readonly Register[], of: ProfileDocumentName): ProfileDocument => {
  const raw = fieldValueOf(registers, of, 'raw');
  const sections = new Map<string, ProfileDocument['sections'][number]>();
  for (const { section, id, text, enabled } of itemsOf(registers, of)) {
    const own = sections.get(section) ?? { name: section, items: [] };
    own.items.push({ id, text, enabled });
    sections.set(section, own);
  }
  return { raw: typeof raw === 'string' ? raw : null, sections: [...sections.values()] };
};

type OfField = Extract<Register, { facet: `field.${string}` }>;
type OfItem = Extract<Register, { facet: `item.${string}` }>;
export const isField = (register: Register): register is OfField => register.facet.startsWith('field.');
export const isItem = (register: Register): register is OfItem => register.facet.startsWith('item.');
