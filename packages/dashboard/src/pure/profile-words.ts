/** Converts the profile's values to shown and typed text. [PG-20] */
import {
  AGENT_FIELDS,
  type AgentField,
  type ProfileDocument,
  type ProfileField,
  type ProfileFieldSpec,
  type ProfileHistoryResult,
  USER_FIELDS,
  type UserField,
} from '@cairn/schema';

const FIELD_TITLES: Readonly<Record<ProfileField, string>> = {
  name: 'Name',
  preset: 'Preset',
  personality: 'Personality',
  voice: 'Voice',
  formality: 'Formality',
  emoji: 'Emoji',
  responseLength: 'Length of answers',
  proactivity: 'Initiative',
  creature: 'Creature',
  role: 'Role',
  vibe: 'Mood',
  avatar: 'Avatar',
  displayName: 'Name',
  narrative: 'Who you are',
  location: 'Place',
  timezone: 'Time zone',
  occupation: 'Occupation',
  interests: 'Interests',
  goals: 'Goals',
  context: 'Good to know',
  communicationStyle: 'How to talk to you',
  onboarding: 'Questions about you',
};

export interface FieldRow {
  readonly name: ProfileField;
  readonly title: string;
  readonly spec: ProfileFieldSpec;
}

const rowsOf = <N extends ProfileField>(
  fields: Readonly<Record<N, ProfileFieldSpec>>,
  isName: (name: string) => name is N,
): readonly FieldRow[] =>
  Object.keys(fields)
    .filter(isName)
    .map((name) => ({ name, title: FIELD_TITLES[name], spec: fields[name] }));

export const AGENT_ROWS = rowsOf(AGENT_FIELDS, (name): name is AgentField => name in AGENT_FIELDS);
export const USER_ROWS = rowsOf(USER_FIELDS, (name): name is UserField => name in USER_FIELDS);

type Value = string | readonly string[] | null | undefined;

/** Returns the typed form: a list has one value a line. */
export const typedOf = (value: Value): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : value.join('\n');

/** Returns the value for the daemon. Empty text removes it. */
export const valueOfTyped = (typed: string, { isList }: ProfileFieldSpec): string | string[] | null => {
  if (typed.trim() === '') return null;
  return isList === true
    ? typed
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
    : typed;
};

type Version = ProfileHistoryResult['versions'][number];

export interface RemovedItem {
  readonly field: string;
  readonly section: string;
  readonly text: string;
  readonly enabled: boolean;
  readonly at: string;
}

/** Returns removed items, last removed first, without those that exist again. */
export const removedItems = (
  versions: readonly Version[],
  { sections }: ProfileDocument,
): readonly RemovedItem[] => {
  const present = new Set(
    sections.flatMap(({ name, items }) => items.map(({ text }) => JSON.stringify([name, text]))),
  );
  /** The last wording of each item. Two devices may have removed the same item. */
  const last = new Map<string, Omit<RemovedItem, 'at'>>();
  const removed: RemovedItem[] = [];
  for (const { field, value, section = '', enabled = true, at, current } of versions) {
    if (!field.startsWith('item.')) continue;
    if (typeof value === 'string') last.set(field, { field, section, text: value, enabled });
    const before = last.get(field);
    if (value !== null || !current || before === undefined) continue;
    if (!present.has(JSON.stringify([before.section, before.text]))) removed.push({ ...before, at });
  }
  return removed.reverse();
};

/** Returns earlier texts of a field or item, newest first, without its present text and without repetitions. */
export const earlierTexts = (
  versions: readonly Version[],
  field: string,
  now: string,
): readonly { readonly text: string; readonly at: string }[] => {
  const texts = new Map<string, string>();
  for (const version of versions) {
    const text = typedOf(version.value);
    if (version.field === field && text !== '' && text !== now) texts.set(text, version.at);
  }
  return [...texts].map(([text, at]) => ({ text, at })).sort((a, b) => (a.at < b.at ? 1 : -1));
};

/** Capitalises the first letter. */
export const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

type Sections = ProfileDocument['sections'];

export type ItemPlace = ReturnType<typeof itemPlace>;

/** The place of an item: the item after it in its section. For a section's first item also the names of the sections after it. */
export const itemPlace = (sections: Sections, section: string, id: string) => {
  const own = sections.findIndex(({ name }) => name === section);
  const items = sections[own]?.items ?? [];
  const at = items.findIndex((item) => item.id === id);
  const following = at === 0 ? sections.slice(own + 1).map(({ name }) => name) : [];
  return { section, next: items[at + 1]?.id ?? null, following };
};

/** Returns the item before which a removed one is put again. A section is at the place of its first item, so the section may have moved. */
export const itemAfter = (sections: Sections, { section, next, following }: ItemPlace): string | null => {
  const own = sections.findIndex(({ name }) => name === section);
  const after = sections.findIndex(({ name }) => following.includes(name));
  const hasMoved = after >= 0 && (own < 0 || own > after);
  return hasMoved ? (sections[after]?.items[0]?.id ?? next) : next;
};
